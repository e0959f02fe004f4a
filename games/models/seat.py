import uuid
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import BULKY, Match
from games.models.player import Player


class BotLevel(models.TextChoices):
    """Keys of `games.bots.LEVELS`."""

    RANDOM = "random", _("Random")
    GREEDY = "greedy", _("Greedy")


class SeatQuerySet(models.QuerySet["Seat"]):
    def of(self, player_id: uuid.UUID) -> "SeatQuerySet":
        """The player's seats, each with its match but without the match's bulky columns."""
        return (
            self.filter(player_id=player_id)
            .select_related("match")
            .defer(*(f"match__{column}" for column in BULKY))
        )

    def against(self, player_id: uuid.UUID) -> "SeatQuerySet":
        """The seats opposite the player's in finished matches, as `of` gives them, and who sits there."""
        return self.facing(player_id, Match.objects.of(player_id).finished().values("pk"))

    def facing(self, player_id: uuid.UUID, matches: Any) -> "SeatQuerySet":
        """The same in those matches, which are all the player's."""
        return (
            self.filter(match__in=matches)
            .exclude(player_id=player_id)
            .select_related("match", "player__user")
            .defer(*(f"match__{column}" for column in BULKY))
        )

    def to_act(self) -> "SeatQuerySet":
        """Those whose turn it is."""
        return self.filter(
            Q(number=0, match__to_act__in=["0", "01"]) | Q(number=1, match__to_act__in=["1", "01"]),
            match__status=Match.Status.PLAYING,
        )


class Seat(models.Model):
    """A side of a match, held by a player or by a bot."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=20, choices=BotLevel, blank=True)
    deck_name = models.CharField(max_length=80)
    looked = models.DateTimeField(null=True, blank=True)
    """When its player first looked after a move of a correspondence match."""

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(name="seat_number_once_a_match", fields=["match", "number"]),
            models.CheckConstraint(name="seat_number_is_0_or_1", condition=Q(number__in=[0, 1])),
            models.CheckConstraint(
                name="seat_has_player_or_bot",
                condition=Q(player__isnull=False, bot="") | Q(player__isnull=True, bot__in=BotLevel.values),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)

    @property
    def may_act(self) -> bool:
        return str(self.number) in self.match.to_act
