"""One term to a predicate: field, operator and values, looked up and checked."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cards.keywords.abilities import KEYWORDS
from cards.models import Kind
from cards.models.derived import plain
from cards.search import predicate as ask
from cards.search.decks import THIS, Decks, in_play
from cards.search.errors import QueryError
from cards.search.fields import BY_NAME, CLOSED, RULES, Field, Nature
from cards.search.predicate import Predicate, Sort
from cards.search.syntax import Term, Value
from cards.search.vocabulary import MOST_NAMED, Vocabulary, as_engine, nearest, suggestion

WHOLE = re.compile(r"[-+]?\d{1,6}", re.ASCII)
SPAN = re.compile(r"([-+]?\d{1,6})?\.\.([-+]?\d{1,6})?", re.ASCII)
MOST_VALUES = 30


@dataclass(frozen=True, slots=True)
class Correction:
    """A word found on no card, and the nearest words, which were searched instead."""

    word: str
    taken: list[str]
    column: int


class TermReader:
    """Reads the terms of one text, and notes corrections of unknown words."""

    def __init__(self, text: str, known: Vocabulary, rules: str, decks: Decks) -> None:
        self.text = text
        self.known = known
        self.rules = rules
        self.decks = decks
        self.corrections: list[Correction] = []
        self.named = 0

    def predicate(self, term: Term) -> Predicate:
        """The predicate of a term; raises QueryError for an invalid one."""
        if not term.field:
            return ask.Text("any", self._words("any", term.values[0]))
        field = self.field(term)
        if field.nature not in NATURES:
            raise _wrong(
                term,
                _("“%(field)s” stands on its own, not in parentheses or behind a minus.")
                % {"field": field.name},
            )
        if len(term.values) > MOST_VALUES:
            raise _wrong(term, _("Too long: at most %(count)s values.") % {"count": MOST_VALUES})
        return NATURES[field.nature](self, field, term)

    def field(self, term: Term) -> Field:
        """The field of a term; raises QueryError if its operator does not suit it."""
        field = BY_NAME.get(term.field.lower())
        if field is None:
            raise self._unknown(
                _("There is no field “%(name)s”.") % {"name": term.field},
                Value(term.field, term.start, term.start + len(term.field)),
                expected=sorted({each.name for each in BY_NAME.values()}),
                near=suggestion(term.field.lower(), BY_NAME),
            )
        if term.operator not in field.operators:
            place = self.text.index(term.operator, term.start + len(term.field))
            words = {"field": field.name, "operator": term.operator}
            says = _("“%(field)s” cannot be compared with “%(operator)s”.") % words
            raise QueryError(says, place, place + len(term.operator), expected=field.operators)
        if term.operator in ("<", "<=", ">", ">=") and len(term.values) > 1:
            raise _wrong(term, _("“%(operator)s” takes one value.") % {"operator": term.operator})
        return field

    # The two fields that are not conditions.

    def rules_in(self, term: Term) -> str:
        value = _single(term)
        return RULES[self._closed(self.field(term), replace(value, text=value.text.removeprefix("phylo-")))]

    def sort_in(self, term: Term) -> Sort:
        value = _single(term)
        name = self._closed(self.field(term), replace(value, text=value.text.removeprefix("-")))
        return Sort(name, reversed=value.text.startswith("-"))

    # One method per nature of field.

    def numbers(self, field: Field, term: Term) -> Predicate:
        if term.operator in (":", "=", "!="):
            spans = tuple(self._span(field, value) for value in term.values)
            return ask.Numbers(field.name, spans, outside=term.operator == "!=")
        value = term.values[0]
        if not WHOLE.fullmatch(value.text):
            raise self._no_number(field, value)
        number = int(value.text)
        low, high = {
            "<": (None, number - 1), "<=": (None, number), ">": (number + 1, None), ">=": (number, None)
        }[term.operator]  # fmt: skip
        return ask.Numbers(field.name, ((low, high),))

    def one_of(self, field: Field, term: Term) -> Predicate:
        known = list(self.known.sets) if field.name == "set" else CLOSED[field.name]
        values = _once(self._listed(field, value, known) for value in term.values)
        return ask.OneOf(field.name, values, outside=term.operator == "!=")

    def taxon(self, field: Field, term: Term) -> Predicate:
        stored = self.known.taxa[field.name]
        values: list[str] = []
        for value in term.values:
            wanted = self._plain(value)
            found = _matching(wanted, stored, exactly=term.operator != ":")
            if not found:
                taken = nearest(wanted, sorted({plain(each) for each in stored}))
                if taken:
                    self.corrections.append(Correction(value.text, taken, value.start + 1))
                found = [each for near in taken for each in _matching(near, stored, exactly=True)]
            values += found
        outside = term.operator == "!="
        if field.name == "tag":
            return ask.Tagged(_once(values), outside)
        return ask.OneOf(field.name, _once(values), outside)

    def members(self, field: Field, term: Term) -> Predicate:
        words = CLOSED[field.name]
        bits = [1 << words.index(self._closed(field, value)) for value in term.values]
        mask = sum(set(bits))
        if term.operator == ":":
            return ask.Members(field.name, mask)
        if term.operator in ("=", "!="):
            return ask.Members(field.name, mask, exactly=True, outside=term.operator == "!=")
        below, above = mask - 1, (1 << len(words)) - 2 * mask
        among = {">": above, ">=": above | mask, "<": below, "<=": below | mask}[term.operator]
        return ask.Members(field.name, among)

    def texts(self, field: Field, term: Term) -> Predicate:
        exactly = term.operator != ":"
        found: list[str] = []
        for value in term.values:
            if exactly or field.name in ("key", "fact"):
                found.append(self._plain(value))
            else:
                found += self._words(field.name, value)
        return ask.Text(field.name, _once(found), exactly, outside=term.operator == "!=")

    def being(self, field: Field, term: Term) -> Predicate:
        found = tuple(_being(self._closed(field, value)) for value in term.values)
        return found[0] if len(found) == 1 else ask.Or(found)

    def deck(self, field: Field, term: Term) -> Predicate:
        """Cards of a ready deck or of a public collection; its slug must match exactly."""
        known = self.known.decks
        sets = self.known.collections(value.text for value in term.values)
        decks = [self._listed(field, value, known) for value in term.values if value.text not in sets]
        return ask.InDeck(_once(decks), tuple(sorted(sets)))

    def fits(self, field: Field, term: Term) -> Predicate:
        """Under the rules of the deck, whatever those of the search."""
        value = _single(term)
        slug = "" if _joined(value.text) == THIS else value.text
        contents = self.decks.contents(slug)
        if contents is None:
            if not slug:
                raise self._unknown(
                    _("“deck” is the deck that is being built, and there is none here."),
                    value,
                    expected=[_("the end of a deck's address")],
                    near=None,
                )
            slug = self._listed(field, value, [*self.known.decks, *([THIS] if self.decks.this else [])])
            slug = "" if slug == THIS else slug
            contents = self.decks.contents(slug)
            assert contents is not None
        food, place = in_play(contents)
        self._count(len(place), value)
        return ask.Fits(
            slug, ask.Relation("eats", contents.rules, food), ask.Relation("beside", contents.rules, place)
        )

    def relation(self, field: Field, term: Term) -> Predicate:
        cards: dict[str, ask.Named] = {}
        for value in term.values:
            wanted = self._plain(value)
            found = self.known.named(wanted)
            if not found:
                raise self._unknown(
                    _("No card is called “%(name)s”.") % {"name": value.text},
                    value,
                    expected=[_("the name of a card")],
                    near=self.known.mended(wanted),
                )
            self._count(len(found), value)
            cards |= {card.key: ask.Named(as_engine(card), card.niche) for card in found}
        return ask.Relation(field.name, self.rules, tuple(cards.values()))

    # Values.

    def _count(self, named: int, value: Value) -> None:
        """Refuse a query whose relations name too many cards."""
        self.named += named
        if self.named > MOST_NAMED:
            words = {"most": MOST_NAMED, "name": value.text}
            says = _("With “%(name)s” more than %(most)s cards are named; name fewer.") % words
            raise QueryError(says, value.start, value.end)

    def _span(self, field: Field, value: Value) -> tuple[int | None, int | None]:
        if WHOLE.fullmatch(value.text):
            return int(value.text), int(value.text)
        found = SPAN.fullmatch(value.text)
        if found is None or not (found[1] or found[2]):
            raise self._no_number(field, value)
        return (int(found[1]) if found[1] else None), (int(found[2]) if found[2] else None)

    def _no_number(self, field: Field, value: Value) -> QueryError:
        return QueryError(
            _("“%(field)s” expects a whole number of six digits at most, not “%(value)s”.")
            % {"field": field.name, "value": value.text},
            value.start,
            value.end,
            expected=[_("a whole number"), _("two with dots between, such as 4..6")],
            unfinished=self._at_end(value) and value.text in ("-", "+", ".", ".."),
        )

    def _plain(self, value: Value) -> str:
        text = plain(value.text)
        if not text:
            raise QueryError(
                _("There is nothing to search for in “%(text)s”.") % {"text": value.text},
                value.start,
                value.end,
                expected=[_("letters or digits")],
                unfinished=self._at_end(value),
            )
        return text

    def _words(self, field: str, value: Value) -> tuple[str, ...]:
        """The plain text, or the nearest ones if no card has it."""
        text = self._plain(value)
        if self.known.has(text):
            return (text,)
        words = text.split()
        near = [[] if self.known.has(word) else self.known.near(word, field) for word in words]
        if not any(near):
            return (text,)
        choices = [found or [word] for found, word in zip(near, words, strict=True)]
        taken = _combined(choices)
        self.corrections.append(Correction(value.text, taken, value.start + 1))
        return tuple(taken)

    def _closed(self, field: Field, value: Value) -> str:
        return self._listed(field, value, CLOSED[field.name])

    def _listed(self, field: Field, value: Value, known: Sequence[str]) -> str:
        """The known word that is meant; case is ignored, and blanks and underscores count as `-`."""
        word = _joined(value.text)
        for each in known:
            if _joined(each) == word:
                return each
        raise self._unknown(
            _("“%(field)s” knows no “%(value)s”.") % {"field": field.name, "value": value.text},
            value,
            expected=known,
            near=suggestion(word, known),
            growing=any(_joined(each).startswith(word) for each in known),
        )

    # Errors.

    def _at_end(self, value: Value) -> bool:
        return value.end >= len(self.text)

    def _unknown(
        self, message: str, value: Value, *, expected: Sequence[str], near: str | None, growing: bool = False
    ) -> QueryError:
        mended = None
        if near is not None:
            put = f'"{near}"' if value.quoted or " " in near else near
            mended = self.text[: value.start] + put + self.text[value.end :]
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


NATURES: Mapping[Nature, Callable[[TermReader, Field, Term], Predicate]] = {
    "number": TermReader.numbers,
    "word": TermReader.one_of,
    "taxon": TermReader.taxon,
    "set": TermReader.members,
    "text": TermReader.texts,
    "is": TermReader.being,
    "deck": TermReader.deck,
    "fits": TermReader.fits,
    "relation": TermReader.relation,
}


def _wrong(term: Term, message: str) -> QueryError:
    return QueryError(message, term.start, term.end)


def _single(term: Term) -> Value:
    if len(term.values) > 1:
        raise _wrong(term, _("“%(field)s” takes one value.") % {"field": term.field})
    return term.values[0]


def _being(name: str) -> Predicate:
    if name in Kind.values:
        return ask.OneOf("kind", (name,))
    if name == "estimated":
        return ask.Estimated()
    return ask.Members("keyword", 1 << list(KEYWORDS).index(name))


def _joined(word: str) -> str:
    return "-".join(word.lower().replace("_", "-").split())


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _matching(wanted: str, stored: Iterable[str], *, exactly: bool) -> list[str]:
    return [each for each in stored if (plain(each) == wanted if exactly else wanted in plain(each))]


def _combined(words: Sequence[Sequence[str]]) -> list[str]:
    """The first choice of every word; then the other choices, one word at a time."""
    first = [choices[0] for choices in words]
    found = [first]
    for place, choices in enumerate(words):
        found += [[*first[:place], choice, *first[place + 1 :]] for choice in choices[1:]]
    return [" ".join(each) for each in found]
