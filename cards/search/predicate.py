"""What a query asks of a card: typed and checked, so that using it cannot fail.

A card without an attribute (an event has no scale) meets no condition on it, whatever the operator; `Not`
includes it again. `field` is always the name of one of `fields.FIELDS`, or `any` for its names.
"""

from dataclasses import dataclass

from cards.search.bitmaps import FrozenBitMap
from engine.phylo.cards import Card

NO_CARDS = FrozenBitMap()


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold; without parts, every card matches."""

    parts: tuple["Predicate", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds; without parts, no card matches."""

    parts: tuple["Predicate", ...]


@dataclass(frozen=True, slots=True)
class Not:
    part: "Predicate"


@dataclass(frozen=True, slots=True)
class Numbers:
    """
    The number lies in one of the spans (ends included, None: open), or with `outside` in none of them. A date
    is the number of its day (`date.toordinal`) in UTC.
    """

    field: str
    spans: tuple[tuple[int | None, int | None], ...]
    outside: bool = False

    def admits(self, number: int) -> bool:
        inside = any(
            (low is None or low <= number) and (high is None or number <= high) for low, high in self.spans
        )
        return inside != self.outside


@dataclass(frozen=True, slots=True)
class Compared:
    """The number compares so with `other`, another number of the card. `operator` is never `:`."""

    field: str
    operator: str
    other: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """The attribute is one of the stored values, or with `outside` a different one."""

    field: str
    values: tuple[str, ...]
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Members:
    """A set of bits: at least one of them, `exactly` these, or with `outside` not exactly these."""

    field: str
    mask: int
    exactly: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """
    One of the plain texts is part of the attribute, or all of it (`exactly`); with `outside`, none is.

    `any`: of the name, the Latin name or the key. `called` are cards (ids) that have it in their name in
    another language.
    """

    field: str
    texts: tuple[str, ...]
    exactly: bool = False
    outside: bool = False
    called: FrozenBitMap = NO_CARDS


@dataclass(frozen=True, slots=True)
class Matched:
    """
    One of these `cards` (ids): those whose texts match a pattern, or with `outside` have texts, and none that
    matches. `written` has the patterns as they were written.
    """

    field: str
    written: tuple[str, ...]
    cards: FrozenBitMap
    exactly: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Tagged:
    """The card has one of the stored tags, or with `outside` only others."""

    tags: tuple[str, ...]
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Being:
    """`estimated`: at least one column is an estimate; `needs-host`: a parasite that cannot live alone."""

    what: str


@dataclass(frozen=True, slots=True)
class InLists:
    """In one of these `lists` of cards (cards/search/lists.py), each a kind and a slug."""

    lists: tuple[tuple[str, str], ...]

    def of(self, kind: str) -> list[str]:
        return [slug for each, slug in self.lists if each == kind]


@dataclass(frozen=True, slots=True)
class Named:
    """A card named in a relation; `niche` is its column."""

    card: Card
    niche: int


@dataclass(frozen=True, slots=True)
class Relation:
    """The card's relation to one of the named cards under a rule set (engine/phylo/support.py)."""

    name: str
    rules: str
    cards: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Fits:
    """Finds food or a place in a deck; `slug` is empty for the deck under construction."""

    slug: str
    food: Relation
    place: Relation


@dataclass(frozen=True, slots=True)
class Searched:
    """
    The searched words of the top level, each with its alternatives, by which results are ordered; `called`
    are the cards (ids) in whose name in the reader's language each begins a word. False without words.
    """

    words: tuple[tuple[str, ...], ...] = ()
    called: FrozenBitMap = NO_CARDS

    def __bool__(self) -> bool:
        return bool(self.words)


Predicate = (
    And | Or | Not | Numbers | Compared | OneOf | Members | Text | Matched | Tagged | Being | InLists
     | Relation | Fits
)  # fmt: skip

EVERYTHING = And(())


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort order; `reversed`: the opposite of its usual direction (points: most first)."""

    name: str
    reversed: bool = False
