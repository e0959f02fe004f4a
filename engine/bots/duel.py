"""Games between two levels, in pairs with seats and decks exchanged; the same seed gives the same games."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from statistics import median
from typing import TypeVar

from engine.bots.levels import AnyLevel, level_of
from engine.bots.seen import seen
from engine.bots.tally import interval95
from engine.contract import State
from engine.drafting import state as drafting
from engine.phylo.start import new_game
from engine.record_format import CardData, Log

FIRST, SECOND = 0, 1


@dataclass(frozen=True, slots=True)
class DuelDeck:
    """A deck of Phylo: the keys of its cards, and what it starts from."""

    keys: tuple[str, ...]
    starter: str = "home"


@dataclass(frozen=True, slots=True)
class Duel:
    """`cards` has the definitions of all keys in the decks; all are empty for a drafting game."""

    rules: str
    first: str
    second: str
    seed: str
    seconds: float | None = None
    """Another ceiling for the first level, then without a limit of playouts."""
    unlimited: bool = False
    """Without any ceiling in time, so that the result is the same on every machine."""
    cards: Mapping[str, CardData] = field(default_factory=dict)
    decks: Sequence[DuelDeck] = ()
    known_decks: Sequence[Sequence[str]] = ()
    """Decks that both levels know, by the keys of their cards."""

    @property
    def levels(self) -> tuple[AnyLevel, AnyLevel]:
        """The first and the second. Raises KeyError."""
        first, second = (level_of(self.rules, key) for key in (self.first, self.second))
        if self.seconds is not None:
            first = first.within(self.seconds)
        if self.unlimited:
            first, second = first.within(None), second.within(None)
        return first, second


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: the first level's share of the victory, and the seconds of every turn."""

    won: float
    seconds: tuple[list[float], list[float]]
    hurried: int
    """The choices at which a ceiling in time was hit."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat has chosen in a turn, and how long it thought."""

    seat: int
    turn: int
    action: Mapping[str, object]
    seconds: float
    hurried: bool
    """Whether a ceiling in time was hit."""


Asked = TypeVar("Asked")
Played = TypeVar("Played")


def games(duel: Duel, number: int, processes: int = 1) -> Iterator[Game]:
    """So many games in order; two that follow each other are one deal with the levels exchanged."""
    yield from in_order(game, duel, number, processes)


def in_order(
    play: Callable[[Asked, int], Played], asked: Asked, number: int, processes: int = 1, at_once: int = 1
) -> Iterator[Played]:
    """`play(asked, 0)`, `play(asked, 1)` and so on; each process gets so many at once."""
    if processes == 1:
        yield from (play(asked, each) for each in range(number))
        return
    # Processes of their own, not copies of this one, which may hold locks; Ctrl-C is for this one alone.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield from pool.map(play, [asked] * number, range(number), chunksize=at_once)
    finally:
        pool.shutdown(cancel_futures=True)


def game(duel: Duel, number: int) -> Game:
    """The game of that number, from 0; in games of even numbers the first level has seat 0."""
    pair, exchanged = divmod(number, 2)
    log: Log = []
    state = _dealt(duel, Random(f"duel {duel.seed} {pair}"), log)
    seat_of_first = exchanged
    seconds: tuple[dict[int, float], dict[int, float]] = ({}, {})
    hurried = 0
    players = [
        (duel.levels[who], Random(f"duel {duel.seed} {pair} {exchanged} {who}")) for who in (FIRST, SECOND)
    ]
    seats = players if seat_of_first == 0 else players[::-1]
    for choice in choices(state, seats, log, duel.cards, duel.known_decks):
        turns = seconds[FIRST if choice.seat == seat_of_first else SECOND]
        turns[choice.turn] = turns.get(choice.turn, 0.0) + choice.seconds
        hurried += choice.hurried
    return Game(
        share_of(state, seat_of_first), (list(seconds[0].values()), list(seconds[1].values())), hurried
    )


def choices(
    state: State,
    players: Sequence[tuple[AnyLevel, Random]],
    log: Log,
    cards: Mapping[str, CardData],
    known_decks: Sequence[Sequence[str]],
) -> Iterator[Choice]:
    """Let the levels, by seat, each with its chance, play the game to its end; `log` grows with it."""
    while not state.over:
        seat = state.to_act[0]
        level, chance = players[seat]
        view, legal, turn = seen(state, seat, log, cards, known_decks), state.legal(seat), state.number
        begun = time.perf_counter()
        thought = level.think(view, legal, chance)
        seconds = time.perf_counter() - begun
        log += state.apply({"seat": seat, **thought.action})
        yield Choice(seat, turn, thought.action, seconds, thought.hurried)


def _dealt(duel: Duel, deal: Random, log: Log) -> State:
    if not duel.decks:
        return drafting.new_game(duel.rules, 2, deal.getrandbits(53))
    decks = [deal.choice(duel.decks) for _seat in (0, 1)]
    return new_game(
        duel.rules,
        duel.cards,
        [list(deck.keys) for deck in decks],
        deal.getrandbits(53),
        starters=[deck.starter for deck in decks],
        log=log,
    )


def share_of(state: State, seat: int) -> float:
    """1 for a victory of the seat, 0.5 for a draw or a shared victory."""
    won = state.winner
    if isinstance(won, list):
        return (seat in won) / len(won)
    return 0.5 if won == "draw" else float(won == seat)


@dataclass(slots=True)
class Score:
    """What came of the games so far."""

    games: list[Game] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the victories, those of the first level; a draw counts half."""
        return sum(each.won for each in self.games) / len(self.games)

    @property
    def hurried(self) -> int:
        return sum(each.hurried for each in self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of very many games probably is."""
        return interval95(self.share, len(self.games))

    def as_json(self) -> dict[str, object]:
        won = [each.won for each in self.games]
        return {
            "games": len(won),
            "first_won": won.count(1.0),
            "drawn": won.count(0.5),
            "second_won": won.count(0.0),
            "share": round(self.share, 4),
            "interval95": [round(each, 4) for each in self.interval],
            "seconds_per_turn": {"first": self._seconds(FIRST), "second": self._seconds(SECOND)},
        }

    def _seconds(self, who: int) -> dict[str, float]:
        taken = [turn for each in self.games for turn in each.seconds[who]]
        return {"median": round(median(taken), 4), "max": round(max(taken), 4)} if taken else {}
