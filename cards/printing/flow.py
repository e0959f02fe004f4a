"""Lines of text, broken and set from above on as many pages as they need. Lengths are points."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from cards.art.lettering import font
from cards.printing.elements import ink
from cards.printing.file import Content, File
from cards.printing.paths import figure
from cards.printing.sheets import POINT, Layout

INK, SOFT, ACCENT = "1B2A22", "54635A", "1F5B43"
MARGIN = 18 * POINT
GUTTER = 16.0
HEADING, BODY, SMALL = 13.0, 9.5, 7.5
LEADING = 1.32
RULER = 50.0
"""Millimetres."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    size: float = BODY
    cut: str = "text-400"
    colour: str = INK
    address: str = ""

    @property
    def height(self) -> float:
        return self.size * LEADING

    def broken(self, room: float) -> "list[Line]":
        """As many lines as `room` asks for; a word that is too long for one goes on in the next."""
        letters, lines = font(self.cut), []
        for text in letters.lines(self.text, self.size, room):
            while letters.width(text, self.size) > room and len(text) > 1:
                fits = self._fits(text, room)
                lines.append(text[:fits])
                text = text[fits:]
            lines.append(text)
        return [Line(text, self.size, self.cut, self.colour, self.address) for text in lines]

    def _fits(self, text: str, room: float) -> int:
        """How many letters of `text` fit into `room`; one at least."""
        letters = font(self.cut)
        return next(
            (end for end in range(len(text) - 1, 1, -1) if letters.width(text[:end], self.size) <= room), 1
        )


@dataclass
class Page:
    content: Content
    links: list[str] = field(default_factory=list)


class Pages:
    """Sets lines from above, on as many pages as they need."""

    def __init__(self, file: File, layout: Layout) -> None:
        self.file = file
        self.width, self.height = layout.size
        self.done: list[Page] = []
        self.y = 0.0
        self._turn()

    def _turn(self) -> None:
        self.done.append(Page(Content(self.file)))
        self.y = self.height - MARGIN

    @property
    def room(self) -> float:
        return self.width - 2 * MARGIN

    def skip(self, height: float) -> None:
        self.y -= height

    def write(self, line: Line) -> None:
        for part in line.broken(self.room):
            if self.y - part.height < MARGIN:
                self._turn()
            self._set(part, MARGIN, self.y)
            self.y -= part.height

    def heading(self, text: str) -> None:
        if self.y - 5 * HEADING < MARGIN:
            self._turn()
        else:
            self.skip(HEADING)
        self.write(Line(text, HEADING, "display-800-88", ACCENT))
        self.skip(2)

    def columns(self, entries: Sequence[Sequence[Line]]) -> None:
        """Each entry whole, in two columns as even as they can be on the last page."""
        room = (self.room - GUTTER) / 2
        blocks = [[part for line in entry for part in line.broken(room)] for entry in entries]
        heights = [sum(line.height for line in block) + SMALL * 0.5 for block in blocks]
        at, column, first = self.y, 0, True
        low = self._foot(at, heights)
        for number, (block, height) in enumerate(zip(blocks, heights, strict=True)):
            if not first and at - height < low:
                if column == 0:
                    column, at = 1, self.y
                    low = MARGIN
                else:
                    self._turn()
                    column, at = 0, self.y
                    low = self._foot(at, heights[number:])
            for line in block:
                self._set(line, MARGIN + column * (room + GUTTER), at)
                at -= line.height
            at -= SMALL * 0.5
            first = False

    def _foot(self, top: float, heights: Sequence[float]) -> float:
        """How deep the first column goes."""
        total, deepest = sum(heights), max(heights, default=0)
        return max(MARGIN, top - total / 2 - deepest / 2 - 1)

    def ruler(self) -> None:
        """A line by which one sees whether the printer kept the size."""
        self.skip(8)
        x, y = MARGIN, self.y - 6
        right = x + RULER * POINT
        lines = [(x, y - 3, x, y + 3), (right, y - 3, right, y + 3), (x, y, right, y)]
        self._content.add(f"0.6 w {ink('#' + INK)} RG")
        for from_x, from_y, to_x, to_y in lines:
            self._content.add(f"{figure(from_x)} {figure(from_y)} m {figure(to_x)} {figure(to_y)} l S")
        words = _("%(long)s mm if printed in full size: 100 %%, not fitted to the page")
        words %= {"long": f"{RULER:g}"}
        self._set(Line(words, 8.5, colour=SOFT), right + 8, y + 8.5 * 0.62)
        self.skip(14)

    @property
    def _content(self) -> Content:
        return self.done[-1].content

    def _set(self, line: Line, x: float, top: float) -> None:
        letters = font(line.cut)
        base = top - letters.baseline(0, line.height, line.size)
        self._content.add(f"{ink('#' + line.colour)} rg")
        self._content.text(line.cut, line.text, line.size, f"1 0 0 1 {figure(x)} {figure(base)}")
        if line.address:
            wide = letters.width(line.text, line.size)
            box = (x, top - line.height, x + wide, top)
            self.done[-1].links.append(self.file.link(box, iri_to_uri(line.address)))
