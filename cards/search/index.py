"""The search in memory: sets of cards by what they have, and orders; one state of all cards, even retired.

A card has a number, its slot. A card that has changed gets a new slot and leaves the old one, so that an
index shares nearly all with the one before it, and nobody who reads that one notices.
"""

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from pyroaring import BitMap

from cards.search.patterns import Lines
from cards.search.postings import GRAM, PARTS, Postings, Row, posted, rows, text_lines, with_more
from cards.search.ranking import Ranking
from cards.services.version import Version

MOST_CHANGED = 2000
"""The most cards that follow a change one by one."""
MOST_LATER = 10_000
"""The most slots given since an index was built."""
MOST_KEPT = 64
"""The most sets kept of cards with a text."""
NOBODY = BitMap()


@dataclass
class Slots:
    """What is known of a card by its slot. Only grows, so that one state may read while the next is made."""

    texts: list[str] = field(default_factory=list)
    names: list[bytes] = field(default_factory=list)
    """`name_order`"""
    added: "array[int]" = field(default_factory=lambda: array("q"))
    """Microseconds"""
    pks: "array[int]" = field(default_factory=lambda: array("q"))

    def numbered(self, found: Iterable[Row]) -> Iterator[tuple[int, Row]]:
        """Give each row a slot."""
        for slot, row in zip(count(len(self.pks)), found):
            self.texts.append(row.text)
            self.names.append(row.name)
            self.added.append(row.microseconds)
            self.pks.append(row.pk)
            yield slot, row

    def part(self, slot: int, part: str) -> str:
        return self.texts[slot].split("|")[1 + PARTS.index(part)]

    # The keys of orders.

    def name(self, slot: int) -> bytes:
        return self.names[slot]

    def latin(self, slot: int) -> bytes:
        """As `latin_order`; those without come first, and are left out where this order is used."""
        return self.part(slot, "latin").encode() + self.names[slot][self.names[slot].index(b"\0") :]

    def oldest(self, slot: int) -> tuple[int, bytes]:
        return self.added[slot], self.names[slot]

    def newest(self, slot: int) -> tuple[int, bytes]:
        return -self.added[slot], self.names[slot]


@dataclass(frozen=True, eq=False)
class Index:
    version: Version
    slots: Slots
    cards: BitMap
    """The slots of all cards as they are now."""
    postings: Postings
    rankings: Mapping[str, Ranking]
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
        every = range(len(slots.pks))
        keys = {"name": slots.name, "latin": slots.latin, "oldest": slots.oldest, "newest": slots.newest}
        rankings = {name: Ranking.of(every, key) for name, key in keys.items()}
        return cls(version, slots, BitMap(every), postings, rankings, len(every))

    def followed(self, version: Version, changed: Sequence[int]) -> "Index":
        """The state in which these cards have changed or are new."""
        numbered = list(self.slots.numbered(rows(changed)))
        new = [slot for slot, _row in numbered]
        later = dict(self.later) | {row.pk: slot for slot, row in numbered}
        lines = {
            where: each.changed(changed, text_lines(*where, changed))
            for where, each in list(self.lines.items())
        }
        return Index(
            version,
            self.slots,
            self.cards - self.slots_of(changed) | BitMap(new),
            with_more(self.postings, numbered),
            {name: each.with_more(new) for name, each in self.rankings.items()},
            self.built,
            later,
            lines,
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
        found = BitMap(slot for slot in map(self._slot, cards) if slot is not None)
        return found & self.cards

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
                known = united(self.containing(each, text) for each in PARTS)
            else:
                known = self._containing(part, text)
            if len(self._texts) >= MOST_KEPT:
                self._texts.clear()
            self._texts[part, text] = known
        return known

    def _containing(self, part: str, text: str) -> BitMap:
        if len(text) < GRAM:
            known = self._sorted_grams[part]
            first, behind = bisect_left(known, text), bisect_left(known, text + "\U0010ffff")
            return united(self.equal(part, gram) for gram in known[first:behind])
        grams = {text[place : place + GRAM] for place in range(len(text) - GRAM + 1)}
        sets = sorted((self.equal(part, gram) for gram in grams), key=len)
        found = sets[0].intersection(*sets[1:])
        if len(text) == GRAM:
            return found
        # Grams do not tell in which order they follow each other.
        texts, place = self.slots.texts, 1 + PARTS.index(part)
        return BitMap([slot for slot in found if text in f"|{texts[slot].split('|')[place]}|"])

    @cached_property
    def _sorted_grams(self) -> dict[str, list[str]]:
        return {part: sorted(map(str, self.values(part))) for part in PARTS}

    def word(self, part: str, begun: str, *, whole: bool = False) -> BitMap:
        """Cards with a word in that part that begins so, or is it."""
        ends = (" ", "|") if whole else ("",)
        return united(self.containing(part, f"{before}{begun}{end}") for before in " |" for end in ends)

    def lines_of(self, part: str, *, folded: bool) -> Lines:
        if (part, folded) not in self.lines:
            self.lines[part, folded] = Lines(text_lines(part, folded))
        return self.lines[part, folded]

    def key(self, slot: int) -> str:
        return self.slots.names[slot].partition(b"\0")[2].decode()


def united(sets: Iterable[BitMap]) -> BitMap:
    return BitMap.union(NOBODY, *sets)
