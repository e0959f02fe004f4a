import hashlib
import random
import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import models
from django.db.models import Exists, Expression, F, OuterRef, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.models.card import is_own
from cards.ready_texts import local_text
from cards.sets.models import Collection
from engine.bots.levels import OFFERED
from engine.chance import Seed
from games.matches.models.player import Player

DRAW = "draw"
# Large columns that pages need only for drawing the table.
BULKY = ["cards", "own_faces", "decks", "snapshot", "opening_log"]
FROM_ELSEWHERE = "*from-"
"""Keys of moves that came in a file begin so (services/continuing.py)."""


def came_from_elsewhere(match: str) -> Exists:
    """
    Whether a match, which that column names, has moves that came in a file: they are legal, but nobody here
    has seen the computer choose them.
    """
    return Exists(Move.objects.filter(match=OuterRef(match), key__startswith=FROM_ELSEWHERE))


class MatchQuerySet(models.QuerySet["Match"]):
    def lean(self) -> "MatchQuerySet":
        return self.defer(*BULKY)

    def with_seats(self) -> "MatchQuerySet":
        """Without bulky columns, with the seats and their players."""
        seats = Seat.objects.select_related("player__user").order_by("number")
        return self.lean().prefetch_related(models.Prefetch("seats", queryset=seats))

    def of(self, player_id: uuid.UUID) -> "MatchQuerySet":
        # Not by a join: a player may hold several seats in one match.
        return self.filter(pk__in=Seat.objects.filter(player_id=player_id).values("match"))

    def playing(self) -> "MatchQuerySet":
        return self.filter(status=Match.Status.PLAYING)

    def finished(self) -> "MatchQuerySet":
        return self.filter(status=Match.Status.FINISHED)

    def out_of_time(self, *, at: datetime | Expression) -> "MatchQuerySet":
        """Matches in which somebody's time had run out by that moment, earliest first."""
        return self.playing().filter(flag_at__lte=at).order_by("flag_at")

    def watchable(self) -> "MatchQuerySet":
        """Matches that everybody may watch."""
        return self.filter(public=True)

    def waiting_for_bot(self, *, since: datetime) -> "MatchQuerySet":
        """Matches in which a bot has been to act since that moment or before, longest wait first."""
        return self.playing().filter(bot_to_act=True, updated__lte=since).order_by("updated")


class Match(models.Model):
    """
    One game with one to six seats; in Phylo always two. `rules`, `options`, `seed`, `cards`, `decks`,
    `starters` and `opening_hands` are its start and never change; the moves are authoritative; `snapshot`,
    `scores` and the like cache the state after them.
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
    """The number of seats."""
    # Secret while the match is played: it determines the order of both decks.
    seed = models.CharField(max_length=64)
    """64 hexadecimal digits; in matches of earlier versions a whole number."""
    first_seed = models.CharField(max_length=64, blank=True, default="", db_default="")
    """Of a player's first game: the seed from which `seed` follows (engine/phylo/first_deal.py)."""
    # Card key -> card object of the record format, as it was when the match began.
    cards = models.JSONField()
    own_faces = models.JSONField(default=dict, blank=True, db_default={})
    """What the faces of a set's own cards show besides, as dealt: key -> fact, source, subject, picture."""
    decks = models.JSONField()
    starters = models.JSONField(null=True, blank=True)
    opening_hands = models.JSONField(null=True, blank=True)
    opening_log = models.JSONField(default=list, blank=True)

    # The number of moves.
    version = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    winner = models.CharField(max_length=6, blank=True)
    """The numbers of the winning seats, or "draw" in Phylo."""
    ending = models.CharField(max_length=10, choices=Ending, blank=True)
    scores = models.JSONField(default=list)

    # The clock (games/matches/services/clock.py): the pace never changes, the rest is its current state.
    pace = models.CharField(max_length=5, choices=Pace, default=Pace.NONE)
    pace_seconds = models.PositiveIntegerField(default=0)
    pace_increment = models.PositiveIntegerField(default=0)
    time_left = models.JSONField(null=True, blank=True)
    """Milliseconds left for each seat at `clock_since`, when the clocks of those to act started."""
    clock_since = models.DateTimeField(null=True, blank=True)
    flag_at = models.DateTimeField(null=True, blank=True)
    """When the first flag falls if nobody acts before; null while the clock stands still."""

    public = models.BooleanField(default=False)
    """Whether everybody may watch, with hands hidden until the end."""
    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches"
    )
    """The set in which it is played: the set's people may watch, and nobody else (games/matches/access/)."""
    rated = models.BooleanField(default=False)
    offer = models.JSONField(null=True, blank=True)
    """The standing offer (games/matches/services/offers.py)."""
    offered = models.JSONField(null=True, blank=True)
    """
    Seat and kind of an offer, such as "0 draw" -> the number of the seat's last move when it was made, and
    "0 draw declined" -> the version at which it was declined.
    """
    talk = models.PositiveIntegerField(default=0)
    """Counts changes besides moves, such as offers and chat, so that open pages notice them."""

    bot_to_act = models.BooleanField(default=False)
    to_act = models.CharField(max_length=6, blank=True, default="", db_default="")
    """The numbers of the seats that may act, "01" during the reveal."""

    begun_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="played_on"
    )
    """The finished match from which this one was played on against the computer."""
    begun_at = models.PositiveIntegerField(null=True, blank=True)
    """At which version of that match; its moves up to there are this one's first."""
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    rematch_by = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat that has requested a rematch, in a finished match between two people."""
    rematch_until = models.DateTimeField(null=True, blank=True)
    """When the request lapses; null once it has."""
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
            models.CheckConstraint(
                name="match_of_a_set_is_not_public", condition=Q(collection__isnull=True) | Q(public=False)
            ),
            models.CheckConstraint(name="match_no_own_rematch", condition=~Q(rematch_of=F("id"))),
            models.CheckConstraint(
                name="match_played_on_says_from_where",
                condition=Q(begun_from__isnull=True) | Q(begun_at__isnull=False, rated=False),
            ),
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

    def bot_seed(self, version: int) -> bytes:
        """
        The seed for a bot at a version. A second run of the same turn gets the same one and makes the same
        move, unless the public decks that the bot knows have changed meanwhile; the match's own is hashed, so
        that the bot's moves reveal nothing of the decks' order.
        """
        return hashlib.sha256(f"bot {self.seed} {version}".encode()).digest()

    def chance_at(self, version: int) -> random.Random:
        """The random generator for a bot at a version."""
        return random.Random(self.bot_seed(version))

    @property
    def dealt_from(self) -> Seed:
        """The seed as the engine takes it; the number of an earlier version has at most 19 digits."""
        return self.seed if len(self.seed) == 64 else int(self.seed)

    @property
    def faces(self) -> dict[str, dict[str, object]]:
        """Its cards by key, a set's own ones with all that their faces show."""
        return {key: {**self.own_faces.get(key, {}), **card} for key, card in self.cards.items()}

    @property
    def has_own_cards(self) -> bool:
        """Whether it is played with cards that only one set has."""
        return any(map(is_own, self.cards))

    @property
    def won_by(self) -> tuple[int, ...]:
        """The winning seats, several for a shared victory; none while the match is played."""
        return winners(self.winner)

    @property
    def sole_winner(self) -> int | None:
        return self.won_by[0] if len(self.won_by) == 1 else None

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act; none once the match is finished."""
        return () if self.finished else tuple(map(int, self.to_act))

    @property
    def stands_still(self) -> bool:
        """Whether the match has a clock that stands still (games/matches/services/pauses.py)."""
        return self.clock_since is not None and self.flag_at is None and not self.finished

    @property
    def clocks_running(self) -> tuple[int, ...]:
        return () if self.stands_still else self.acting

    @property
    def finished(self) -> bool:
        return self.status == self.Status.FINISHED


def winners(stored: str) -> tuple[int, ...]:
    """The seats in a `Match.winner`."""
    return (0, 1) if stored == DRAW else tuple(map(int, stored))


class BotLevel(models.TextChoices):
    """
    The levels of the computer (engine/bots/levels.py), easiest first. The last four are of earlier versions:
    matches and programs name them, pages no longer offer them, and not every game has all of them.
    """

    MOUSE = "mouse", _("Mouse")
    HEDGEHOG = "hedgehog", _("Hedgehog")
    FOX = "fox", _("Fox")
    OWL = "owl", _("Owl")
    ORCA = "orca", _("Orca")
    BEGINNER = "beginner", _("Easy")
    GREEDY = "greedy", _("Normal")
    STRONG = "strong", _("Strong")
    RANDOM = "random", _("By chance")

    @classmethod
    def offered(cls) -> list["BotLevel"]:
        """Those that people may choose."""
        return [cls(key) for key in OFFERED]


class SeatQuerySet(models.QuerySet["Seat"]):
    def of(self, player_id: uuid.UUID) -> "SeatQuerySet":
        """The player's seats with their matches, except the matches' bulky columns."""
        return (
            self.filter(player_id=player_id)
            .select_related("match")
            .defer(*(f"match__{column}" for column in BULKY))
        )

    def at_one_table(self, match_id: uuid.UUID | Expression) -> "SeatQuerySet":
        """All seats of a match in order, with players, accounts, and the match without its bulky columns."""
        found = self.filter(match_id=match_id).select_related("match", "player__user")
        return found.defer(*(f"match__{column}" for column in BULKY)).order_by("number")

    def to_act(self) -> "SeatQuerySet":
        """Seats whose turn it is."""
        return self.filter(
            match__to_act__contains=Cast(F("number"), models.CharField()),
            match__status=Match.Status.PLAYING,
        )

    def played_by_program(self) -> "SeatQuerySet":
        """Seats of bots, and seats in which a bot stands in for the player."""
        return self.exclude(bot="", stand_in="")

    def one_a_match(self) -> "SeatQuerySet":
        """Only the first of several seats that a player holds in one match, on one device."""
        lower = Seat.objects.filter(
            match=OuterRef("match"), player=OuterRef("player"), number__lt=OuterRef("number")
        )
        return self.exclude(Exists(lower))


class Seat(models.Model):
    """A seat in a match, held by a player or a bot."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=20, choices=BotLevel, blank=True)
    stand_in = models.CharField(max_length=20, choices=BotLevel, blank=True, default="", db_default="")
    """The bot that plays on for a player who has left a drafting game."""
    deck_name = models.CharField(max_length=80, blank=True)
    deck_listed = models.BooleanField(default=False, db_default=False)
    """Whether everybody may read the deck's name: it was listed when it was brought."""
    called = models.CharField(max_length=20, blank=True, default="", db_default="")
    """On one device: the first name that was typed for this seat; gone once the match is shared."""
    coached = models.BooleanField(default=False, db_default=False)
    """Whether the coach of a first game speaks in the player's first turns, until it is sent away."""
    looked = models.DateTimeField(null=True, blank=True)
    """When the player first looked at the table; with days for each turn, first after the last move."""
    # Chosen by the client of the player who began the match, so that a repeated request begins one.
    key = models.CharField(max_length=64, blank=True, default="", db_default="")
    asked = models.CharField(max_length=32, blank=True, default="", db_default="")

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(name="seat_number_once_a_match", fields=["match", "number"]),
            models.UniqueConstraint(
                name="seat_key_once_a_player", fields=["player", "key"], condition=~Q(key="")
            ),
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

    def deck_name_for(self, reader: uuid.UUID | None, *, sat_there: bool = False) -> str:
        """
        The name of the deck, or "" without one; that of a deck that is not listed is told to its owner alone.
        The computer's was brought by the player who `sat_there`.
        """
        own = sat_there if self.player_id is None else self.player_id == reader
        return (
            local_text(self.deck_name)
            if own or self.deck_listed or not self.deck_name
            else gettext("a deck of their own")
        )

    @property
    def may_act(self) -> bool:
        return str(self.number) in self.match.to_act


def on_one_device(seats: Iterable[Seat]) -> bool:
    """Whether all seats of a match are one player's, several people on one device."""
    held = [seat.player_id for seat in seats]
    return len(held) > 1 and len(set(held)) == 1 and held[0] is not None


class Move(models.Model):
    """One action in a match, with its log. After it the match is at version `number`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    # The action without "seat".
    action = models.JSONField()
    # Chosen by the client, so that sending the action twice makes one move.
    key = models.CharField(max_length=64)
    # Complete, with hidden cards: show it only through the rulebook's `hide`.
    log = models.JSONField()
    hurried = models.BooleanField(default=False, db_default=False)
    """Whether the computer's time was up before it had thought to the end; again it may choose otherwise."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(name="move_number_once_a_match", fields=["match", "number"]),
            models.UniqueConstraint(name="move_key_once_a_seat", fields=["match", "seat", "key"]),
            models.CheckConstraint(name="move_seat_is_0_to_5", condition=Q(seat__lt=6)),
            models.CheckConstraint(name="move_number_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number}"


class TurnMail(models.Model):
    """A mail to a player whose turn it is, one of each kind per turn; the row is stored before it is sent."""

    class Kind(models.TextChoices):
        TURN = "turn", _("Your turn")
        REMINDER = "reminder", _("Time is running out")
        BEGUN = "begun", _("A game of a tournament has begun")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turn_mails")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    checked = models.DateTimeField()
    """When it was last found that this turn needs no other mail of this kind."""

    class Meta:
        constraints = [
            models.UniqueConstraint(name="turn_mail_once_a_turn", fields=["seat", "turn", "kind"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seat_id}/{self.turn}"
