"""The search in memory: sets of cards by what they have, and orders; one state of all cards, even retired.

A card has a number, its slot. A card that has changed gets a new slot and leaves the old one, so that an
index shares nearly all with the one before it, and nobody who reads that one notices.
"""

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import count, pairwise
from operator import and_

from cards.search.bitmaps import BitMap
from cards.search.patterns import Joint, Lines
from cards.search.postings import GRAM, PARTS, Postings, Row, posted, rows, text_lines, with_more
from cards.search.ranking import Ranking
from cards.services.version import Version

MOST_CHANGED = 2000
"""The most cards that follow a change one by one."""
MOST_LATER = 10_000
"""The most slots given since an index was built."""
MOST_KEPT = 64
"""The most sets kept of cards with a text."""
MOST_AGAIN = 50
"""The most changed cards for which those are kept."""
MOST_LINES = 100 * 2**20
"""Bytes of texts in which patterns are looked for; those that were not needed for longest give way."""
NOBODY = BitMap()
END = "end"
BEHIND = dict(pairwise((*PARTS, END)))
"""What follows a part."""


class Slots:
    """
    What is known of a card by its slot. Only grows, so that one state may read while the next is made.

    Texts lie one behind the other: an object for each would take as much memory again.
    """

    def __init__(self) -> None:
        self.added = array("q")
        """Microseconds"""
        self.pks = array("q")
        self._texts = bytearray()
        """`search_text` of each card, and its key where that cannot be told from the plain one."""
        self._bars = {name: array("I") for name in (*PARTS, END)}
        """Where the bar before each part is, and the last one."""

    def numbered(self, found: Iterable[Row]) -> Iterator[tuple[int, Row]]:
        """Give each row a slot."""
        for slot, row in zip(count(len(self.pks)), found):
            place = len(self._texts)
            for name, part in zip(PARTS, row.parts, strict=True):
                self._bars[name].append(place)
                place += 1 + len(part.encode())
            self._bars[END].append(place)
            key = row.name.partition(b"\0")[2]
            self._texts += row.text.encode()
            self._texts += b"" if row.parts[-1].replace(" ", "-").encode() == key else key
            self.added.append(row.microseconds)
            self.pks.append(row.pk)
            yield slot, row

    def text(self, slot: int) -> str:
        """`search_text`"""
        return self._texts[self._bars[PARTS[0]][slot] : self._bars[END][slot] + 1].decode()

    def part(self, slot: int, part: str) -> str:
        return self._part(slot, part).decode()

    def _part(self, slot: int, part: str) -> bytes:
        return bytes(self._texts[self._bars[part][slot] + 1 : self._bars[BEHIND[part]][slot]])

    def holding(self, slots: Iterable[int], part: str, text: str) -> BitMap:
        """Those whose part, between its bars, has a text."""
        find, wanted = self._texts.find, text.encode()
        begin, end = self._bars[part], self._bars[BEHIND[part]]
        return BitMap([slot for slot in slots if find(wanted, begin[slot], end[slot] + 1) >= 0])

    def key(self, slot: int) -> bytes:
        behind = self._bars[END][slot] + 1
        after = slot + 1
        end = self._bars[PARTS[0]][after] if after < len(self.pks) else len(self._texts)
        return bytes(self._texts[behind:end]) or self._part(slot, "key").replace(b" ", b"-")

    # The keys of orders.

    def name(self, slot: int) -> bytes:
        """`name_order`"""
        return b"%b\0%b" % (self._part(slot, "name"), self.key(slot))

    def latin(self, slot: int) -> bytes:
        """As `latin_order`; those without come first, and are left out where this order is used."""
        return b"%b\0%b" % (self._part(slot, "latin"), self.key(slot))

    def oldest(self, slot: int) -> tuple[int, bytes]:
        return self.added[slot], self.name(slot)

    def newest(self, slot: int) -> tuple[int, bytes]:
        return -self.added[slot], self.name(slot)

    def rankings(self) -> dict[str, Ranking]:
        """Of all slots."""
        by_name = sorted(range(len(self.pks)), key=self.name)
        return {
            "name": Ranking.cut(by_name, self.name),
            "latin": Ranking.of(by_name, self.latin),
            # Equal ones stay in the order of names.
            "oldest": Ranking.cut(sorted(by_name, key=self.added.__getitem__), self.oldest),
            "newest": Ranking.cut(sorted(by_name, key=self.added.__getitem__, reverse=True), self.newest),
        }


@dataclass(frozen=True, eq=False)
class Index:
    version: Version
    slots: Slots
    cards: BitMap
    """The slots of all cards as they are now."""
    postings: Postings
    rankings: Mapping[str, Ranking]
    grams: Mapping[str, list[str]]
    """Sorted, by part."""
    built: int
    """Slots below this are in the order of ids; `later` maps the ids of others to theirs."""
    later: Mapping[int, int] = field(default_factory=dict)
    lines: dict[tuple[str, bool], Lines] = field(default_factory=dict)
    """Texts in which patterns and words of facts are looked for, loaded when they are first needed."""
    _texts: dict[tuple[str, str], BitMap] = field(default_factory=dict)

    @classmethod
    def build(cls, version: Version) -> "Index":
        """Of all stored cards; `version` was read before."""
        slots = Slots()
        postings = posted(slots.numbered(rows()))
        every = BitMap(range(len(slots.pks)))
        grams = {part: sorted(map(str, postings.get(part, ()))) for part in PARTS}
        return cls(version, slots, every, postings, slots.rankings(), grams, len(every))

    def followed(self, version: Version, changed: Sequence[int]) -> "Index":
        """The state in which these cards have changed or are new."""
        numbered = list(self.slots.numbered(rows(changed)))
        new = [slot for slot, _row in numbered]
        later = dict(self.later) | {row.pk: slot for slot, row in numbered}
        lines = {
            where: each.changed(changed, text_lines(*where, changed))
            for where, each in list(self.lines.items())
        }
        postings = with_more(self.postings, numbered)
        return Index(
            version,
            self.slots,
            self.cards - self.slots_of(changed) | BitMap(new),
            postings,
            {name: each.with_more(new) for name, each in self.rankings.items()},
            {part: _with_new(known, postings.get(part, {})) for part, known in self.grams.items()},
            self.built,
            later,
            lines,
            self._texts_with(new) if len(new) <= MOST_AGAIN else {},
        )

    @property
    def is_patchy(self) -> bool:
        """Whether so much has changed that building anew would make it smaller."""
        return len(self.slots.pks) > self.built + MOST_LATER

    @cached_property
    def offered(self) -> BitMap:
        return self.cards - self.equal("retired", True)

    def slots_of(self, cards: Iterable[int]) -> BitMap:
        """The slots of cards by id; unknown ids have none."""
        if self._first is None:
            found = BitMap(slot for slot in map(self._slot, cards) if slot is not None)
        else:
            ids, later = BitMap(cards), BitMap(self.later)
            first = self._first
            found = (ids & BitMap(range(first, first + self.built)) - later).shift(-first)
            found |= BitMap(self.later[card] for card in ids & later)
        return found & self.cards

    @cached_property
    def _first(self) -> int | None:
        """The first id, where none is left out."""
        pks, last = self.slots.pks, self.built - 1
        return pks[0] if self.built and pks[last] - pks[0] == last and pks[last] < 2**31 else None

    def _slot(self, card: int) -> int | None:
        if card in self.later:
            return self.later[card]
        pks = self.slots.pks
        slot = card - pks[0] if self.built else 0  # where no id is left out
        if not 0 <= slot < self.built or pks[slot] != card:
            slot = bisect_left(pks, card, 0, self.built)
        return slot if slot < self.built and pks[slot] == card else None

    # Sets; they may have slots that cards have left.

    def values(self, column: str) -> Mapping[Hashable, BitMap]:
        return self.postings.get(column, {})

    def equal(self, column: str, value: Hashable) -> BitMap:
        return self.values(column).get(value, NOBODY)

    def having(self, column: str) -> BitMap:
        """Cards with any value."""
        return united(self.values(column).values())

    def present(self, column: str) -> list[Hashable]:
        """The values that some card has."""
        return [value for value, sets in self.values(column).items() if not sets.isdisjoint(self.cards)]

    def containing(self, part: str, text: str) -> BitMap:
        """
        Cards with a text in a part of their `search_text`; "any": in one of the three. A bar stands for the
        beginning or the end of the part.
        """
        known = self._texts.get((part, text))
        if known is None:
            if part == "any":
                known = self.containing("name", text) | self.containing("latin", text)
                # A key is mostly the name once more.
                known = known | self._containing("key", text, among=self.cards - known)
            else:
                known = self._containing(part, text)
            if len(self._texts) >= MOST_KEPT:
                self._texts.clear()
            self._texts[part, text] = known
        return known

    def _texts_with(self, new: Iterable[int]) -> dict[tuple[str, str], BitMap]:
        """The same texts, with cards that are new."""
        slots, found = BitMap(new), {}
        for (part, text), known in list(self._texts.items()):
            parts = PARTS if part == "any" else (part,)
            found[part, text] = known | united(self.slots.holding(slots, each, text) for each in parts)
        return found

    def _containing(self, part: str, text: str, among: BitMap | None = None) -> BitMap:
        if len(text) < GRAM:
            known = self.grams[part]
            first, behind = bisect_left(known, text), bisect_left(known, text + "\U0010ffff")
            return united(self.equal(part, gram) for gram in known[first:behind])
        grams = {text[place : place + GRAM] for place in range(len(text) - GRAM + 1)}
        sets = sorted((self.equal(part, gram) for gram in grams), key=len)
        found = sets[0].intersection(*sets[1:])
        if len(text) == GRAM:
            return found
        # Grams do not tell in which order they follow each other.
        return self.slots.holding(found if among is None else found & among, part, text)

    def with_pieces(self, pieces: Iterable[str], field: str) -> BitMap | None:
        """Cards that have the grams of all pieces in one part; None if there are none to go by."""
        grams = {piece[place : place + GRAM] for piece in pieces for place in range(len(piece) - GRAM + 1)}
        parts = PARTS if field == "any" else (field,)
        if not grams or field not in (*PARTS, "any"):
            return None
        found = [reduce(and_, (self.equal(part, gram) for gram in grams)) for part in parts]
        return united(found) & self.cards

    def texts(self, field: str, among: BitMap, *, folded: bool) -> Iterator[tuple[int, str]]:
        """As `text_lines`, of some cards."""
        if folded:
            parts = PARTS if field == "any" else (field,)
            return ((self.slots.pks[slot], self.slots.part(slot, part)) for slot in among for part in parts)
        return text_lines(field, folded, [self.slots.pks[slot] for slot in among])

    def word(self, part: str, begun: str, *, whole: bool = False) -> BitMap:
        """Cards with a word in that part that begins so, or is it."""
        ends = (" ", "|") if whole else ("",)
        return united(self.containing(part, f"{before}{begun}{end}") for before in " |" for end in ends)

    def lines_of(self, part: str, *, folded: bool) -> Lines | Joint:
        if part == "any":
            return Joint(tuple(self._lines(each, folded) for each in PARTS))
        return self._lines(part, folded)

    def _lines(self, part: str, folded: bool) -> Lines:
        found = self.lines.pop((part, folded), None)
        if found is None:
            held = folded and part in PARTS  # what is in memory
            found = Lines(self.texts(part, self.cards, folded=True) if held else text_lines(part, folded))
            for known in list(self.lines):
                if found.size + sum(each.size for each in list(self.lines.values())) <= MOST_LINES:
                    break
                self.lines.pop(known, None)
        # Last, as what was needed last.
        self.lines[part, folded] = found
        return found

    def key(self, slot: int) -> str:
        return self.slots.key(slot).decode()


def _with_new(known: list[str], postings: Mapping[Hashable, BitMap]) -> list[str]:
    """Sorted grams, with those that only new cards have."""
    if len(known) == len(postings):
        return known
    return sorted(map(str, postings))


def united(sets: Iterable[BitMap]) -> BitMap:
    return BitMap.union(NOBODY, *sets)
