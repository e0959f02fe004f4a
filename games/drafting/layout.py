"""One player's cards as they grow: at most four rows and five columns, each card beside another one."""

from collections.abc import Iterable
from itertools import combinations

from games.drafting.grid import Cell, beside
from games.drafting.sets import HEIGHT, WIDTH

Pair = tuple[Cell, Cell]


class Layout:
    """`cards` by their place relative to the first card, which lies at (0, 0)."""

    __slots__ = ("cards", "edge")

    def __init__(self, cards: dict[Cell, str] | None = None) -> None:
        self.cards: dict[Cell, str] = {}
        self.edge: set[Cell] = set()
        """The empty spaces beside a card."""
        for cell, card in (cards or {}).items():
            self.put(cell, card)

    def copy(self) -> "Layout":
        other = Layout.__new__(Layout)
        other.cards, other.edge = self.cards.copy(), self.edge.copy()
        return other

    def put(self, cell: Cell, card: str) -> None:
        cards, edge = self.cards, self.edge
        cards[cell] = card
        edge.discard(cell)
        edge.update(near for near in beside(cell) if near not in cards)

    def spaces(self) -> list[Cell]:
        """Where the next card may lie, in reading order: beside another one, within the size."""
        if not self.cards:
            return [(0, 0)]
        top, left, bottom, right = box(self.cards)
        first_row, last_row = bottom - HEIGHT + 1, top + HEIGHT - 1
        first, last = right - WIDTH + 1, left + WIDTH - 1
        return sorted(
            space for space in self.edge if first_row <= space[0] <= last_row and first <= space[1] <= last
        )

    def swaps(self) -> list[Pair]:
        """The pairs of cells whose cards differ: a rabbit or an octopus may exchange them."""
        cards = self.cards
        return [(one, other) for one, other in combinations(sorted(cards), 2) if cards[one] != cards[other]]

    def swap(self, pair: Pair) -> None:
        one, other = pair
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]

    def shifts(self) -> list[Pair]:
        """From where to where an octopus may move a card: what remains is one layout within the size."""
        found = []
        for start in sorted(self.cards):
            without = Layout({cell: card for cell, card in self.cards.items() if cell != start})
            if not without.cards:
                continue
            held = connected(without.cards)
            found += [
                (start, space)
                for space in without.spaces()
                if space != start and (held or connected({*without.cards, space}))
            ]
        return found

    def shift(self, pair: Pair) -> None:
        start, space = pair
        cards = dict(self.cards)
        cards[space] = cards.pop(start)
        self.cards, self.edge = {}, set()
        for cell, card in cards.items():
            self.put(cell, card)


def box(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """Top, left, bottom and right of some cells."""
    rows, columns = zip(*cells, strict=True)
    return min(rows), min(columns), max(rows), max(columns)


def fits(cells: Iterable[Cell]) -> bool:
    top, left, bottom, right = box(cells)
    return bottom - top < HEIGHT and right - left < WIDTH


def connected(cells: Iterable[Cell]) -> bool:
    left = set(cells)
    edge = [left.pop()]
    while edge:
        for near in beside(edge.pop()):
            if near in left:
                left.remove(near)
                edge.append(near)
    return not left
