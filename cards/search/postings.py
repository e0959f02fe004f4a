"""What the index in memory reads of a card, and the sets of cards for each value."""

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import sleep

from cards.models import Card, Kind
from cards.search.bitmaps import BitMap

Postings = Mapping[str, Mapping[Hashable, BitMap]]
"""Sets of slots (see cards/search/index.py) by column and value. An empty value has none."""

PARTS = ("name", "latin", "key")
"""The parts of `search_text`, in order."""
GRAM = 3
"""Letters of a gram. The parts of a text are posted by these; a part stands between bars."""
WORDS = ("kind", "card_set_id", "diet", "kingdom", "phylum", "class_name", "tag_text")
MASKS = ("terrain_mask", "climate_mask", "keyword_mask", "effect_mask")
NUMBERS = ("scale", "food_chain", "points", "move", "flight", "spread", "niche")
PIECE = 2**13
"""Cards posted at once."""
FIRST = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Row:
    """A stored card. `values` are those of WORDS, MASKS and NUMBERS by column."""

    pk: int
    text: str
    """`search_text`"""
    name: bytes
    """`name_order`"""
    added: datetime
    changed: datetime
    retired: bool
    dependent: bool
    """Needs a host."""
    duration: int
    values: Mapping[str, Hashable]

    @property
    def parts(self) -> list[str]:
        """Name, Latin name and key, plain."""
        return self.text.split("|")[1:4]

    @property
    def microseconds(self) -> int:
        """When the card was added, since FIRST."""
        return (self.added - FIRST) // timedelta(microseconds=1)

    def postings(self) -> Iterator[tuple[str, Iterable[Hashable]]]:
        """The columns and values under which the card is found."""
        for part, text in zip(PARTS, self.parts, strict=True):
            yield part, grams(text)
        for column, value in self.values.items():
            # 0 is a number and a niche, but no mask.
            if value not in (None, "") and (value or column not in MASKS):
                yield column, (value,)
        yield "created", (self.added.astimezone(UTC).toordinal(),)
        yield "updated", (self.changed.astimezone(UTC).toordinal(),)
        if self.values["kind"] == Kind.EVENT:
            yield "duration", (self.duration,)
        if self.retired:
            yield "retired", (True,)
        if self.dependent:
            yield "needs-host", (True,)


def grams(part: str) -> set[str]:
    """Every run of GRAM letters, bars included; a second bar at the end lets shorter runs begin one, too."""
    text = f"|{part}||"
    return {text[place : place + GRAM] for place in range(len(text) - GRAM + 1)}


def rows(cards: Sequence[int] | None = None) -> Iterator[Row]:
    """All cards in the order of their ids, or those with these ids."""
    found = Card.objects.order_by("pk")
    if cards is not None:
        found = found.filter(pk__in=cards)
    hosted = found.filter(abilities__parasitic__needs_host=True).values_list("pk", flat=True)
    dependent = frozenset(hosted)
    columns = (*WORDS, *MASKS, *NUMBERS)
    fields = ("pk", "search_text", "name_order", "added_at", "changed_at", "retired", "duration", *columns)
    for pk, text, name, added, changed, retired, duration, *values in found.values_list(*fields).iterator():
        yield Row(
            pk, text, bytes(name), added, changed, retired, pk in dependent, duration,
            dict(zip(columns, values, strict=True)),
        )  # fmt: skip


def posted(numbered: Iterable[tuple[int, Row]]) -> dict[str, dict[Hashable, BitMap]]:
    """The postings of rows with their slots."""
    found: dict[str, dict[Hashable, BitMap]] = {}
    piece: dict[str, defaultdict[Hashable, array[int]]] = {}

    def put() -> None:
        for column, lists in piece.items():
            sets = found.setdefault(column, {})
            for value, slots in lists.items():
                if value in sets:
                    sets[value] |= BitMap(slots)
                else:
                    sets[value] = BitMap(slots)
        piece.clear()

    for slot, row in numbered:
        for column, values in row.postings():
            if column not in piece:
                piece[column] = defaultdict(lambda: array("I"))
            lists = piece[column]
            for value in values:
                lists[value].append(slot)
        if slot % PIECE == PIECE - 1:
            put()
            sleep(0)  # lets requests go on
    put()
    for sets in found.values():
        for each in sets.values():
            each.shrink_to_fit()
    return found


def with_more(postings: Postings, numbered: Iterable[tuple[int, Row]]) -> Postings:
    """A copy with more cards; sets that get none are shared."""
    result = dict(postings)
    for column, sets in posted(numbered).items():
        known = result.get(column, {})
        joined = {value: known[value] | more if value in known else more for value, more in sets.items()}
        result[column] = {**known, **joined}
    return result


def text_lines(field: str, folded: bool, cards: Sequence[int] | None = None) -> Iterator[tuple[int, str]]:
    """
    The texts in which a field looks for patterns, each with the id of its card: of all cards, or of those
    with these ids, as cards show them, or plain. Those of a card follow each other.
    """
    found = Card.objects.order_by("pk")
    if cards is not None:
        found = found.filter(pk__in=cards)
    if field == "fact":
        yield from found.values_list("pk", "fact_text" if folded else "fact").iterator()
        return
    chosen = {"any": (0, 1, 2), "name": (0,), "latin": (1,), "key": (2,)}[field]
    columns = [("name", "latin_name", "key")[place] for place in chosen]
    if not folded:
        for card, *shown in found.values_list("pk", *columns).iterator():
            yield from ((card, text) for text in shown)
        return
    for card, text in found.values_list("pk", "search_text").iterator():
        parts = text.split("|")[1:-1]
        yield from ((card, parts[place]) for place in chosen)
