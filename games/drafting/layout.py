"""One player's cards as they grow: at most four rows and five columns, each card beside another one."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from games.drafting.grid import Cell, beside
from games.drafting.moving import moves
from games.drafting.sets import HEIGHT, WIDTH

Pair = tuple[Cell, Cell]


class Layout:
    """`cards` by their place relative to the first card, which lies at (0, 0)."""

    __slots__ = ("_spaces", "box", "cards", "edge")

    def __init__(self, cards: dict[Cell, str] | None = None) -> None:
        self.cards: dict[Cell, str] = {}
        self.edge: set[Cell] = set()
        """The empty spaces beside a card."""
        self.box: tuple[int, int, int, int] | None = None
        """Top, left, bottom and right of the cards."""
        self._spaces: list[Cell] | None = None
        for cell, card in (cards or {}).items():
            self.put(cell, card)

    def copy(self) -> "Layout":
        other = Layout.__new__(Layout)
        other.cards, other.edge = self.cards.copy(), self.edge.copy()
        other.box, other._spaces = self.box, self._spaces
        return other

    def put(self, cell: Cell, card: str) -> None:
        cards, edge = self.cards, self.edge
        cards[cell] = card
        edge.discard(cell)
        for near in beside(cell):
            if near not in cards:
                edge.add(near)
        self._spaces = None
        row, column = cell
        if self.box is None:
            self.box = row, column, row, column
            return
        top, left, bottom, right = self.box
        if not (top <= row <= bottom and left <= column <= right):
            self.box = min(top, row), min(left, column), max(bottom, row), max(right, column)

    def spaces(self) -> Sequence[Cell]:
        """Where the next card may lie, in reading order: beside another one, within the size."""
        if self.box is None:
            return [(0, 0)]
        if self._spaces is None:
            top, left, bottom, right = self.box
            first_row, last_row = bottom - HEIGHT + 1, top + HEIGHT - 1
            first, last = right - WIDTH + 1, left + WIDTH - 1
            self._spaces = sorted(
                [
                    space
                    for space in self.edge
                    if first_row <= space[0] <= last_row and first <= space[1] <= last
                ]
            )
        return self._spaces

    def swaps(self) -> list[Pair]:
        """The pairs of cells whose cards differ: a rabbit or an octopus may exchange them."""
        cards = self.cards
        return [(one, other) for one, other in combinations(sorted(cards), 2) if cards[one] != cards[other]]

    def swaps_with(self, card: str) -> Iterator[tuple[Cell, list[Pair]]]:
        """Every space, and what `swaps` would be with the card there."""
        here = self.swaps()
        for space in self.spaces():
            more = [
                (cell, space) if cell < space else (space, cell)
                for cell, other in self.cards.items()
                if other != card
            ]
            yield space, here + more

    def swap(self, pair: Pair) -> None:
        one, other = pair
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]

    def shifts_with(self) -> Iterator[tuple[Cell, list[Pair]]]:
        """Every space, and with a card there, from where to where an octopus may move one (`may_shift`)."""
        return moves(self.cards, self.spaces())

    def may_shift(self, pair: Pair) -> bool:
        """Whether an octopus may move the card: what remains is one layout within the size."""
        start, space = pair
        if start not in self.cards or space in self.cards or len(self.cards) == 1:
            return False
        cells = self.cards.keys() - {start} | {space}
        return fits(cells) and connected(cells)

    def shift(self, pair: Pair) -> None:
        start, space = pair
        cards = dict(self.cards)
        cards[space] = cards.pop(start)
        self.cards, self.edge, self.box = {}, set(), None
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
