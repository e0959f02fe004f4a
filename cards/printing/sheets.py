"""Print options, the positions of the cards on a sheet, and the crop marks.

Nine cards per sheet, cut at exactly 63 by 88 mm. Lengths are millimetres; positions are measured from the top
left corner of the paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from cards.art.face_svg import HEIGHT, WIDTH

COLUMNS, ROWS = 3, 3
NINE = COLUMNS * ROWS
BLEED = 3.0
# Distance of the marks from the cut, and their length. Within the bleed, a light edge keeps them visible.
MARK_AWAY, MARK_LONG = 2.0, 5.0
INNER_AWAY, INNER_LONG = 1.5, 3.0

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}
MOST_COPIES = 9


@dataclass(frozen=True, slots=True)
class Options:
    """`paper` is a key of PAPERS; `copies` is the number per card."""

    paper: str = "a4"
    marks: bool = True
    bleed: bool = False
    backs: bool = False
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Imprint:
    """
    What the credits say of the whole print, and its date.

    `site` is the address where the cards are found. `author` and `code` are a deck's and may be empty. `own`:
    the keys of cards that exist only in the set that is printed, `licence` (one of art.uploads.LICENCES) that
    of their values and sentences.
    """

    title: str
    site: str
    day: date
    subtitle: str = ""
    author: str = ""
    code: str = ""
    language: str = "en"
    own: tuple[str, ...] = ()
    licence: str = ""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


class Mark(NamedTuple):
    """A line from one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float


class Layout:
    """With bleed, the cards lie apart by twice the bleed, so that they do not overlap."""

    def __init__(self, paper: Paper, options: Options) -> None:
        self.paper = paper
        self.marked = options.marks
        self.bleed = BLEED if options.bleed else 0.0
        self.gap = 2 * self.bleed
        width = COLUMNS * WIDTH + (COLUMNS - 1) * self.gap
        height = ROWS * HEIGHT + (ROWS - 1) * self.gap
        self.left = (paper.width - width) / 2
        self.top = (paper.height - height) / 2
        self.trim = Box(self.left, self.top, self.left + width, self.top + height)
        """Encloses all positions for cards."""

    @property
    def bled(self) -> Box:
        """Encloses their bleed, within the paper."""
        left, top, right, bottom = self.trim
        return Box(
            max(left - self.bleed, 0),
            max(top - self.bleed, 0),
            min(right + self.bleed, self.paper.width),
            min(bottom + self.bleed, self.paper.height),
        )

    def places(self, count: int, *, mirrored: bool = False) -> list[Place]:
        """The positions of `count` cards, row by row; backs are mirrored horizontally."""
        found = []
        for number in range(count):
            row, column = divmod(number, COLUMNS)
            if mirrored:
                column = COLUMNS - 1 - column
            found.append((self.left + column * (WIDTH + self.gap), self.top + row * (HEIGHT + self.gap)))
        return found

    def marks(self, places: Sequence[Place]) -> list[Mark]:
        if not self.marked:
            return []
        lines = self._inner_marks(places) if self.bleed else self._outer_marks(places)
        return list(dict.fromkeys(Mark(*(round(end, 6) for end in line)) for line in lines))

    def _outer_marks(self, places: Sequence[Place]) -> Iterator[Mark]:
        """At both ends of every cut through cards that lie edge to edge."""
        xs = sorted({x + more for x, _y in places for more in (0, WIDTH)})
        ys = sorted({y + more for _x, y in places for more in (0, HEIGHT)})
        for x in xs:
            yield Mark(x, max(ys[0] - MARK_AWAY - MARK_LONG, 0), x, ys[0] - MARK_AWAY)
            yield Mark(x, ys[-1] + MARK_AWAY, x, min(ys[-1] + MARK_AWAY + MARK_LONG, self.paper.height))
        for y in ys:
            yield Mark(xs[0] - MARK_AWAY - MARK_LONG, y, xs[0] - MARK_AWAY, y)
            yield Mark(xs[-1] + MARK_AWAY, y, xs[-1] + MARK_AWAY + MARK_LONG, y)

    def _inner_marks(self, places: Sequence[Place]) -> Iterator[Mark]:
        """At the corners of every card, within the bleed that is cut away; neighbours share theirs."""
        near, far = INNER_AWAY, INNER_AWAY + INNER_LONG
        for x, y in places:
            for edge in (y, y + HEIGHT):
                yield Mark(x - far, edge, x - near, edge)
                yield Mark(x + WIDTH + near, edge, x + WIDTH + far, edge)
            for edge in (x, x + WIDTH):
                yield Mark(edge, y - far, edge, y - near)
                yield Mark(edge, y + HEIGHT + near, edge, y + HEIGHT + far)
