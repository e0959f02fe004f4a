"""An order of all cards, of which a part can be taken for any set of them."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cards.search.bitmaps import BitMap

BLOCK = 1024
Key = Callable[[int], Any]


@dataclass(frozen=True, slots=True)
class Ranking:
    """
    Slots in the order of `key`, which tells all apart, as sets of about BLOCK: those before a page are only
    counted, and a few are sorted for it. `lows` are the keys with which the blocks begin.
    """

    key: Key
    lows: tuple[Any, ...]
    blocks: tuple[BitMap, ...]

    @classmethod
    def of(cls, slots: Iterable[int], key: Key) -> "Ranking":
        return cls.cut(sorted(slots, key=key), key)

    @classmethod
    def cut(cls, ranked: Sequence[int], key: Key) -> "Ranking":
        """Of slots that are in this order."""
        pieces = [ranked[first : first + BLOCK] for first in range(0, len(ranked), BLOCK)] or [[]]
        return cls(key, tuple(key(piece[0]) for piece in pieces if piece), tuple(map(BitMap, pieces)))

    def with_more(self, slots: Iterable[int]) -> "Ranking":
        blocks = list(self.blocks)
        for slot in slots:
            place = max(0, bisect_right(self.lows, self.key(slot)) - 1)
            blocks[place] = blocks[place] | BitMap([slot])
        return replace(self, blocks=tuple(blocks))

    def part(self, among: BitMap, first: int, size: int, *, backwards: bool = False) -> list[int]:
        """Consecutive ones of `among` in this order, `size` at most."""
        taken: list[int] = []
        for block in self._passed(among, backwards):
            if len(taken) >= size:
                break
            inside = among.intersection_cardinality(block)
            if inside <= first:
                first -= inside
                continue
            here = sorted(among & block, key=self.key, reverse=backwards)
            taken += here[first : first + size - len(taken)]
            first = 0
        return taken

    def place(self, among: BitMap, slot: int, *, backwards: bool = False) -> int:
        """How many of `among` come before one of them."""
        before = 0
        for block in self._passed(among, backwards):
            if slot in block:
                here = sorted(among & block, key=self.key, reverse=backwards)
                return before + here.index(slot)
            before += among.intersection_cardinality(block)
        raise ValueError(slot)

    def _passed(self, among: BitMap, backwards: bool) -> Iterator[BitMap]:
        """The blocks; a small set is a block of its own."""
        if len(among) <= BLOCK:
            return iter((among,))
        return reversed(self.blocks) if backwards else iter(self.blocks)
