import secrets
import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.sets.models import Collection
from engine.drafting import GAMES
from games.matches.models import Match, Mute, Player
from games.matches.services.contact_rules import sets_binding


def new_code() -> str:
    """Of 128 bits: whoever has it may join."""
    return secrets.token_urlsafe(16)


class OpenTableQuerySet(models.QuerySet["OpenTable"]):
    def standing(self, *, at: datetime) -> Self:
        """Tables that are still waiting for people."""
        return self.filter(status=OpenTable.Status.OPEN, expires__gt=at)

    def searching(self, *, at: datetime) -> Self:
        """Quick pairings that still wait, the longest first."""
        return self.standing(at=at).filter(quick=True).order_by("created", "pk")

    def drafting(self, yes: bool = True) -> Self:
        """Tables of the drafting games, or if not `yes`, challenges."""
        return self.filter(rules__in=GAMES) if yes else self.exclude(rules__in=GAMES)

    def with_participant(self, player: uuid.UUID | None, *states: "Participant.State") -> Self:
        """Tables at which the player is a participant in one of these states."""
        return self.filter(participants__player=player, participants__state__in=states)

    def seen_by(self, player: uuid.UUID | None) -> Self:
        """All tables except those meant for other players only, and those of people who block the player."""
        known = Participant.objects.filter(player=player).exclude(state=Participant.State.UNSEEN)
        open_to_all = Q(invited_only=False) & ~Q(maker__in=Mute.objects.blocking(player))
        return self.filter(Q(pk__in=known.values("open_table")) | open_to_all).within_class(player)

    def open_to(self, player: uuid.UUID | None) -> Self:
        """Without the tables of people who block the player."""
        if player is None:
            return self
        return self.exclude(maker__in=Mute.objects.blocking(player)).within_class(player)

    def within_class(self, player: uuid.UUID | None) -> Self:
        """If the player is a pupil, only the tables of their class; for everybody else all."""
        found = self
        if player is not None:
            for sets in sets_binding(player):
                theirs = sets.order_by().values("pk")
                found = found.filter(Q(collection__in=theirs) | ~Exists(theirs))
        return found

    def inside(self, sets: models.QuerySet[Collection]) -> Self:
        """The tables that the people of these sets see: all but those meant for one person."""
        return self.filter(collection__in=sets.order_by().values("pk"), invited_only=False)

    def with_people(self) -> Self:
        people = models.Prefetch("participants", Participant.objects.select_related("player__user"))
        return self.select_related("maker__user", "match", "led_to__match", "collection").prefetch_related(
            people
        )


class OpenTable(models.Model):
    """
    A table at which people wait for a match, which begins when the last seat is taken or, in a drafting game,
    when the maker lets bots take the free seats. The terms are fixed when the table is opened.

    Anybody who knows the `code` may join, unless the table is `invited_only`; `listed` shows it in the lobby.
    Players call a table for Phylo a challenge.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        BEGUN = "begun", _("Begun")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DECLINED = "declined", pgettext_lazy("open table", "Declined")

    class Side(models.TextChoices):
        ANY = "any", _("By chance")
        FIRST = "0", _("Left")
        SECOND = "1", _("Right")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=22, unique=True, default=new_code)
    maker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="opened_tables")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField(default=2)
    """The number of all seats, including the maker's and the bots'."""
    bots = models.JSONField(default=list, blank=True)
    """The levels of the bots that were seated from the start."""
    here = models.PositiveSmallIntegerField(default=0)
    """Further seats played on the maker's device."""
    side = models.CharField(max_length=3, choices=Side, default=Side.ANY)
    """The maker's seat at a table for two."""
    ready_decks_only = models.BooleanField(default=False)
    """Whether only ready decks may be played."""
    same_deck = models.BooleanField(default=False)
    """Whether everybody plays the maker's deck."""
    pace = models.CharField(max_length=5, choices=Match.Pace, default=Match.Pace.NONE)
    pace_seconds = models.PositiveIntegerField(default=0)
    pace_increment = models.PositiveIntegerField(default=0)
    rated = models.BooleanField(default=False)
    public = models.BooleanField(default=True)
    listed = models.BooleanField(default=True)
    invited_only = models.BooleanField(default=False)
    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=models.SET_NULL, related_name="open_tables"
    )
    """The set whose people see the table, instead of the lobby; its match is one of that set."""
    quick = models.BooleanField(default=False, db_default=False)
    """Whether the maker waits for anybody as strong who wants the same (games/lobby/services/quick.py)."""
    led_to = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Of a quick pairing: the other one, at which its maker was given the second seat."""
    # Chosen by the maker's client, so that a repeated request opens one table.
    key = models.CharField(max_length=64)
    asked = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What made it asked for (phylo/http/keys.py)."""
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="open_table"
    )
    again_of = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="opened_again"
    )
    """The match whose players want to play again."""
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()

    objects = OpenTableQuerySet.as_manager()

    class Meta:
        db_table = "games_opentable"
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
            models.CheckConstraint(
                name="open_table_of_a_set_stays_in_it",
                condition=Q(collection__isnull=True) | Q(public=False, listed=False),
            ),
        ]
        indexes = [
            models.Index(
                name="open_table_lobby", fields=["-created"], condition=Q(status="open", listed=True)
            ),
            models.Index(name="open_table_quick", fields=["created"], condition=Q(status="open", quick=True)),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.pk}"

    def get_absolute_url(self) -> str:
        if self.quick:
            return reverse("quick", args=[self.code])
        return reverse("open-table", args=[self.code])

    @property
    def stands(self) -> bool:
        return self.status == self.Status.OPEN and self.expires > timezone.now()

    @property
    def began(self) -> Match | None:
        """The match that the maker plays because of it."""
        return self.led_to.match if self.led_to else self.match

    @property
    def search_status(self) -> str:
        """Of a quick pairing: waiting, begun or ended."""
        return "begun" if self.began else "waiting" if self.stands else "ended"

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES

    @property
    def taken(self) -> int:
        """The number of seats taken by people who have joined, by bots and on the maker's device."""
        return self._people(Participant.State.WAITING) + len(self.bots) + self.here

    @property
    def kept(self) -> int:
        """The number of seats kept for invited people who have not answered."""
        return self._people(Participant.State.INVITED, Participant.State.UNSEEN)

    @property
    def free(self) -> int:
        """The number of seats that anybody may take."""
        return self.seats - self.taken - self.kept

    def _people(self, *states: "Participant.State") -> int:
        return sum(1 for each in self.participants.all() if each.state in states)


class Participant(models.Model):
    """A player who waits at an open table, is invited to it, or has left or declined it."""

    class State(models.TextChoices):
        INVITED = "invited", _("Invited")
        # By somebody whom they block: for all others as INVITED.
        UNSEEN = "unseen", _("Invited unseen")
        WAITING = "waiting", _("Waiting")
        DECLINED = "declined", pgettext_lazy("player", "Declined")

    open_table = models.ForeignKey(OpenTable, on_delete=models.CASCADE, related_name="participants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="participations")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    deck_name = models.CharField(max_length=80, blank=True)
    deck_listed = models.BooleanField(default=False, db_default=False)
    """As in Seat."""
    deck = models.JSONField(default=list, blank=True)
    """Card keys, one per copy; empty in games without decks."""
    starter = models.CharField(max_length=80, blank=True)
    opening_hand = models.JSONField(default=list, blank=True)

    class Meta:
        db_table = "games_participant"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="participant_once_a_table", fields=["open_table", "player"]),
            models.CheckConstraint(
                name="participant_has_a_state",
                condition=Q(state__in=["invited", "unseen", "waiting", "declined"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.open_table_id}/{self.player_id}"
