"""Where the cards lie on a sheet, and the sheets themselves: nine cards, cut at exactly 63 by 88 mm.

Places are millimetres from the left upper corner of the paper; PDF counts points from the left lower one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards.art.face_svg import HEIGHT, WIDTH
from cards.printing.elements import ink
from cards.printing.file import Content, File
from cards.printing.options import Options, Paper
from cards.printing.paths import Box, figure

POINT = 72 / 25.4
COLUMNS, ROWS = 3, 3
NINE = COLUMNS * ROWS
BLEED = 3.0
# Marks begin so far from the cut and are so long. Within the bleed a light edge keeps them visible.
MARK_AWAY, MARK_LONG = 2.0, 5.0
INNER_AWAY, INNER_LONG = 1.5, 3.0
MARK_WIDE, LIGHT_WIDE = 0.25, 1.25
"""Points."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a card: the form that draws it, and the colour of its edge, six hexadecimal digits."""

    form: str
    edge: str


class Layout:
    """With bleed the cards lie apart by twice the bleed, so that none reaches into another's."""

    def __init__(self, paper: Paper, *, bleed: bool) -> None:
        self.paper = paper
        self.bleed = BLEED if bleed else 0.0
        self.gap = 2 * self.bleed
        self.width = COLUMNS * WIDTH + (COLUMNS - 1) * self.gap
        self.height = ROWS * HEIGHT + (ROWS - 1) * self.gap
        self.left = (paper.width - self.width) / 2
        self.top = (paper.height - self.height) / 2

    def place(self, number: int, *, mirrored: bool = False) -> tuple[float, float]:
        """Of the card with this number on its sheet, row by row; backs are mirrored from left to right."""
        row, column = divmod(number, COLUMNS)
        if mirrored:
            column = COLUMNS - 1 - column
        return self.left + column * (WIDTH + self.gap), self.top + row * (HEIGHT + self.gap)

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """In points, no larger than the paper."""
        height = self.paper.height
        return (
            max(left, 0) * POINT,
            (height - min(bottom, height)) * POINT,
            min(right, self.paper.width) * POINT,
            (height - max(top, 0)) * POINT,
        )

    @property
    def size(self) -> tuple[float, float]:
        return self.paper.width * POINT, self.paper.height * POINT

    @property
    def trim(self) -> Box:
        """Round all places for cards."""
        return self.box(self.left, self.top, self.left + self.width, self.top + self.height)

    @property
    def bled(self) -> Box:
        more = self.bleed
        right, bottom = self.left + self.width + more, self.top + self.height + more
        return self.box(self.left - more, self.top - more, right, bottom)


def sheet(
    file: File, layout: Layout, sides: Sequence[Side], options: Options, *, mirrored: bool = False
) -> Content:
    """Up to nine sides, with their bleed beneath and the crop marks beside."""
    content = Content(file)
    places = [layout.place(number, mirrored=mirrored) for number in range(len(sides))]
    if layout.bleed:
        for side, (x, y) in zip(sides, places, strict=True):
            more = layout.bleed
            left, low, right, high = layout.box(x - more, y - more, x + WIDTH + more, y + HEIGHT + more)
            area = " ".join(map(figure, (left, low, right - left, high - low)))
            content.add(f"{ink('#' + side.edge)} rg {area} re f")
    for side, (x, y) in zip(sides, places, strict=True):
        at = f"{x * POINT:.4f} {(layout.paper.height - y - HEIGHT) * POINT:.4f}"
        content.add("q", f"1 0 0 1 {at} cm {content.use('XObject', side.form)} Do", "Q")
    if options.marks:
        _marks(content, layout, places)
    return content


def _marks(content: Content, layout: Layout, places: Sequence[tuple[float, float]]) -> None:
    lines = list(_inner_marks(places) if layout.bleed else _outer_marks(layout, places))
    drawn = []
    for x, y, other_x, other_y in dict.fromkeys(lines):
        start = f"{figure(x * POINT)} {figure((layout.paper.height - y) * POINT)} m"
        end = f"{figure(other_x * POINT)} {figure((layout.paper.height - other_y) * POINT)} l"
        drawn.append(f"{start} {end}")
    if layout.bleed:
        content.add(f"0 J 1 G {LIGHT_WIDE} w", *drawn, "S")
    content.add(f"0 J 0 G {MARK_WIDE} w", *drawn, "S")


Line = tuple[float, float, float, float]


def _outer_marks(layout: Layout, places: Sequence[tuple[float, float]]) -> Iterator[Line]:
    """At both ends of every cut through cards that lie edge to edge."""
    xs = sorted({x + more for x, _y in places for more in (0, WIDTH)})
    ys = sorted({y + more for _x, y in places for more in (0, HEIGHT)})
    for x in xs:
        yield x, max(ys[0] - MARK_AWAY - MARK_LONG, 0), x, ys[0] - MARK_AWAY
        yield x, ys[-1] + MARK_AWAY, x, min(ys[-1] + MARK_AWAY + MARK_LONG, layout.paper.height)
    for y in ys:
        yield xs[0] - MARK_AWAY - MARK_LONG, y, xs[0] - MARK_AWAY, y
        yield xs[-1] + MARK_AWAY, y, xs[-1] + MARK_AWAY + MARK_LONG, y


def _inner_marks(places: Sequence[tuple[float, float]]) -> Iterator[Line]:
    """At the corners of every card, within the bleed that is cut away; neighbours share theirs."""
    near, far = INNER_AWAY, INNER_AWAY + INNER_LONG
    for x, y in places:
        for edge in (y, y + HEIGHT):
            yield _exact(x - far, edge, x - near, edge)
            yield _exact(x + WIDTH + near, edge, x + WIDTH + far, edge)
        for edge in (x, x + WIDTH):
            yield _exact(edge, y - far, edge, y - near)
            yield _exact(edge, y + HEIGHT + near, edge, y + HEIGHT + far)


def _exact(*ends: float) -> Line:
    x, y, other_x, other_y = (round(end, 6) for end in ends)
    return x, y, other_x, other_y
