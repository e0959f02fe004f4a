"""All moves of one card within a layout at once, on bitboards; `Layout.may_shift` defines them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product

from engine.drafting.actions import FIRST, SECOND
from engine.drafting.grid import ROW
from engine.drafting.sets import HEIGHT, WIDTH

ABOVE, BEFORE = 4, 5
"""Rows and columns of the board before the cards, which leave room for all moves."""
NEAR = 1 | 1 << ROW - 1 | 1 << ROW + 1 | 1 << 2 * ROW
"""The cells beside the first cell of the second row; one of them is at the end of the first row."""
RING = 7 | 5 << ROW | 7 << 2 * ROW
"""The eight cells around the second cell of the second row."""
Box = tuple[int, int, int, int]
"""Top, left, bottom and right on a board; without cards the top is below the bottom."""
Ends = list[tuple[int, int]]
"""The cells that a card may be moved to, each as a bit and as the second cell of an action."""
Joined = tuple[int, int, int, Ends]
"""A card whose removal leaves the others connected: the card as the first cell of an action, the cells around
the others, the complement of these, and the moves to free cells around the others.
"""
Cut = tuple[int, list[int]]
"""A card whose removal disconnects the others or leaves none: the card as the first cell of an action, and
the cells around each part.
"""
Leaving = tuple[Mapping[int, int], list[Joined], list[Cut]]
"""The cards whose removal leaves the others in the same box, and the `Windows` of that box."""


def moves(base: int, cards: Sequence[int], spaces: Iterable[int]) -> list[int]:
    """All moves of one card after a card is laid on each of the spaces, as action numbers; `base` is the
    number of the action without cells. The sorted cards and the spaces are numbers of cells.
    """
    origin = (cards[0] // ROW - ABOVE) * ROW + min([card % ROW for card in cards]) - BEFORE
    places = [card - origin for card in cards]
    whole = sum([1 << place for place in places])
    around, box = _around(whole) & ~whole, _box(places)
    ends = _ends((around | _around(around)) & ~whole, origin)
    here = [(bit, end) for bit, end in ends.items() if bit & around & _window(box)]
    leavings = _leavings(cards, places, whole, box, ends, here)
    found: list[int] = []
    for space in spaces:
        place, action = space - origin, base + space
        new, near, start = 1 << place, NEAR << place - ROW, action + (space << FIRST)
        found += [start + end for bit, end in here if bit != new]
        free = ~(whole | new)
        for windows, joined, cut in leavings:
            room = windows[place] & free
            close = near & room
            for card, beside, apart, own in joined:
                start = action + card
                if beside & new:
                    found += [start + end for bit, end in own if bit & room]
                    more = close & apart
                else:
                    more = close & beside
                while more:
                    bit = more & -more
                    found.append(start + ends[bit])
                    more ^= bit
            for card, parts in cut:
                more, joining = room, near
                for around in parts:
                    if around & new:  # the new card joins this part to others that it touches
                        joining |= around
                    else:
                        more &= around
                more &= joining
                while more:
                    bit = more & -more
                    found.append(action + card + ends[bit])
                    more ^= bit
    return found


def _leavings(
    cards: Sequence[int], places: Sequence[int], whole: int, box: Box, ends: Mapping[int, int], here: Ends
) -> list[Leaving]:
    rows, columns = [place // ROW for place in places], [place % ROW for place in places]
    found: dict[Box, Leaving] = {}
    for card, place, row, column in zip(cards, places, rows, columns, strict=True):
        rest, others, first = box, whole ^ 1 << place, card << FIRST
        if rows.count(row) == 1 or columns.count(column) == 1:
            rest = _box([other for other in places if other != place])
        _rest, joined, cut = found.get(rest) or found.setdefault(rest, (_windows(rest), [], []))
        near = whole >> place - ROW - 1 & RING
        parts = [_around(others)] if near in TOGETHER else _parts(others)
        if len(parts) != 1:
            cut.append((first, parts))
            continue
        beside, own = parts[0], here
        if rest is not box:
            room = _window(rest) & ~whole
            own = [(bit, end) for bit, end in ends.items() if bit & room]
        joined.append((first, beside, ~beside, [each for each in own if each[0] & beside]))
    return list(found.values())


def _ends(cells: int, origin: int) -> dict[int, int]:
    found = {}
    while cells:
        bit = cells & -cells
        found[bit] = bit.bit_length() - 1 + origin << SECOND
        cells ^= bit
    return found


def _box(places: Sequence[int]) -> Box:
    if not places:
        return ROW, ROW, -1, -1
    columns = [place % ROW for place in places]
    return places[0] // ROW, min(columns), places[-1] // ROW, max(columns)


class Windows(dict[int, int]):
    """By the place of one more card: the cells that keep a layout with this box within its size."""

    def __init__(self, box: Box) -> None:
        super().__init__()
        self.box = box

    def __missing__(self, place: int) -> int:
        (top, left, bottom, right), (row, column) = self.box, divmod(place, ROW)
        self[place] = found = _window(
            (min(top, row), min(left, column), max(bottom, row), max(right, column))
        )
        return found


@lru_cache(maxsize=1024)
def _windows(box: Box) -> Windows:
    return Windows(box)


@lru_cache(maxsize=1024)
def _window(box: Box) -> int:
    top, left, bottom, right = box
    rows, columns = range(bottom - HEIGHT + 1, top + HEIGHT), range(right - WIDTH + 1, left + WIDTH)
    return sum(1 << each * ROW + other for each in rows for other in columns)


def _around(cells: int) -> int:
    return cells << 1 | cells >> 1 | cells << ROW | cells >> ROW


def _grown(part: int, cells: int) -> int:
    """All cells connected with `part`, which is some of them."""
    grown = 0
    while grown != part:
        grown = part
        part |= (part << 1 | part >> 1 | part << ROW | part >> ROW) & cells
    return part


def _parts(cells: int) -> list[int]:
    """The cells around each connected group."""
    found = []
    while cells:
        part = _grown(cells & -cells, cells)
        found.append(_around(part))
        cells ^= part
    return found


def _rings() -> frozenset[int]:
    """The patterns on RING in which the cards beside the centre are connected without the centre."""
    found = set()
    for cards in product((0, 1), repeat=9):
        ring = sum(card << number // 3 * ROW + number % 3 for number, card in enumerate(cards)) & RING
        near = ring & NEAR << 1
        if near and not near & ~_grown(near & -near, ring):
            found.add(ring)
    return frozenset(found)


TOGETHER = _rings()
