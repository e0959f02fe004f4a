import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

# What a page that only asks "who, and how far" need not read.
BULKY = ["cards", "decks", "snapshot", "opening_log"]


class MatchQuerySet(models.QuerySet["Match"]):
    def lean(self) -> "MatchQuerySet":
        return self.defer(*BULKY)

    def of(self, player_id: uuid.UUID) -> "MatchQuerySet":
        return self.filter(seats__player_id=player_id)

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
    One game of two seats. `rules`, `options`, `seed`, `cards`, `decks`, `starters` and `opening_hands` are
    its start and never change; the moves are its truth; `snapshot` and what follows are a cache of their end.
    """

    class Status(models.TextChoices):
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")

    class Winner(models.TextChoices):
        FIRST = "0", _("First seat")
        SECOND = "1", _("Second seat")
        DRAW = "draw", _("Draw")

    class Ending(models.TextChoices):
        PLAYED = "played", _("Played to the end")
        RESIGNED = "resigned", _("Resigned")
        TIME = "time", _("Out of time")
        AGREED = "agreed", _("Draw agreed")

    class Pace(models.TextChoices):
        NONE = "none", _("No clock")
        DAYS = "days", _("Days for a turn")
        LIVE = "live", _("Minutes for a game")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
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
    winner = models.CharField(max_length=4, choices=Winner, blank=True)
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
    talk = models.PositiveIntegerField(default=0)
    """Counts what happens beside the moves, offers and chat, so that those who watch hear of it."""

    bot_to_act = models.BooleanField(default=False)
    to_act = models.CharField(max_length=2, blank=True, default="", db_default="")
    """The numbers of the seats that may act, "01" during the reveal."""

    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    rematch_by = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat that has asked for another game, in a finished match of two people."""
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
                | Q(status="finished", winner__in=["0", "1", "draw"], bot_to_act=False),
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
                | Q(pace__in=["days", "live"], pace_seconds__gte=1),
            ),
            models.CheckConstraint(name="match_no_own_rematch", condition=~Q(rematch_of=F("id"))),
        ]
        indexes = [
            models.Index(name="match_waiting_for_bot", fields=["updated"], condition=Q(bot_to_act=True)),
            models.Index(name="match_flag", fields=["flag_at"], condition=Q(flag_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def finished(self) -> bool:
        return self.status == self.Status.FINISHED
