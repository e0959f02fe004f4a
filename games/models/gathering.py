import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.challenge import new_code
from games.models.match import Match
from games.models.player import Player


class GatheringQuerySet(models.QuerySet["Gathering"]):
    def standing(self, *, at: datetime) -> Self:
        return self.filter(status=Gathering.Status.OPEN, expires__gt=at)

    def lobby(self, *, at: datetime) -> Self:
        """Those that everybody may join."""
        return self.standing(at=at).filter(listed=True)

    def with_people(self) -> Self:
        return self.select_related("maker__user", "match").prefetch_related("places__player__user")


class Gathering(models.Model):
    """
    A table of a drafting game that waits for its players; the match is dealt when all seats are taken, or
    when the maker lets bots take what is free. Whoever knows the `code` may join; `listed` shows it in the
    lobby.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        BEGUN = "begun", _("Begun")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=20, unique=True, default=new_code)
    maker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="gatherings")
    rules = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    """All of them, the maker's and those of bots among them."""
    bots = models.JSONField(default=list, blank=True)
    """Levels of the bots that sit there from the beginning."""
    here = models.PositiveSmallIntegerField(default=0)
    """Further seats of the maker's device."""
    pace = models.CharField(max_length=5, choices=Match.Pace, default=Match.Pace.NONE)
    pace_seconds = models.PositiveIntegerField(default=0)
    rated = models.BooleanField(default=False)
    public = models.BooleanField(default=True)
    listed = models.BooleanField(default=True)
    # Chosen by whoever makes it, so that sending it twice makes one gathering.
    key = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="gathering"
    )
    again_of = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="gathered_again"
    )
    """The match whose players meet again."""
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()

    objects = GatheringQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(name="gathering_key_once_a_maker", fields=["maker", "key"]),
            models.CheckConstraint(name="gathering_of_2_to_6", condition=Q(seats__gte=2, seats__lte=6)),
            models.CheckConstraint(
                name="gathering_clock_fits_its_pace",
                condition=Q(pace="none", pace_seconds=0) | Q(pace__in=["days", "turn"], pace_seconds__gte=1),
            ),
            models.CheckConstraint(
                name="gathering_begun_has_match",
                condition=Q(status="begun", match__isnull=False)
                | Q(status__in=["open", "withdrawn"], match__isnull=True),
            ),
        ]
        indexes = [
            models.Index(name="gathering_lobby", fields=["-created"], condition=Q(status="open", listed=True))
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def stands(self) -> bool:
        return self.status == self.Status.OPEN and self.expires > timezone.now()

    @property
    def taken(self) -> int:
        """Seats that somebody has: people who have come, bots, and the maker's device."""
        come = sum(1 for place in self.places.all() if place.state == Place.State.TAKEN)
        return come + len(self.bots) + self.here

    @property
    def kept(self) -> int:
        """Seats that are kept for those who are invited and have not answered."""
        return sum(1 for place in self.places.all() if place.state == Place.State.INVITED)

    @property
    def free(self) -> int:
        """Seats that anybody may take."""
        return self.seats - self.taken - self.kept


class Place(models.Model):
    """Somebody's part in a gathering."""

    class State(models.TextChoices):
        INVITED = "invited", _("Invited")
        TAKEN = "taken", _("Taken")
        DECLINED = "declined", _("Declined")

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="places")
    state = models.CharField(max_length=10, choices=State, default=State.TAKEN)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="place_once_a_gathering", fields=["gathering", "player"]),
            models.CheckConstraint(
                name="place_has_a_state", condition=Q(state__in=["invited", "taken", "declined"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gathering_id}/{self.player_id}"
