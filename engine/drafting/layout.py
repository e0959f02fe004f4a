"""A player's growing layout: at most four rows and five columns, each card beside another one."""

from collections.abc import Iterable
from functools import lru_cache

from engine.drafting.actions import FIRST, SECOND, Pair
from engine.drafting.grid import CELLS, NUMBERS, ROW, Cell, beside
from engine.drafting.moving import moves
from engine.drafting.sets import HEIGHT, WIDTH

Box = tuple[int, int, int, int]
BESIDE = [frozenset((number - ROW, number - 1, number + 1, number + ROW)) for number in range(len(CELLS))]


class Layout:
    """`cards` by cell; the first card was laid at (0, 0)."""

    __slots__ = ("_edge", "_free", "_taken", "box", "cards")

    def __init__(self, cards: dict[Cell, str] | None = None) -> None:
        self.cards: dict[Cell, str] = {}
        self.box: Box | None = None
        """Top, left, bottom and right of the cards."""
        self._taken: set[int] = set()
        self._edge: set[int] = set()
        """The numbers of the empty cells beside a card."""
        self._free: list[int] | None = None
        for cell, card in (cards or {}).items():
            self.put(cell, card)

    def copy(self) -> "Layout":
        other = Layout.__new__(Layout)
        other.cards, other.box = self.cards.copy(), self.box
        other._taken, other._edge, other._free = self._taken.copy(), self._edge.copy(), self._free
        return other

    def put(self, cell: Cell, card: str) -> None:
        number = NUMBERS[cell]
        self.cards[cell] = card
        self._taken.add(number)
        self._edge.discard(number)
        self._edge |= BESIDE[number] - self._taken
        self._free = None
        row, column = cell
        if self.box is None:
            self.box = row, column, row, column
            return
        top, left, bottom, right = self.box
        if not (top <= row <= bottom and left <= column <= right):
            self.box = min(top, row), min(left, column), max(bottom, row), max(right, column)

    def spaces(self) -> list[Cell]:
        """Where the next card may lie, in reading order: beside another one, within the layout's size."""
        return [CELLS[number] for number in self.free()]

    def free(self) -> list[int]:
        """Like `spaces`, as numbers."""
        if self.box is None:
            return [NUMBERS[0, 0]]
        if self._free is None:
            self._free = sorted(self._edge & window(self.box))
        return self._free

    def swaps_with(self, card: str, base: int) -> list[int]:
        """All exchanges of two different cards after a rabbit or an octopus is laid on each space, as action
        numbers; `base` is the number of the action without cells.
        """
        cards = sorted([(NUMBERS[cell], kind) for cell, kind in self.cards.items()])
        seconds = [(number << SECOND, kind) for number, kind in cards]
        pairs = [
            (number << FIRST) + second
            for place, (number, kind) in enumerate(cards, 1)
            for second, other in seconds[place:]
            if kind != other
        ]
        others = [number for number, kind in cards if kind != card]
        spaces = self.free()
        found = [here + pair for here in [base + space for space in spaces] for pair in pairs]
        for space in spaces:
            after, before = base + space + (space << SECOND), base + space + (space << FIRST)
            found += [
                after + (other << FIRST) if other < space else before + (other << SECOND) for other in others
            ]
        return found

    def shifts_with(self, base: int) -> list[int]:
        """Like `swaps_with`, for the moves of one card that an octopus may make (`may_shift`)."""
        return moves(base, sorted(self._taken), self.free())

    def swap(self, pair: Pair) -> None:
        one, other = pair
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]

    def may_shift(self, pair: Pair) -> bool:
        """Whether an octopus may move the card: the layout must stay connected and within its size."""
        start, space = pair
        if start not in self.cards or space in self.cards or len(self.cards) == 1:
            return False
        cells = self.cards.keys() - {start} | {space}
        return fits(cells) and connected(cells)

    def shift(self, pair: Pair) -> None:
        start, space = pair
        cards = dict(self.cards)
        cards[space] = cards.pop(start)
        self.cards, self._taken, self._edge, self.box = {}, set(), set(), None
        for cell, card in cards.items():
            self.put(cell, card)


@lru_cache(maxsize=1024)
def window(around: Box) -> frozenset[int]:
    """The numbers of all cells that keep cards in the box `around` within four rows and five columns."""
    top, left, bottom, right = around
    rows, columns = range(bottom - HEIGHT + 1, top + HEIGHT), range(right - WIDTH + 1, left + WIDTH)
    return frozenset(NUMBERS[row, column] for row in rows for column in columns)


def box(cells: Iterable[Cell]) -> Box:
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
