import secrets
import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.models.player import Player


def new_code() -> str:
    """Short enough for an address that somebody types; nobody guesses it while it stands."""
    return secrets.token_urlsafe(9)


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    def standing(self, *, at: datetime) -> Self:
        return self.filter(status=Challenge.Status.OPEN, expires__gt=at)

    def lobby(self, *, at: datetime) -> Self:
        """What everybody may accept."""
        return self.standing(at=at).filter(listed=True, to=None)


class Challenge(models.Model):
    """
    A match that waits for its second player. Whoever knows the `code` may accept, unless it is directed `to`
    somebody; `listed` shows it in the lobby. What will be played is fixed when it is made.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        ACCEPTED = "accepted", _("Accepted")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DECLINED = "declined", _("Declined")

    class SeatChoice(models.TextChoices):
        ANY = "any", _("By chance")
        FIRST = "0", _("Left")
        SECOND = "1", _("Right")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=20, unique=True, default=new_code)
    maker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="challenges")
    to = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="challenges_got"
    )
    listed = models.BooleanField(default=True)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    deck_name = models.CharField(max_length=80)
    deck = models.JSONField()
    """Card keys, one a copy."""
    starter = models.CharField(max_length=80, blank=True)
    opening_hand = models.JSONField(default=list, blank=True)
    ready_decks_only = models.BooleanField(default=False)
    """Whether both play with decks that came with the site."""
    same_deck = models.BooleanField(default=False)
    """Whether the other one plays with the very same deck."""
    seat = models.CharField(max_length=3, choices=SeatChoice, default=SeatChoice.ANY)
    pace = models.CharField(max_length=5, choices=Match.Pace, default=Match.Pace.NONE)
    pace_seconds = models.PositiveIntegerField(default=0)
    pace_increment = models.PositiveIntegerField(default=0)
    rated = models.BooleanField(default=False)
    public = models.BooleanField(default=True)
    # Chosen by whoever makes it, so that sending it twice makes one challenge.
    key = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="challenge"
    )
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(name="challenge_key_once_a_maker", fields=["maker", "key"]),
            models.CheckConstraint(name="challenge_not_to_oneself", condition=~Q(to=models.F("maker"))),
            models.CheckConstraint(
                name="challenge_clock_fits_its_pace",
                condition=Q(pace="none", pace_seconds=0, pace_increment=0)
                | Q(pace__in=["days", "turn", "live"], pace_seconds__gte=1),
            ),
            models.CheckConstraint(
                name="challenge_accepted_has_match",
                condition=Q(status="accepted", match__isnull=False)
                | Q(status__in=["open", "withdrawn", "declined"], match__isnull=True),
            ),
        ]
        indexes = [
            models.Index(name="challenge_lobby", fields=["-created"], condition=Q(status="open", listed=True))
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def stands(self) -> bool:
        return self.status == self.Status.OPEN and self.expires > timezone.now()
