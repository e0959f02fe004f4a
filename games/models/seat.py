import uuid

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from games.models.match import BULKY, Match
from games.models.player import Player


class BotLevel(models.TextChoices):
    """Keys of the `bots` of a rulebook (games/services/rulebooks), not all have all, with how hard it is."""

    RANDOM = "random", _("Easy")
    GREEDY = "greedy", _("Normal")
    STRONG = "strong", _("Strong")


class SeatQuerySet(models.QuerySet["Seat"]):
    def of(self, player_id: uuid.UUID) -> "SeatQuerySet":
        """The player's seats, each with its match but without the match's bulky columns."""
        return (
            self.filter(player_id=player_id)
            .select_related("match")
            .defer(*(f"match__{column}" for column in BULKY))
        )

    def to_act(self) -> "SeatQuerySet":
        """Those whose turn it is."""
        return self.filter(
            match__to_act__contains=Cast(F("number"), models.CharField()),
            match__status=Match.Status.PLAYING,
        )

    def played_by_program(self) -> "SeatQuerySet":
        """Bots, and seats for whose players a bot stands in."""
        return self.exclude(bot="", stand_in="")

    def one_a_match(self) -> "SeatQuerySet":
        """Of several seats that a player holds in one match, on one device, the first."""
        lower = Seat.objects.filter(
            match=OuterRef("match"), player=OuterRef("player"), number__lt=OuterRef("number")
        )
        return self.exclude(Exists(lower))


class Seat(models.Model):
    """A side of a match, held by a player or by a bot."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=20, choices=BotLevel, blank=True)
    stand_in = models.CharField(max_length=20, choices=BotLevel, blank=True, default="", db_default="")
    """The bot that plays on for a player who has left a table of several."""
    deck_name = models.CharField(max_length=80, blank=True)
    looked = models.DateTimeField(null=True, blank=True)
    """When its player first looked after a move of a correspondence match."""

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(name="seat_number_once_a_match", fields=["match", "number"]),
            models.CheckConstraint(name="seat_number_is_0_to_5", condition=Q(number__lt=6)),
            models.CheckConstraint(
                name="seat_has_player_or_bot",
                condition=Q(player__isnull=False, bot="") | Q(player__isnull=True, bot__in=BotLevel.values),
            ),
            models.CheckConstraint(
                name="seat_stand_in_is_for_a_player",
                condition=Q(stand_in="") | Q(bot="", stand_in__in=BotLevel.values),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def may_act(self) -> bool:
        return str(self.number) in self.match.to_act
