import secrets
import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.drafting import GAMES
from games.models.match import Match
from games.models.player import Player


def new_code() -> str:
    """Short enough for an address that somebody types; nobody guesses it while the table is open."""
    return secrets.token_urlsafe(9)


class OpenTableQuerySet(models.QuerySet["OpenTable"]):
    def standing(self, *, at: datetime) -> Self:
        """Those that are still waiting for people."""
        return self.filter(status=OpenTable.Status.OPEN, expires__gt=at)

    def drafting(self, yes: bool = True) -> Self:
        """Tables of the drafting games, or else challenges."""
        return self.filter(rules__in=GAMES) if yes else self.exclude(rules__in=GAMES)

    def with_participant(self, player: uuid.UUID | None, *states: "Participant.State") -> Self:
        """Those in which the player takes part in one of these states."""
        return self.filter(participants__player=player, participants__state__in=states)

    def seen_by(self, player: uuid.UUID | None) -> Self:
        """All but those that are for others alone."""
        theirs = Participant.objects.filter(player=player).values("open_table")
        return self.filter(Q(invited_only=False) | Q(pk__in=theirs))

    def with_people(self) -> Self:
        people = models.Prefetch("participants", Participant.objects.select_related("player__user"))
        return self.select_related("maker__user", "match").prefetch_related(people)


class OpenTable(models.Model):
    """
    A table at which people wait until their match begins: when the last seat is taken, or, in a drafting
    game, when the maker lets bots take the free seats. What will be played is fixed when it is opened.

    Whoever knows the `code` may join, unless it is `invited_only`; `listed` shows it in the lobby. A table
    for two that play Phylo, each with a deck, is what players call a challenge.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        BEGUN = "begun", _("Begun")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DECLINED = "declined", _("Declined")

    class Side(models.TextChoices):
        ANY = "any", _("By chance")
        FIRST = "0", _("Left")
        SECOND = "1", _("Right")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=20, unique=True, default=new_code)
    maker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="opened_tables")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField(default=2)
    """All of them, including the maker's and those of bots."""
    bots = models.JSONField(default=list, blank=True)
    """Levels of the bots that sit there from the beginning."""
    here = models.PositiveSmallIntegerField(default=0)
    """Further seats played on the maker's device."""
    side = models.CharField(max_length=3, choices=Side, default=Side.ANY)
    """Where the maker sits at a table for two."""
    ready_decks_only = models.BooleanField(default=False)
    """Whether everybody plays a deck that came with the site."""
    same_deck = models.BooleanField(default=False)
    """Whether everybody plays the maker's deck."""
    pace = models.CharField(max_length=5, choices=Match.Pace, default=Match.Pace.NONE)
    pace_seconds = models.PositiveIntegerField(default=0)
    pace_increment = models.PositiveIntegerField(default=0)
    rated = models.BooleanField(default=False)
    public = models.BooleanField(default=True)
    listed = models.BooleanField(default=True)
    invited_only = models.BooleanField(default=False)
    # Chosen by the maker's client, so that sending the request twice opens one table.
    key = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="open_table"
    )
    again_of = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="opened_again"
    )
    """The match whose players meet again."""
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()

    objects = OpenTableQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(name="open_table_key_once_a_maker", fields=["maker", "key"]),
            models.CheckConstraint(name="open_table_of_2_to_6", condition=Q(seats__gte=2, seats__lte=6)),
            models.CheckConstraint(
                name="open_table_clock_fits_its_pace",
                condition=Q(pace="none", pace_seconds=0, pace_increment=0)
                | Q(pace__in=["days", "turn", "live"], pace_seconds__gte=1),
            ),
            models.CheckConstraint(
                name="open_table_begun_has_match",
                condition=Q(status="begun", match__isnull=False)
                | Q(status__in=["open", "withdrawn", "declined"], match__isnull=True),
            ),
            models.CheckConstraint(
                name="open_table_invited_only_is_not_listed",
                condition=Q(invited_only=False) | Q(listed=False),
            ),
        ]
        indexes = [
            models.Index(
                name="open_table_lobby", fields=["-created"], condition=Q(status="open", listed=True)
            )
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("open-table" if self.drafting else "challenge", args=[self.code])

    @property
    def stands(self) -> bool:
        return self.status == self.Status.OPEN and self.expires > timezone.now()

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES

    @property
    def taken(self) -> int:
        """Seats that somebody has: people who have joined, bots, and the maker's device."""
        return self._people(Participant.State.WAITING) + len(self.bots) + self.here

    @property
    def kept(self) -> int:
        """Seats that are kept for those who are invited and have not answered."""
        return self._people(Participant.State.INVITED)

    @property
    def free(self) -> int:
        """Seats that anybody may take."""
        return self.seats - self.taken - self.kept

    def _people(self, state: "Participant.State") -> int:
        return sum(1 for each in self.participants.all() if each.state == state)


class Participant(models.Model):
    """Somebody who waits at an open table, or is invited to it."""

    class State(models.TextChoices):
        INVITED = "invited", _("Invited")
        WAITING = "waiting", _("Waiting")
        DECLINED = "declined", _("Declined")

    open_table = models.ForeignKey(OpenTable, on_delete=models.CASCADE, related_name="participants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="participations")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    deck_name = models.CharField(max_length=80, blank=True)
    deck = models.JSONField(default=list, blank=True)
    """Card keys, one a copy; empty in games without decks."""
    starter = models.CharField(max_length=80, blank=True)
    opening_hand = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="participant_once_a_table", fields=["open_table", "player"]),
            models.CheckConstraint(
                name="participant_has_a_state", condition=Q(state__in=["invited", "waiting", "declined"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.open_table_id}/{self.player_id}"
