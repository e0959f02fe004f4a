"""The text between art and foot on a card's face: classification, chips and fact."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext as _

from cards.art.drawing import paint
from cards.art.lettering import font
from cards.art.paper import Paper, mark
from cards.keywords.chips import Chip

LEFT, WIDTH = 2.4, 57.3
TOP, BOTTOM, GAP = 51.7, 73.4, 0.75
CLASS_SIZES, CLASS_SPACING = (2.35, 2.25, 2.15), 0.02
FACT_SIZES = ((2.9, 1.23), (2.7, 1.23), (2.6, 1.23), (2.5, 1.18), (2.3, 1.17), (2.1, 1.16), (1.9, 1.15))
CHIP_GAP, ROW_GAP, BORDER = 1.1, 0.6, 0.3


@dataclass(frozen=True)
class ChipSize:
    """Measurements of chips, and the most rows in that size."""

    letters: float
    height: float
    padding: float
    gap: float
    rows: int

    @property
    def around(self) -> float:
        """The width of a chip without its words."""
        return 2 * (BORDER + self.padding) + self.icon + self.gap

    @property
    def icon(self) -> float:
        return min(2.9, self.height * 0.75)


CHIP_SIZES = (
    ChipSize(2.5, 4.7, 1.2, 0.9, 1),
    ChipSize(2.2, 3.9, 0.9, 0.6, 2),
    ChipSize(1.95, 3.4, 0.8, 0.5, 2),
    ChipSize(1.95, 3.2, 0.7, 0.5, 3),
    ChipSize(1.7, 2.9, 0.6, 0.4, 4),
)


def section(name: str, *shapes: str) -> str:
    """A named group, so that the parts of a face can be found again."""
    return f'<g class="{name}">{"".join(shapes)}</g>'


def read_part(face: dict, paper: Paper) -> str:
    """
    Classification, chips and fact of the face context `face`, as large as the space allows.

    A habitat describes what it does in a sentence between its chips and its fact.
    """
    if face["card"].get("kind") == "habitat":
        chips, y, _crowded = _chips(face["chips"], paper, TOP)
        lines, y = _classification(face["classification"], paper, y + GAP)
        sizes: Sequence[tuple[float, float]] = FACT_SIZES[2:]
    else:
        lines, y = _classification(face["classification"], paper, TOP)
        chips, y, crowded = _chips(face["chips"], paper, y + GAP)
        sizes = FACT_SIZES[3:] if crowded else FACT_SIZES
    fact = _fact(face["fact"], paper, y + GAP, sizes)
    return section("class", *lines) + section("chips", *chips) + section("fact", *fact)


def _classification(text: str, paper: Paper, top: float) -> tuple[list[str], float]:
    """The lines, and where they end; one line if some size allows it."""
    face, room = font("text-400"), WIDTH - 0.2
    wide = face.width(text, 1, CLASS_SPACING)
    size = next((size for size in CLASS_SIZES if wide * size <= room), CLASS_SIZES[0])
    lines = face.lines(text, size, room, CLASS_SPACING) or [""]
    height = CLASS_SIZES[0] * 1.2
    return [
        face.line(
            line,
            size,
            LEFT + 0.2,
            face.baseline(top + height * row, height, size),
            paper.ink(0.74),
            spacing=CLASS_SPACING,
        )
        for row, line in enumerate(lines)
    ], top + height * len(lines)


def _rows(chips: list[Chip], size: ChipSize) -> list[list[tuple[Chip, float]]]:
    """The chips with their widths, in rows of the card's width; one that is too wide has its own row."""
    rows: list[list[tuple[Chip, float]]] = []
    used = WIDTH + 1
    for chip in chips:
        wide = min(size.around + font("display-700-82").width(chip.words, size.letters), WIDTH)
        if used + CHIP_GAP + wide > WIDTH:
            rows.append([])
            used = -CHIP_GAP
        rows[-1].append((chip, wide))
        used += CHIP_GAP + wide
    return rows


def _chips(chips: list[Chip], paper: Paper, top: float) -> tuple[list[str], float, bool]:
    """The chips, where they end, and whether they had to shrink."""
    if not chips:
        face = font("display-700-82")
        none = face.line(
            _("No abilities"), 2.5, LEFT + 0.3, face.baseline(top + 1, 2.75, 2.5), paper.name_ink(0.78)
        )
        return [none], top + CHIP_SIZES[0].height, False
    for size in CHIP_SIZES:
        rows = _rows(chips, size)
        if len(rows) <= size.rows and all(_is_whole(chip, size) for chip in chips):
            break
    step = size.height + ROW_GAP
    shapes = []
    for row, y in zip(rows, count(top, step), strict=False):
        x = LEFT
        for chip, wide in row:
            shapes.append(_chip(chip, x, y, wide, size, paper))
            x += wide + CHIP_GAP
    return shapes, top + step * len(rows) - ROW_GAP, size is not CHIP_SIZES[0]


def _is_whole(chip: Chip, size: ChipSize) -> bool:
    return size.around + font("display-700-82").width(chip.words, size.letters) <= WIDTH


def _chip(chip: Chip, x: float, y: float, wide: float, size: ChipSize, paper: Paper) -> str:
    face, room = font("display-700-82"), wide - size.around
    letters = face.fit(chip.words, room + 0.001, size.letters)
    half = BORDER / 2
    frame = (
        f'<rect x="{x + half:.3f}" y="{y + half:.3f}" width="{wide - BORDER:.3f}" '
        f'height="{size.height - BORDER:.3f}" rx="{1.2 - half:g}" fill="{paint(paper.chip)}" '
        f'stroke="{paint(paper.chip_edge)}" stroke-width="{BORDER}"/>'
    )
    left = x + BORDER + size.padding
    icon = mark(chip.icon, left, y + (size.height - size.icon) / 2, size.icon, paper.name)
    words = face.line(
        chip.words,
        letters,
        left + size.icon + size.gap,
        face.baseline(y, size.height, letters),
        paper.name,
    )
    return frame + icon + words


def _fact(text: str, paper: Paper, top: float, sizes: Sequence[tuple[float, float]]) -> list[str]:
    face, room = font("text-400"), WIDTH - 0.2
    for size, leading in sizes:
        lines, height = face.lines(text, size, room), size * leading
        if top + height * len(lines) <= BOTTOM:
            break
    return [
        face.line(line, size, LEFT + 0.2, face.baseline(top + height * row, height, size), paper.text)
        for row, line in enumerate(lines)
    ]
