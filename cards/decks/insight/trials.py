"""Test games of a deck: bot against bot versus other decks, seeded, with alternating seats."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Self, TypedDict

import engine
from cards.decks.insight.hands import Estimate
from cards.decks.insight.reading import HOME_CARD
from cards.decks.models.contents import Contents, Definitions
from engine.bots.phylo import greedy
from engine.bots.phylo.view import bot_view
from engine.phylo.start import Setup, restore
from engine.phylo.state import State
from engine.record_format import Snapshot

LEVEL = "greedy"
WON, DRAWN, LOST = 1, 0, -1

Game = list[int]
"""One game: points of the deck, points of the opponent, and WON, DRAWN or LOST."""


class Part(TypedDict):
    """An unfinished game as JSON: the engine's `snapshot` after that many `actions`."""

    snapshot: Snapshot
    actions: int


@dataclass(frozen=True, slots=True)
class Record:
    """Results against one opponent. `rate` is the share of wins; `points` and `against` are means."""

    opponent: str
    wins: int
    losses: int
    draws: int
    rate: Estimate
    points: float
    against: float


@dataclass(frozen=True, slots=True)
class Result:
    """Results by opponent, ordered by name, and overall; `level` is that of the bots."""

    records: tuple[Record, ...]
    overall: Record
    level: str
    seed: int

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(
            records=tuple(_stored_record(each) for each in stored["records"]),
            overall=_stored_record(stored["overall"]),
            level=stored["level"],
            seed=stored["seed"],
        )


@dataclass(frozen=True)
class Trial:
    """
    `games` against each of the opponents, which are decks by name. `cards` holds everything the decks name.
    The deck changes seats after each round of opponents. The options are the defaults.
    """

    contents: Contents
    opponents: Mapping[str, Contents]
    cards: Definitions
    games: int
    seed: int

    @property
    def total(self) -> int:
        return self.games * len(self.opponents)

    def play_one(self, number: int) -> Game:
        """Game `number`, from 0; deterministic. Opponents take turns."""
        game = self.play_on(number)
        assert isinstance(game, list)
        return game

    def play_on(
        self, number: int, part: Part | None = None, *, enough: Callable[[], bool] = lambda: False
    ) -> Game | Part:
        """
        Play game `number` from the beginning or from `part`, to its end or until `enough`; at least one
        action is played. The result does not depend on where a game was interrupted.
        """
        opponent = self._opponent(number)
        seat = number // len(self.opponents) % 2
        decks = [self.contents, self.opponents[opponent]]
        state, actions = play(
            decks[::-1] if seat else decks,
            self.cards,
            rules=self.contents.rules,
            seed=seed_of("trial", self.seed, number),
            snapshot=part["snapshot"] if part else None,
            actions=part["actions"] if part else 0,
            enough=enough,
        )
        if not state.over:
            return {"snapshot": state.snapshot(), "actions": actions}
        outcome = DRAWN if state.winner == "draw" else WON if state.winner == seat else LOST
        return [state.scores[seat], state.scores[1 - seat], outcome]

    def result(self, games: Iterable[Game]) -> Result:
        """The result of the games played so far."""
        by_opponent: dict[str, list[Game]] = {name: [] for name in sorted(self.opponents)}
        everything = list(games)
        for number, game in enumerate(everything):
            by_opponent[self._opponent(number)].append(game)
        records = tuple(_record(name, played) for name, played in by_opponent.items())
        return Result(records, _record("", everything), LEVEL, self.seed)

    def _opponent(self, number: int) -> str:
        names = sorted(self.opponents)
        return names[number % len(names)]


def _stored_record(stored: Mapping[str, Any]) -> Record:
    return Record(**{**stored, "rate": Estimate(**stored["rate"])})


def _record(opponent: str, games: list[Game]) -> Record:
    outcomes = [outcome for _own, _other, outcome in games]
    played = len(games)
    return Record(
        opponent=opponent,
        wins=outcomes.count(WON),
        losses=outcomes.count(LOST),
        draws=outcomes.count(DRAWN),
        rate=Estimate.of(outcomes.count(WON), played),
        points=sum(own for own, _other, _outcome in games) / played if played else 0.0,
        against=sum(other for _own, other, _outcome in games) / played if played else 0.0,
    )


def setup(decks: Sequence[Contents], cards: Definitions, *, rules: str) -> tuple[Setup, dict[str, Any]]:
    """
    A game of two decks with default options, and the cards it needs. Raises `engine.InvalidSetup` for a deck
    that these rules refuse.
    """
    if any(deck.rules != rules for deck in decks):
        raise engine.InvalidSetup("the decks are for different rules")
    named = {key for deck in decks for key in (*deck.cards, deck.starter) if key in cards}
    definitions = {**{key: cards[key] for key in sorted(named)}, "home": HOME_CARD}
    starters = [deck.starter or "home" for deck in decks]
    keys = [deck.keys for deck in decks]
    return Setup.check(rules, definitions, keys, starters=starters), definitions


def bot_action(state: State, cards: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """The greedy bot's choice for the seat to act, based only on what that seat may see."""
    seat = state.to_act[0]
    legal = state.legal(seat)
    if len(legal) == 1:
        return {"seat": seat, **legal[0]}
    return {"seat": seat, **greedy.choose(bot_view(state, seat, cards), legal, rng)}


def play(
    decks: Sequence[Contents],
    cards: Definitions,
    *,
    rules: str,
    seed: int,
    snapshot: Snapshot | None = None,
    actions: int = 0,
    enough: Callable[[], bool],
) -> tuple[State, int]:
    """
    Play a game from the beginning, or from the engine's `snapshot` after that many `actions`, to its end or
    until `enough`; at least one action is played. Returns the state and the number of actions. The result
    does not depend on where a game was interrupted.
    """
    prepared, definitions = setup(decks, cards, rules=rules)
    state = prepared.deal(seed) if snapshot is None else restore(rules, definitions, snapshot)
    while not state.over:
        # A fresh generator for each action, so that no generator state has to be stored.
        state.apply(bot_action(state, definitions, Random(seed_of("bots", seed, actions))))
        actions += 1
        if enough():
            break
    return state, actions


def seed_of(*parts: object) -> int:
    """A seed for one game, derived from the study's; hashed, so that neighbouring studies share no games."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest()[:8])
