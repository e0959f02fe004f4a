"""The result of reading a text from which a deck is imported."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.translation import gettext

from cards.decks.models.contents import Contents
from cards.texts import local_name
from engine.deck_forms.sentences import CodeError, FormError, Sentence
from engine.deck_forms.writing import ListedDeck


class DeckUnreadable(ValueError):
    """Nothing in it can be read; the message says why."""


class DeckCodeError(DeckUnreadable):
    """Not a valid deck code, or a deck that has no code."""


def said(sentence: Sentence) -> str:
    """A sentence of the engine in the visitor's language."""
    return gettext(sentence.template) % sentence.fields if sentence else ""


@contextmanager
def translated() -> Iterator[None]:
    """What the engine finds wrong with a deck, as a DeckUnreadable or DeckCodeError."""
    try:
        yield
    except CodeError as error:
        raise DeckCodeError(said(error.sentence)) from error
    except FormError as error:
        raise DeckUnreadable(said(error.sentence)) from error


def listed(contents: Contents, name: str, notes: str) -> ListedDeck:
    """As the engine writes it."""
    return ListedDeck(contents.cards, contents.rules, contents.starter, contents.opening_hand, name, notes)


class Status(StrEnum):
    UNDERSTOOD = "understood"
    GUESSED = "guessed"
    NOT_UNDERSTOOD = "not-understood"


@dataclass(frozen=True, slots=True)
class Named:
    """A card that is meant, or may be."""

    key: str
    name: str
    latin_name: str = ""
    kind: str = ""

    @property
    def local_name(self) -> str:
        return local_name(self.name)

    @property
    def words(self) -> tuple[str, ...]:
        """What it may be called."""
        return self.latin_name, self.key, self.name, self.local_name


@dataclass(frozen=True, slots=True)
class Line:
    """
    A line that says something, or a part of one. `place` says where it stands, for people; `number` is its
    line number, or its position in a list, from 1.

    `card` and `copies` are what was understood or guessed; a line about the deck as a whole has neither.
    `sure` runs from 0 to 1. `reason` says why the line was guessed or not understood; `others` are the other
    cards that may be meant, the likeliest first. `role` is card, starter or hand; `asked` is the number of
    copies asked for, even if no card was understood; a line about the deck as a whole has neither.
    """

    number: int
    place: str
    text: str
    status: Status
    card: Named | None = None
    copies: int = 0
    sure: float = 1.0
    reason: str = ""
    others: tuple[Named, ...] = ()
    role: str = ""
    asked: int = 0


@dataclass(frozen=True)
class ParsedDeck:
    """
    A deck as it was read: `contents` holds what was understood or guessed; each line says which.

    `form`: code, json or text. `states_rules`: whether the text names its rules, or the default ones are
    assumed.
    """

    contents: Contents
    form: str
    name: str = ""
    notes: str = ""
    lines: tuple[Line, ...] = field(default=())
    states_rules: bool = True

    @property
    def guessed(self) -> tuple[Line, ...]:
        return self._with(Status.GUESSED)

    @property
    def not_understood(self) -> tuple[Line, ...]:
        return self._with(Status.NOT_UNDERSTOOD)

    @property
    def understood(self) -> bool:
        """Whether every line was understood."""
        return not self.guessed and not self.not_understood

    def _with(self, status: Status) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.status == status)
