"""The interface of every game in the engine: its state, its errors, and the interface of a bot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, Self, TypeVar

from engine.record_format import Illegal, Log, Place, Winner

Field = str | int | tuple[str, ...]
"""A value in a sentence: a text, a number, or words of a vocabulary, joined with "and"."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first clause that an action breaks; `clause` is empty in the drafting games.

    `neighbour` is [x, y] of the card that came nearest to giving support. The sentence is a template over
    `fields`, so that a page can translate both.
    """

    code: str
    clause: str
    template: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    neighbour: Place | None = None

    @property
    def message(self) -> str:
        """The sentence in English."""
        fields = {
            name: joined(value) if isinstance(value, tuple) else value for name, value in self.fields.items()
        }
        return self.template % fields

    def at_step(self, step: int) -> Illegal:
        """What the referee prints when it refuses the record's action of this number."""
        illegal: Illegal = {
            "step": step,
            "clause": self.clause or None,
            "code": self.code,
            "message": self.message,
        }
        return illegal if self.neighbour is None else {**illegal, "neighbour": self.neighbour}


def joined(words: tuple[str, ...]) -> str:
    """Words as a list in a sentence: "forest", "forest and urban", "forest, ocean and urban"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))) or "nowhere"


def gettext_noop(template: str) -> str:
    """Marks a sentence for translation without translating it: the engine speaks only English."""
    return template


LONGEST_SHOWN = 80


def shown(value: object) -> str:
    """A wrong value in a message: as Python writes it, and cut where it is long."""
    return cut(repr(value))


def cut(text: str) -> str:
    """A text of at most LONGEST_SHOWN characters."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


class IllegalAction(Exception):
    """A well-formed action that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class MalformedAction(ValueError):
    """An action with missing or superfluous fields, values of a wrong type, or an unknown card."""


class InvalidSetup(ValueError):
    """A game that cannot start: unknown rules or options, a deck that breaks P6, a wrong opening hand."""


class InvalidRecord(ValueError):
    """A file that is no valid record; the message says where."""


def check_hurried(steps: object, actions: int) -> None:
    """Check that a record's `hurried` lists steps of its so many actions. Raises `InvalidRecord`."""
    if not isinstance(steps, list) or not all(type(step) is int for step in steps):
        raise InvalidRecord("hurried must be a list of steps")
    if steps != sorted(set(steps)) or not all(0 <= step < actions for step in steps):
        raise InvalidRecord("hurried must list steps of the record's actions, each once and in order")


class State(Protocol):
    """The state of a game (phylo.state.State, drafting.state.State), its random generator included."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to act: several where they choose at the same time, none after the end."""

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats whose choices are still hidden, each as often as it has chosen."""

    @property
    def number(self) -> int:
        """The number of the turn, from 1."""

    @property
    def over(self) -> bool: ...

    @property
    def scores(self) -> list[int]:
        """By seat."""

    @property
    def winner(self) -> Winner: ...

    def legal(self, seat: int) -> Sequence[Mapping[str, object]]:
        """Every legal action of a seat, without its seat."""

    def why_not(self, action: Mapping[str, object]) -> Refusal | None:
        """Why an action, with its seat, is refused; None when it is legal. Raises `MalformedAction`."""

    def apply(self, action: Mapping[str, object]) -> Log:
        """Carry out an action with its seat and return what happened.

        Raises `MalformedAction` or `IllegalAction`, and then nothing has changed.
        """

    def view_for(self, seat: int | None) -> Mapping[str, object]:
        """What a seat, or a spectator (None), may see: the one place that hides secrets."""

    def snapshot(self) -> Mapping[str, object]:
        """Everything that `restore` needs besides the cards."""

    def copy(self) -> Self:
        """An independent copy."""


V = TypeVar("V", contravariant=True)
A = TypeVar("A")


class Bot(Protocol[V, A]):
    """A program that plays. It gets only what its seat may see.

    `legal` are the seat's legal actions, one of which it returns; `rng` is its only source of randomness;
    `budget` is the seconds it may think, None for no limit.
    """

    def __call__(self, view: V, legal: Sequence[A], rng: Random, budget: float | None = None, /) -> A: ...
