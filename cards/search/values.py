"""The values of terms: numbers, dates, words and patterns, looked up and checked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from cards.models.derived import plain
from cards.search import local_names
from cards.search.errors import QueryError
from cards.search.fields import CLOSED, Field
from cards.search.patterns import Mistake, Pattern, regular, wildcard
from cards.search.syntax import Value
from cards.search.vocabulary import Vocabulary, suggestion

WHOLE = re.compile(r"[-+]?\d{1,6}", re.ASCII)
DATE = re.compile(r"([12]\d{3})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)
# What somebody has written who is on the way to a number or a date.
UNDONE = {
    "number": re.compile(r"[-+.]|\.\."),
    "date": re.compile(r"(?:.*\.\.)?\.?(?:[12]\d{0,2}|\d{4}-\d?|\d{4}-\d\d-\d?)?", re.ASCII),
}
Span = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Correction:
    """A word found on no card, and the nearest words, which were searched instead."""

    word: str
    taken: list[str]
    column: int


class ValueReader:
    """Reads the values in one text, and notes corrections of unknown words."""

    def __init__(self, text: str, known: Vocabulary) -> None:
        self.text = text
        self.known = known
        self.corrections: list[Correction] = []
        self.whole: list[tuple[Value, str]] = []
        """Words that cards have only inside others, and the nearest whole ones."""

    def _span(self, field: Field, value: Value) -> Span:
        low, dots, high = value.text.partition("..")
        if not dots:
            return self._first_and_last(field, value, value.text)
        if not low and not high:
            raise self._no_number(field, value)
        first = self._first_and_last(field, value, low)[0] if low else None
        last = self._first_and_last(field, value, high)[1] if high else None
        if first is not None and last is not None and first > last:
            says = _("“%(text)s” is empty: the smaller one stands first.") % {"text": value.text}
            raise self._unknown(says, value, expected=[f"{high}..{low}"], near=f"{high}..{low}")
        return first, last

    def _first_and_last(self, field: Field, value: Value, text: str) -> tuple[int, int]:
        """A number twice; or the first and the last day of a year, a month or a day."""
        if field.nature == "number":
            if not WHOLE.fullmatch(text):
                raise self._no_number(field, value)
            return int(text), int(text)
        found = DATE.fullmatch(text)
        try:
            year, month, day = (
                (int(part) if part else None for part in found.groups()) if found else (0, 0, 0)
            )
            first = date(year or 0, month or 1, day or 1)
        except ValueError:
            raise self._no_number(field, value) from None
        if day is not None:
            return first.toordinal(), first.toordinal()
        after = date(first.year + (month in (None, 12)), 1 if month is None else month % 12 + 1, 1)
        return first.toordinal(), after.toordinal() - 1

    def _no_number(self, field: Field, value: Value) -> QueryError:
        if field.nature == "date":
            says = _("“%(field)s” expects a date such as 2026, 2026-11 or 2026-11-22, not “%(value)s”.")
            expected = [_("a year, a month or a day"), _("two with dots between, such as 2026-01..2026-06")]
        else:
            says = _("“%(field)s” expects a whole number of six digits at most, not “%(value)s”.")
            expected = [
                _("a whole number"),
                _("two with dots between, such as 4..6"),
                _("a field such as scale"),
            ]
        return QueryError(
            says % {"field": field.name, "value": value.text},
            value.start,
            value.end,
            expected=expected,
            unfinished=self._at_end(value) and bool(UNDONE[field.nature].fullmatch(value.text)),
        )

    def _pattern(self, value: Value, *, exactly: bool = False) -> Pattern | None:
        """The regular expression or the wildcard; None for a plain text."""
        if not value.regex:
            return None if value.quoted else wildcard(value.text, exactly=exactly)
        if not value.text:
            raise self._nothing(value)
        try:
            return regular(value.text, exactly=exactly)
        except Mistake as mistake:
            says = _("This regular expression is not understood: %(mistake)s.") % {"mistake": mistake}
            raise QueryError(says, value.start, value.end) from None

    def _plain(self, value: Value) -> str:
        text = plain(value.text)
        if not text:
            raise self._nothing(value)
        return text

    def _nothing(self, value: Value) -> QueryError:
        return QueryError(
            _("There is nothing to search for in “%(text)s”.") % {"text": self.text[value.start : value.end]},
            value.start,
            value.end,
            expected=[_("letters or digits")],
            unfinished=self._at_end(value),
        )

    def _words(self, field: str, value: Value) -> tuple[str, ...]:
        """The plain text, or the nearest ones if no card has it."""
        text = self._plain(value)
        words = text.split()
        if local_names.own_names().holding(text):
            return (text,)
        if self.known.has(text):
            self._note_nearest(value, words, field)
            return (text,)
        if field != "latin" and local_names.is_part_of_one(text):
            return (text,)
        near = [[] if self.known.has(word) else self._near(word, field) for word in words]
        if not any(near):
            self._note_nearest(value, words, field)
            return (text,)
        choices = [found or [word] for found, word in zip(near, words, strict=True)]
        taken = _combined(choices)
        self.corrections.append(Correction(value.text, taken, value.start + 1))
        return tuple(taken)

    def _near(self, word: str, field: str) -> list[str]:
        """The nearest words of names or Latin names, else of names in other languages."""
        return self.known.near(word, field) or ([] if field == "latin" else local_names.near(word))

    def _note_nearest(self, value: Value, words: Sequence[str], field: str) -> None:
        whole = [word if self.known.begins(word) else self.known.nearest_word(word, field) for word in words]
        if whole != list(words):
            self.whole.append((value, " ".join(whole)))

    def _closed(self, field: Field, value: Value) -> str:
        return self._listed(field, value, CLOSED[field.name])

    def _listed(self, field: Field, value: Value, known: Sequence[str]) -> str:
        """The known word that is meant; case is ignored, and blanks and underscores count as `-`."""
        word = joined(value.text)
        for each in known:
            if joined(each) == word:
                return each
        raise self._unknown(
            _("“%(field)s” knows no “%(value)s”.") % {"field": field.name, "value": value.text},
            value,
            expected=known,
            near=suggestion(word.strip("*"), known),
            growing=any(joined(each).startswith(word) for each in known),
        )

    @property
    def mended(self) -> str | None:
        """The text with whole words for all in `whole`; None if there are none."""
        text = self.text
        for value, words in sorted(self.whole, key=lambda each: -each[0].start):
            text = text[: value.start] + _put(words, value) + text[value.end :]
        return text if self.whole else None

    # Errors.

    def _at_end(self, value: Value) -> bool:
        return value.end >= len(self.text)

    def _unknown(
        self, message: str, value: Value, *, expected: Sequence[str], near: str | None, growing: bool = False
    ) -> QueryError:
        mended = None
        if near is not None:
            mended = self.text[: value.start] + _put(near, value) + self.text[value.end :]
            message = _("%(message)s Did you mean “%(near)s”?") % {"message": message, "near": near}
        return QueryError(
            message,
            value.start,
            value.end,
            expected=expected,
            suggestion=near,
            mended=mended,
            unfinished=growing and self._at_end(value),
        )


def _put(words: str, value: Value) -> str:
    """Words as they are written in place of a value."""
    return f'"{words}"' if value.quoted or " " in words else words


def joined(word: str) -> str:
    """As values of closed vocabularies are compared: blanks and underscores count as `-`."""
    return "-".join(word.lower().replace("_", "-").split())


def _combined(words: Sequence[Sequence[str]]) -> list[str]:
    """The first choice of every word; then the other choices, one word at a time."""
    first = [choices[0] for choices in words]
    found = [first]
    for place, choices in enumerate(words):
        found += [[*first[:place], choice, *first[place + 1 :]] for choice in choices[1:]]
    return [" ".join(each) for each in found]
