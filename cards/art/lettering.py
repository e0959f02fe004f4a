"""Text as outlines, so that a picture of a card looks the same in every program.

Sizes and positions are in the picture's own units. The fonts are static instances, see scripts/fonts.py. Each
line states its font, text and spacing (`data-font`, `data-text`, `data-spacing`), so that print can set it as
real text.
"""

import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from html import escape
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from cards.art.drawing import paint

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"
EM = 1000
Point = tuple[float, float]


class Outline:
    """
    A glyph of quadratic curves as relative path data, y downwards, in 1/1000 em, from (0, 0).

    Control points are rounded to even numbers. The middle between two of them is then a whole number, and a
    smooth curve can be written in its short form without drifting.
    """

    def __init__(self, strokes: list[tuple[str, tuple[Point, ...]]], scale: float) -> None:
        self._scale = scale
        self._at = self._start = (0, 0)
        self._parts: list[str] = []
        draw: dict[str, Callable[..., None]] = {
            "moveTo": self._move,
            "lineTo": self._line,
            "qCurveTo": self._curve,
            "closePath": self._close,
        }
        for name, points in strokes:
            draw[name](*points)
        self.data = "".join(self._parts)

    def _whole(self, point: Point, step: int = 1) -> tuple[int, int]:
        return round(point[0] * self._scale / step) * step, round(-point[1] * self._scale / step) * step

    def _step(self, letter: str, *places: tuple[int, int]) -> None:
        steps = [place[axis] - self._at[axis] for place in places for axis in (0, 1)]
        self._at = places[-1]
        if letter == "l" and 0 in steps:
            letter, steps = ("h", steps[:1]) if steps[1] == 0 else ("v", steps[1:])
        self._parts.append(letter + " ".join(map(str, steps)).replace(" -", "-"))

    def _move(self, point: Point) -> None:
        self._step("m", self._whole(point))
        self._start = self._at

    def _line(self, point: Point) -> None:
        self._step("l", self._whole(point))

    def _curve(self, *points: Point) -> None:
        controls = [self._whole(point, 2) for point in points[:-1]]
        ends = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in pairwise(controls)]
        ends.append(self._whole(points[-1]))
        self._step("q", controls[0], ends[0])
        for end in ends[1:]:
            self._step("t", end)

    def _close(self) -> None:
        self._parts.append("z")
        self._at = self._start


class Font:
    """One font. `ascent` and `descent` are those by which browsers position a line, in font sizes."""

    def __init__(self, name: str) -> None:
        # Imported here because it takes 0.2 seconds and 9 MB, and most processes draw no cards.
        from fontTools.ttLib import TTFont

        # From memory: fontTools reads lazily and would keep the file open.
        file = TTFont(BytesIO((FOLDER / f"{name}.ttf").read_bytes()), lazy=True)
        self.name = name
        self.scale = EM / file["head"].unitsPerEm
        self.ascent = file["hhea"].ascent * self.scale / EM
        self.descent = -file["hhea"].descent * self.scale / EM
        self._glyphs = file.getGlyphSet()
        self._advances = file["hmtx"].metrics
        self._names: dict[int, str] = file.getBestCmap()
        self._kerning = list(_pair_tables(file))
        # fontTools loads glyphs and pairs on first use; two threads would collide.
        self._reading = Lock()
        self.outline = cache(self._outline)
        self.kern = cache(self._kern)

    def letters(self, text: str) -> str:
        """The letters of `text` as set: one missing from the font loses its accents."""
        return "".join(
            letter if ord(letter) in self._names else unicodedata.normalize("NFKD", letter)[0]
            for letter in unicodedata.normalize("NFC", text)
        )

    def glyphs(self, text: str) -> list[str]:
        """The glyph names of `letters`; a letter still missing from the font shows as an empty box."""
        return [self._names.get(ord(letter), ".notdef") for letter in self.letters(text)]

    def steps(self, text: str, spacing: float = 0) -> Iterator[tuple[str, float]]:
        """
        Each glyph with the position of its origin, in 1/1000 of the size; then an empty name with the width.

        `spacing` is added between letters, in font sizes.
        """
        x, before = 0.0, ""
        for name in self.glyphs(text):
            if before:
                x += self.kern(before, name) + spacing * EM
            yield name, x
            x += self._advances[name][0] * self.scale
            before = name
        yield "", x

    def width(self, text: str, size: float, spacing: float = 0) -> float:
        return _width(self, text, spacing) * size / EM

    def baseline(self, top: float, height: float, size: float) -> float:
        """The baseline of a line of `size` that a browser sets in a box of `height` from `top`."""
        return top + (height + (self.ascent - self.descent) * size) / 2

    def fit(self, text: str, room: float, *sizes: float, spacing: float = 0) -> float:
        """The first of `sizes` at which `text` fits into `room`; smaller than the last if none does."""
        wide = self.width(text, 1, spacing)
        return next((size for size in sizes if wide * size <= room), room / wide if wide else sizes[0])

    def line(
        self,
        text: str,
        size: float,
        x: float,
        y: float,
        colour: str,
        *,
        anchor: float = 0,
        spacing: float = 0,
    ) -> str:
        """`text` as one path with its baseline at `y`. `anchor` is the share of the width left of `x`."""
        data = []
        for name, place in self.steps(text, spacing):
            outline = self.outline(name) if name else ""
            if outline:
                data.append(f"M{place:.0f} 0{outline}")
        x -= anchor * self.width(text, size, spacing)
        move = f"translate({x:.3f} {y:.3f})scale({size / EM:.5g})"
        attributes = f'data-font="{self.name}" data-text="{escape(text)}"'
        attributes += f' data-spacing="{spacing:g}"' if spacing else ""
        return (
            f'<path fill="{paint(colour)}" transform="{move}" {attributes} d="{"".join(data)}"/>'
            if data
            else ""
        )

    def lines(self, text: str, size: float, room: float, spacing: float = 0) -> list[str]:
        """
        `text` broken at spaces into lines no wider than `room`, unless a single word is.

        The last line has more than one word if the others can spare some.
        """
        lines = self._broken(text, size, room, spacing)
        if len(lines) < 2:
            return lines
        for share in (1, 0.96, 0.92, 0.88, 0.84):
            tighter = self._broken(text, size, room * share, spacing)
            if len(tighter) > len(lines):
                break
            if " " in tighter[-1]:
                return tighter
        return lines

    def balanced(self, text: str, size: float, room: float) -> list[str]:
        """`text` in as few lines as `room` allows, as even in width as possible."""
        lines = self._broken(text, size, room)
        for share in range(98, 40, -2):
            even = self._broken(text, size, room * share / 100)
            if len(even) > len(lines) or max(self.width(line, size) for line in even) > room * share / 100:
                break
            lines = even
        return lines

    def _broken(self, text: str, size: float, room: float, spacing: float = 0) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size, spacing) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _outline(self, name: str) -> str:
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        pen = DecomposingRecordingPen(self._glyphs)
        with self._reading:
            self._glyphs[name].draw(pen)
        return Outline(pen.value, self.scale).data

    def _kern(self, left: str, right: str) -> float:
        with self._reading:
            return sum(_pair(lookup, left, right) for lookup in self._kerning) * self.scale


@lru_cache(maxsize=8192)
def _width(font: Font, text: str, spacing: float) -> float:
    *_placed, (_end, wide) = font.steps(text, spacing)
    return wide


def _pair_tables(file: "TTFont") -> Iterator[list[object]]:
    """The pair subtables of each kerning lookup."""
    table = file["GPOS"].table
    wanted = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for number in record.Feature.LookupListIndex
    }
    for number in sorted(wanted):
        tables = [getattr(entry, "ExtSubTable", entry) for entry in table.LookupList.Lookup[number].SubTable]
        yield [entry for entry in tables if entry.LookupType == 2]


def _pair(tables: list[Any], left: str, right: str) -> int:
    """The kerning of one lookup between two glyphs; the first subtable that covers the pair decides."""
    for table in tables:
        if left not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            for record in table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord:
                if record.SecondGlyph == right:
                    return getattr(record.Value1, "XAdvance", 0) or 0
            continue
        first = table.ClassDef1.classDefs.get(left, 0)
        second = table.ClassDef2.classDefs.get(right, 0)
        return getattr(table.Class1Record[first].Class2Record[second].Value1, "XAdvance", 0) or 0
    return 0


@cache
def font(name: str) -> Font:
    """The font with that name, such as `display-800-76`."""
    return Font(name)
