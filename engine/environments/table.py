"""A game that is played by the numbers of its actions, whichever of the four it is."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from engine.chance import recorded
from engine.contract import State
from engine.environments.sections import Section
from engine.record_format import FORMAT, Log

Action = Mapping[str, object]
Dealt = tuple[State, Log]


class Game(ABC):
    """
    Which game is played and what it is dealt from. `actions` is how many numbers there are, `sections` what
    an observation is made of, whose numbers lie from `lowest` to `highest`. No game has more actions than
    `longest`.
    """

    rules: str
    seats: int
    actions: int
    longest: int
    sections: Mapping[str, Section]
    highest = 2**15 - 1
    lowest = -(2**15)

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return max(section.end for section in self.sections.values())

    @abstractmethod
    def deal(self, seed: int) -> Dealt:
        """A game from this seed, and what happened before its first action."""

    @abstractmethod
    def numbered(self, state: State, seat: int) -> dict[int, Action]:
        """The legal actions of the seat by their numbers, in ascending order."""

    @abstractmethod
    def observation(self, state: State, seat: int) -> list[int]:
        """What the seat sees, as numbers."""

    @abstractmethod
    def start(self, seed: int) -> dict[str, object]:
        """The fields of a record that say what was dealt from that seed."""

    @abstractmethod
    def hidden(self, log: Log, seat: int) -> Log:
        """The log as the seat may read it."""

    def opening(self, log: Log, seat: int) -> list[int]:
        """What the seat was told at the beginning and no longer sees: always as many numbers."""
        return []

    @abstractmethod
    def seen(self, state: State, seat: int, log: Log) -> Mapping[str, object]:
        """What a bot in that seat gets; `log` is all that has happened."""

    @abstractmethod
    def drawn(self, state: State) -> str:
        """What lies on the table, and whose turn it is, as text."""

    def table(self, seed: int, numbers: Iterable[int] = ()) -> "Table":
        """A game from this seed, to be played by numbers, in which those given have been played."""
        table = Table(self, seed)
        for number in numbers:
            table.play(number)
        return table

    def __deepcopy__(self, memo: object) -> Self:
        return self  # it never changes


class Table:
    """One game: who is to act, what the numbers mean now, and what was done."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.state, self.log = game.deal(seed)
        self._first = [self.observation(seat) for seat in range(game.seats)]
        self.actions: list[Action] = []
        """What was done, in the record format."""
        self.numbers: list[int] = []
        """The same as numbers."""
        self._legal: dict[int, Action] | None = None

    @property
    def seat(self) -> int | None:
        """Who is to act; of several who choose at the same time the lowest. None after the end."""
        return next(iter(self.state.to_act), None)

    @property
    def legal(self) -> Mapping[int, Action]:
        """The legal actions of the seat to act, by their numbers; none after the end."""
        if self._legal is None:
            seat = self.seat
            self._legal = {} if seat is None else self.game.numbered(self.state, seat)
        return self._legal

    def observation(self, seat: int) -> list[int]:
        """What the seat sees, as numbers."""
        return self.game.observation(self.state, seat)

    def play(self, number: int) -> None:
        """Carry out the action with this number. Raises KeyError if it is not legal now."""
        action = {"seat": self.seat, **self.legal[number]}
        self.log += self.state.apply(action)
        self.actions.append(action)
        self.numbers.append(number)
        self._legal = None

    @property
    def returns(self) -> list[float]:
        """By seat, what the game was worth, 0 before its end: 1 for a victory; together always 0."""
        return returns(self.state, self.game.seats)

    def record(self) -> dict[str, object]:
        """The game so far as a record, which the referee judges."""
        return {
            "format": FORMAT,
            "rules": self.game.rules,
            **self.game.start(self.seed),
            **recorded(self.seed),
            "actions": self.actions,
        }

    def told(self, seat: int) -> list[object]:
        """All that the seat was told: what it saw at first, and the log of the game as it may read it."""
        return [self._first[seat], self.game.hidden(self.log, seat)]

    def drawn(self) -> str:
        """What lies on the table, and whose turn it is, as text."""
        return self.game.drawn(self.state)

    def copy(self) -> Self:
        """An independent copy."""
        other = self.__class__.__new__(self.__class__)
        other.game, other.seed, other.state = self.game, self.seed, self.state.copy()
        other.log, other.actions, other._legal = self.log.copy(), self.actions.copy(), self._legal
        other.numbers, other._first = self.numbers.copy(), self._first
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return self.game.table, (self.seed, self.numbers)  # rather than the cards of its state


def returns(state: State, seats: int) -> list[float]:
    """1 for whoever wins alone; a victory is shared evenly, and the others lose as much together."""
    won = state.winner
    if not state.over or won is None or won == "draw":
        return [0.0] * seats
    winners: Sequence[object] = won if isinstance(won, list) else [won]
    shares = [(seat in winners) / len(winners) for seat in range(seats)]
    return [(share * seats - 1) / (seats - 1) for share in shares]
