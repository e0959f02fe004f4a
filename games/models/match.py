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
    scores = models.JSONField(default=list)
    bot_to_act = models.BooleanField(default=False)

    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
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
            models.CheckConstraint(name="match_no_own_rematch", condition=~Q(rematch_of=F("id"))),
        ]
        indexes = [
            models.Index(name="match_waiting_for_bot", fields=["updated"], condition=Q(bot_to_act=True)),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def finished(self) -> bool:
        return self.status == self.Status.FINISHED
