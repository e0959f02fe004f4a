"""Tournaments: who plays in them, who meets whom, and what each game is worth."""

import uuid
from datetime import datetime
from fractions import Fraction
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.sets.models import Collection
from engine.drafting import GAMES
from games.lobby.models import new_code
from games.matches.models import BotLevel, Match, Player

POINT = 120
"""The units of a point in `Place.points`: halves, and shares of up to five opponents, are whole numbers."""


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def going_on(self, *, at: datetime) -> Self:
        """Running tournaments, and open ones whose time to begin has come."""
        begins = Q(status=Tournament.Status.OPEN, starts_at__lte=at)
        return self.filter(begins | Q(status=Tournament.Status.RUNNING)).order_by("created", "pk")

    def idle(self, *, since: datetime) -> Self:
        """Open ones without a time to begin, that nobody has made or joined since then."""
        joined = Entry.objects.filter(tournament=OuterRef("pk"), joined__gte=since)
        waiting = self.filter(status=Tournament.Status.OPEN, starts_at=None, created__lt=since)
        return waiting.exclude(Exists(joined))

    def under_way(self) -> Self:
        """Those that are not over."""
        return self.filter(status__in=[Tournament.Status.OPEN, Tournament.Status.RUNNING])

    def with_player(self, player: uuid.UUID) -> Self:
        """Those that the player made or takes part in, the oldest first."""
        joined = Entry.objects.filter(player=player).values("tournament")
        return self.filter(Q(maker=player) | Q(pk__in=joined)).order_by("created", "pk")

    def with_people(self) -> Self:
        return self.select_related("maker__user", "collection")


class Tournament(models.Model):
    """
    Many matches under the same terms, with standings. The terms are fixed when it is made. `options`, pace
    and decks are as in OpenTable; `seats` is the size of a table, 3 to 6 only in drafting games.
    """

    class Kind(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round-robin", _("Round robin")
        ARENA = "arena", _("Arena")
        SIMUL = "simul", _("Simultaneous")

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("tournament", "Open")
        RUNNING = "running", _("Running")
        FINISHED = "finished", pgettext_lazy("tournament", "Finished")
        CANCELLED = "cancelled", pgettext_lazy("tournament", "Cancelled")

    class Decks(models.TextChoices):
        FREE = "free", _("Any deck")
        READY = "ready", _("Ready decks only")
        GIVEN = "given", _("The same deck for everybody")

    class Audience(models.TextChoices):
        LINK = "link", _("Whoever has the link")
        SET = "set", _("Members of the set")
        SITE = "site", _("Everybody")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=22, unique=True, default=new_code)
    name = models.CharField(max_length=80)
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tournaments")
    """In a simultaneous the host, who plays on all boards."""
    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=models.CASCADE, related_name="tournaments"
    )
    """The set for whose members it is."""
    kind = models.CharField(max_length=12, choices=Kind)
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField(default=2)
    pace = models.CharField(max_length=5, choices=Match.Pace)
    pace_seconds = models.PositiveIntegerField(default=0)
    pace_increment = models.PositiveIntegerField(default=0)
    rounds = models.PositiveSmallIntegerField(default=0)
    """How many rounds are planned; 0 in an arena, and in a round robin until it begins."""
    minutes = models.PositiveSmallIntegerField(default=0)
    """How long an arena pairs; 0 otherwise."""
    between = models.PositiveIntegerField(default=60)
    """Seconds from the end of a round to the next one."""
    no_show = models.PositiveIntegerField(default=300)
    """Seconds from the deal in which a player must come to the table to play; 0 leaves it to clocks."""
    decks = models.CharField(max_length=5, choices=Decks, default=Decks.FREE)
    # The given deck, as in Participant, without its name if that is the maker's alone.
    deck_name = models.CharField(max_length=80, blank=True)
    deck = models.JSONField(default=list, blank=True)
    starter = models.CharField(max_length=80, blank=True)
    opening_hand = models.JSONField(default=list, blank=True)
    audience = models.CharField(max_length=4, choices=Audience, default=Audience.LINK)
    password = models.CharField(max_length=128, blank=True)
    """Hashed as those of accounts; empty where none is asked for."""
    bots_allowed = models.BooleanField(default=False)
    """Whether programs of people may play."""
    filler = models.CharField(max_length=20, choices=BotLevel, blank=True)
    """The level of the computer that fills seats which stay free; without one there are byes."""
    rated = models.BooleanField(default=False)
    public = models.BooleanField(default=False)
    """Whether everybody may watch its games."""

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    starts_at = models.DateTimeField(null=True, blank=True)
    """When it begins by itself; null if the maker begins it."""
    begun = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    """Of a running arena: until when it pairs."""
    ended = models.DateTimeField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    """The number of the current round, or of the last one while the next has not begun."""
    next_round_at = models.DateTimeField(null=True, blank=True)
    """When the next round begins; null while one is played, and at the end."""
    version = models.PositiveIntegerField(default=0)
    """Counts changes of entries, rounds and results, so that open pages notice them."""
    # As in OpenTable.
    key = models.CharField(max_length=64)
    asked = models.CharField(max_length=32, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        db_table = "games_tournament"
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(name="tournament_key_once_a_maker", fields=["maker", "key"]),
            models.CheckConstraint(
                name="tournament_tables_of_2_to_6", condition=Q(seats__gte=2, seats__lte=6)
            ),
            models.CheckConstraint(
                name="tournament_of_a_set_is_not_public",
                condition=Q(collection__isnull=True) | Q(audience="set", public=False),
            ),
            models.CheckConstraint(
                name="tournament_arena_has_minutes",
                condition=Q(kind="arena", minutes__gte=1, rounds=0) | (~Q(kind="arena") & Q(minutes=0)),
            ),
            models.CheckConstraint(
                name="tournament_status_says_when",
                condition=Q(status="open", begun__isnull=True, ended__isnull=True)
                | Q(status="running", begun__isnull=False, ended__isnull=True)
                | Q(status="finished", begun__isnull=False, ended__isnull=False)
                | Q(status="cancelled", ended__isnull=False),
            ),
        ]
        indexes = [
            models.Index(name="tournament_listed", fields=["audience", "status", "-created"]),
            models.Index(name="tournament_due", fields=["starts_at"], condition=Q(status="open")),
            models.Index(name="tournament_running", fields=["next_round_at"], condition=Q(status="running")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.code])

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES

    @property
    def deck_listed(self) -> bool:
        return bool(self.deck_name)

    @property
    def in_rounds(self) -> bool:
        return self.kind != self.Kind.ARENA

    @property
    def over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)


class EntryQuerySet(models.QuerySet["Entry"]):
    def people(self) -> Self:
        return self.filter(player__isnull=False)

    def playing(self) -> Self:
        """Those who have not withdrawn."""
        return self.filter(withdrawn_at__isnull=True)


class Entry(models.Model):
    """A player in a tournament, or a computer that fills seats; `deck` and the like as in Participant."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    bot = models.CharField(max_length=20, choices=BotLevel, blank=True)
    number = models.PositiveSmallIntegerField()
    """From 1, in the order of joining; it never changes."""
    rating = models.PositiveSmallIntegerField(default=0)
    """The rating as people see it, as it was when the player joined; 0 without one."""
    program = models.BooleanField(default=False)
    """Whether it joined with an API token."""
    deck_name = models.CharField(max_length=80, blank=True)
    deck_listed = models.BooleanField(default=False)
    deck = models.JSONField(default=list, blank=True)
    starter = models.CharField(max_length=80, blank=True)
    opening_hand = models.JSONField(default=list, blank=True)
    joined = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """Who took the player out, if that was not the player."""
    ready_since = models.DateTimeField(null=True, blank=True)
    """In an arena: since when the player waits for a game; null during a game and in a break."""

    objects = EntryQuerySet.as_manager()

    class Meta:
        db_table = "games_entry"
        ordering = ["tournament_id", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(name="entry_once_a_player", fields=["tournament", "player"]),
            models.UniqueConstraint(name="entry_number_once", fields=["tournament", "number"]),
            models.CheckConstraint(
                name="entry_has_player_or_bot",
                condition=Q(player__isnull=False, bot="") | Q(player__isnull=True, bot__in=BotLevel.values),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    begun = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "games_round"
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(name="round_once", fields=["tournament", "number"])]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Game(models.Model):
    """A pairing: who meets whom at which board, and the match in which they do; a bye has no match."""

    class How(models.TextChoices):
        PAIRED = "paired", _("Paired")
        PLAYED = "played", _("Played")
        FORFEIT = "forfeit", _("Forfeit")
        BYE = "bye", _("Bye")
        LATE = "late", _("Joined late")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE, related_name="games")
    """Null in an arena."""
    board = models.PositiveIntegerField()
    """From 1 in each round; in an arena from 1 on."""
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournament_game"
    )
    """Null until it is dealt, and for byes."""
    how = models.CharField(max_length=7, choices=How, default=How.PAIRED)
    """PAIRED until there is a result. FORFEIT: somebody did not come, and the result was not played out."""
    paired = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "games_game"
        ordering = ["tournament_id", "round_id", "board"]
        constraints = [
            models.UniqueConstraint(
                name="game_board_once_a_round", fields=["round", "board"], condition=Q(round__isnull=False)
            ),
            models.UniqueConstraint(
                name="game_board_once_an_arena",
                fields=["tournament", "board"],
                condition=Q(round__isnull=True),
            ),
            models.CheckConstraint(
                name="game_ended_has_result",
                condition=Q(how="paired", ended__isnull=True) | (~Q(how="paired") & Q(ended__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(name="game_under_way", fields=["tournament"], condition=Q(how="paired")),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.board}"


class Place(models.Model):
    """An entry's seat in a game, and what it earned there."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    """
    Which of the entry's games it is: the number of the round; in an arena 1, 2, … and for a host the board.
    """
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    """
    In units of 1/POINT: the share of the opponents at the table who were beaten, a tie counting half. Before
    the end 0 for whoever has not come to a drafting table in time, unless they take the seat back.
    """

    class Meta:
        db_table = "games_place"
        ordering = ["game_id", "seat"]
        constraints = [
            models.UniqueConstraint(name="place_seat_once_a_game", fields=["game", "seat"]),
            # Nobody is paired twice in a round, whatever happens.
            models.UniqueConstraint(name="place_once_a_round", fields=["entry", "number"]),
            models.CheckConstraint(
                name="place_earns_a_point_at_most", condition=Q(points__isnull=True) | Q(points__lte=POINT)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def earned(self) -> Fraction | None:
        return None if self.points is None else Fraction(self.points, POINT)


class Correction(models.Model):
    """A result that the maker of a tournament has corrected: points by seat, in units of 1/POINT."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="corrections")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="corrections")
    before = models.JSONField()
    """Null for a seat that had no points yet."""
    after = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_correction"
        ordering = ["created", "pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.after}"
