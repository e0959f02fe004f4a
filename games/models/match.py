import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

DRAW = "draw"
# What a page that only asks "who, and how far" need not read.
BULKY = ["cards", "decks", "snapshot", "opening_log"]


class MatchQuerySet(models.QuerySet["Match"]):
    def lean(self) -> "MatchQuerySet":
        return self.defer(*BULKY)

    def of(self, player_id: uuid.UUID) -> "MatchQuerySet":
        # Imported late: a seat refers to its match. Asked so since a player may hold several seats of one.
        from games.models.seat import Seat

        return self.filter(pk__in=Seat.objects.filter(player_id=player_id).values("match"))

    def playing(self) -> "MatchQuerySet":
        return self.filter(status=Match.Status.PLAYING)

    def finished(self) -> "MatchQuerySet":
        return self.filter(status=Match.Status.FINISHED)

    def out_of_time(self, *, at: datetime) -> "MatchQuerySet":
        """Matches in which somebody's time had run out by that moment, the longest first."""
        return self.playing().filter(flag_at__lte=at).order_by("flag_at")

    def watchable(self) -> "MatchQuerySet":
        """Those that everybody may watch."""
        return self.filter(public=True)

    def waiting_for_bot(self, *, since: datetime) -> "MatchQuerySet":
        """Matches in which a bot has been to act since that moment or longer, the longest first."""
        return self.playing().filter(bot_to_act=True, updated__lte=since).order_by("updated")


class Match(models.Model):
    """
    One game of one to six seats, of Phylo always two. `rules`, `options`, `seed`, `cards`, `decks`,
    `starters` and `opening_hands` are its start and never change; the moves are its truth; `snapshot` and
    what follows are a cache of their end.
    """

    class Status(models.TextChoices):
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")

    class Ending(models.TextChoices):
        PLAYED = "played", _("Played to the end")
        RESIGNED = "resigned", _("Resigned")
        TIME = "time", _("Out of time")
        AGREED = "agreed", _("Draw agreed")

    class Pace(models.TextChoices):
        NONE = "none", _("No clock")
        DAYS = "days", _("Days for a turn")
        TURN = "turn", _("Seconds for a turn")
        LIVE = "live", _("Minutes for a game")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    players = models.PositiveSmallIntegerField(default=2, db_default=2)
    """How many seats it has."""
    # Secret while the match is played: it gives away both decks' order.
    seed = models.BigIntegerField()
    # Card key -> record-format card object, as the card was when the match began.
    cards = models.JSONField()
    decks = models.JSONField()
    starters = models.JSONField(null=True, blank=True)
    opening_hands = models.JSONField(null=True, blank=True)
    opening_log = models.JSONField(default=list, blank=True)

    # The number of moves made.
    version = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    winner = models.CharField(max_length=6, blank=True)
    """The numbers of the seats that have won, in Phylo "draw" when both have."""
    ending = models.CharField(max_length=10, choices=Ending, blank=True)
    scores = models.JSONField(default=list)

    # The clock (games/services/clock.py): the pace never changes, the rest is the clock as it stands.
    pace = models.CharField(max_length=5, choices=Pace, default=Pace.NONE)
    pace_seconds = models.PositiveIntegerField(default=0)
    pace_increment = models.PositiveIntegerField(default=0)
    time_left = models.JSONField(null=True, blank=True)
    """Milliseconds of each seat at `clock_since`, from when on the clocks of those to act run."""
    clock_since = models.DateTimeField(null=True, blank=True)
    flag_at = models.DateTimeField(null=True, blank=True)
    """When the first flag falls if nobody acts until then."""

    public = models.BooleanField(default=False)
    """Whether everybody may watch, hands hidden until the end."""
    rated = models.BooleanField(default=False)
    offer = models.JSONField(null=True, blank=True)
    """What one seat offers the other (games/services/offers.py)."""
    offered = models.JSONField(null=True, blank=True)
    """Seat and kind, as in "0 draw" -> the number of the seat's last move when it offered that last."""
    talk = models.PositiveIntegerField(default=0)
    """Counts what happens beside the moves, offers and chat, so that those who watch hear of it."""

    bot_to_act = models.BooleanField(default=False)
    to_act = models.CharField(max_length=6, blank=True, default="", db_default="")
    """The numbers of the seats that may act, "01" during the reveal."""

    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    rematch_by = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat that has asked for another game, in a finished match of two people."""
    rematch_until = models.DateTimeField(null=True, blank=True)
    """Until when it waits; null when that has lapsed."""
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now_add=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ["-created"]
        constraints = [
            models.CheckConstraint(
                name="match_finished_has_result",
                condition=Q(status="playing", winner="")
                | Q(~Q(winner=""), status="finished", bot_to_act=False),
            ),
            models.CheckConstraint(
                name="match_finished_has_ending",
                condition=Q(status="playing", ending="")
                | Q(
                    status="finished",
                    ending__in=["played", "resigned", "time", "agreed"],
                    flag_at__isnull=True,
                    offer__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="match_clock_fits_its_pace",
                condition=Q(pace="none", pace_seconds=0, pace_increment=0, flag_at__isnull=True)
                | Q(pace__in=["days", "turn", "live"], pace_seconds__gte=1),
            ),
            models.CheckConstraint(name="match_no_own_rematch", condition=~Q(rematch_of=F("id"))),
        ]
        indexes = [
            models.Index(name="match_waiting_for_bot", fields=["updated"], condition=Q(bot_to_act=True)),
            models.Index(name="match_flag", fields=["flag_at"], condition=Q(flag_at__isnull=False)),
            models.Index(
                name="match_rematch", fields=["rematch_until"], condition=Q(rematch_until__isnull=False)
            ),
            models.Index(name="match_watch", fields=["status", "-updated", "id"], condition=Q(public=True)),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def won_by(self) -> tuple[int, ...]:
        """The seats that have won, several where the victory is shared; none while it is played."""
        return winners(self.winner)

    @property
    def finished(self) -> bool:
        return self.status == self.Status.FINISHED


def winners(told: str) -> tuple[int, ...]:
    """The seats that `Match.winner` tells."""
    return (0, 1) if told == DRAW else tuple(map(int, told))
