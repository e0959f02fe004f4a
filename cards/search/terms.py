"""One term to a predicate: field and operator are looked up here, values in values.py."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from cards.keywords.abilities import KEYWORDS
from cards.models import Card, Kind
from cards.models.derived import plain
from cards.search import local_names
from cards.search import predicate as ask
from cards.search.bitmaps import BitMap, FrozenBitMap
from cards.search.decks import THIS, Decks
from cards.search.errors import QueryError
from cards.search.fields import BY_NAME, CLOSED, IS, RULES, Field, Nature
from cards.search.lists import CARD_LISTS
from cards.search.predicate import Predicate, Sort
from cards.search.syntax import Term, Value
from cards.search.values import Correction, ValueReader, joined
from cards.search.vocabulary import MOST_NAMED, Vocabulary, as_engine, suggestion
from cards.search.words import nearest

MOST_VALUES = 30


class TermReader(ValueReader):
    """Reads the terms of one text, and notes corrections of unknown words."""

    def __init__(self, text: str, known: Vocabulary, rules: str, decks: Decks) -> None:
        super().__init__(text, known)
        self.rules = rules
        self.decks = decks
        self.named = 0

    def predicate(self, term: Term) -> Predicate:
        """The predicate of a term; raises QueryError for an invalid one."""
        if not term.field:
            return self.texts(ANY, term)
        field = self.field(term)
        if field.nature not in NATURES:
            raise _wrong(
                term,
                _("“%(field)s” stands on its own, not in parentheses or behind a minus.")
                % {"field": field.name},
            )
        if len(term.values) > MOST_VALUES:
            raise _wrong(term, _("Too long: at most %(count)s values.") % {"count": MOST_VALUES})
        if field.nature not in ("text", "taxon", "relation"):
            for value in term.values:
                if value.regex:
                    says = _("“%(field)s” takes no regular expression, only names and texts do.")
                    raise QueryError(
                        says % {"field": field.name}, value.start, value.end, expected=field.values
                    )
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
            raise _wrong(term, _("“%(name)s” takes one value.") % {"name": term.operator})
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
        """Also of dates. A number can be compared with that of another field."""
        other = BY_NAME.get(term.values[0].text.lower())
        if field.nature == "number" and other is not None and other.nature == "number":
            _single(term)
            return ask.Compared(field.name, "=" if term.operator == ":" else term.operator, other.name)
        if term.operator in (":", "=", "!="):
            spans = tuple(self._span(field, value) for value in term.values)
            return ask.Numbers(field.name, spans, outside=term.operator == "!=")
        first, last = self._first_and_last(field, term.values[0], term.values[0].text)
        low, high = {
            "<": (None, first - 1), "<=": (None, last), ">": (last + 1, None), ">=": (first, None)
        }[term.operator]  # fmt: skip
        return ask.Numbers(field.name, ((low, high),))

    def one_of(self, field: Field, term: Term) -> Predicate:
        known = list(self.known.sets) if field.name == "set" else CLOSED[field.name]
        values = _once(self._listed(field, value, known) for value in term.values)
        return ask.OneOf(field.name, values, outside=term.operator == "!=")

    def taxon(self, field: Field, term: Term) -> Predicate:
        stored = self.known.open_words(field.name)
        values: list[str] = []
        for value in term.values:
            pattern = self._pattern(value, exactly=term.operator != ":")
            if pattern is not None:
                values += filter(pattern.matches, stored)
                continue
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
        """Texts as columns answer them; patterns are matched here."""
        exactly, outside = term.operator != ":", term.operator == "!="
        found: list[str] = []
        written: list[str] = []
        cards = BitMap()
        for value in term.values:
            pattern = self._pattern(value, exactly=exactly)
            if pattern is not None:
                written.append(self.text[value.start : value.end])
                cards |= self.known.matched(pattern, field.name)
            elif exactly or field.name in ("key", "fact"):
                found.append(self._plain(value))
            else:
                found += self._words(field.name, value)
        parts: list[Predicate] = []
        if found:
            called = self._called(field, found, exactly=exactly)
            parts.append(ask.Text(field.name, _once(found), exactly, outside, called))
        if written:
            cards = self.known.lines(field.name).cards - cards if outside else cards
            parts.append(ask.Matched(field.name, _once(written), FrozenBitMap(cards), exactly, outside))
        if len(parts) == 1:
            return parts[0]
        return ask.And(tuple(parts)) if outside else ask.Or(tuple(parts))

    def _called(self, field: Field, texts: Sequence[str], *, exactly: bool) -> FrozenBitMap:
        """The cards with one of the plain texts in their name in another language."""
        if field.name not in ("any", "name"):
            return ask.NO_CARDS
        unknown = [text for text in texts if not self.known.has(text)]
        return FrozenBitMap(local_names.called(texts, unknown, exactly=exactly))

    def being(self, field: Field, term: Term) -> Predicate:
        found = tuple(_being(self._closed(field, value)) for value in term.values)
        return found[0] if len(found) == 1 else ask.Or(found)

    def deck(self, field: Field, term: Term) -> Predicate:
        """Cards of lists: a slug as it is, or one that may be meant."""
        written = [value.text for value in term.values if value.text.isprintable()]
        kind_of = {slug: lists.kind for lists in CARD_LISTS for slug in lists.known(written)}
        suggested = self.known.lists
        slugs = _once(
            value.text if value.text in kind_of else self._listed(field, value, [*suggested])
            for value in term.values
        )
        return ask.InLists(tuple((kind_of.get(slug) or suggested[slug], slug) for slug in slugs))

    def fits(self, field: Field, term: Term) -> Predicate:
        """Under the rules of the deck, whatever those of the search."""
        value = _single(term)
        slug = "" if joined(value.text) == THIS else value.text
        contents = self.decks.contents(slug)
        if contents is None:
            if not slug:
                raise self._unknown(
                    _("“deck” is the deck that is being built, and there is none here."),
                    value,
                    expected=[_("the end of a deck's address")],
                    near=None,
                )
            slug = self._listed(field, value, [*self.known.lists, *([THIS] if self.decks.this else [])])
            slug = "" if slug == THIS else slug
            contents = self.decks.contents(slug)
            assert contents is not None
        food, place = self.decks.in_play(contents)
        self._count(len(place), value)
        return ask.Fits(
            slug, ask.Relation("eats", contents.rules, food), ask.Relation("beside", contents.rules, place)
        )

    def relation(self, field: Field, term: Term) -> Predicate:
        cards: dict[str, ask.Named] = {}
        for value in term.values:
            pattern = self._pattern(value)
            wanted = "" if pattern else self._plain(value)
            found = self.known.matching(pattern) if pattern else self._named(wanted)
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

    def _named(self, wanted: str) -> list[Card]:
        """As the vocabulary knows it, or by the name in some language."""
        found = self.known.named(wanted)
        if not found:
            ids = local_names.called([wanted], [wanted], exactly=True)
            ids = ids or local_names.called([wanted], [wanted], exactly=False)
            found = list(Card.objects.filter(pk__in=list(ids[: MOST_NAMED + 1])).order_by("name_order"))
        return found

    def _count(self, named: int, value: Value) -> None:
        """Refuse a query whose relations name too many cards."""
        self.named += named
        if self.named > MOST_NAMED:
            words = {"most": MOST_NAMED, "name": value.text}
            says = _("With “%(name)s” more than %(most)s cards are named; name fewer.") % words
            raise QueryError(says, value.start, value.end)


ANY = Field("any", "text", IS, (), "", "")
"""What bare words are looked for in."""

NATURES: Mapping[Nature, Callable[[TermReader, Field, Term], Predicate]] = {
    "number": TermReader.numbers,
    "date": TermReader.numbers,
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
        raise _wrong(term, _("“%(name)s” takes one value.") % {"name": term.field})
    return term.values[0]


def _being(name: str) -> Predicate:
    if name in Kind.values:
        return ask.OneOf("kind", (name,))
    if name in ("estimated", "needs-host"):
        return ask.Being(name)
    return ask.Members("keyword", 1 << list(KEYWORDS).index(name))


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _matching(wanted: str, stored: Iterable[str], *, exactly: bool) -> list[str]:
    return [each for each in stored if (plain(each) == wanted if exactly else wanted in plain(each))]
