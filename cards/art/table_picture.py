"""A position of the game as a picture for links on other sites: 1200 by 630 pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from cards.art.face_svg import HEIGHT, WIDTH, panel
from cards.art.lettering import font
from cards.art.paper import INK, WHITE
from cards.art.preview import ACCENT, HIGH, SOFT_INK, WIDE, brand, ground
from cards.art.scene import compose
from cards.art.small_face import SmallFace, small_face

TEXT_X, ROOM = 56, 274
TITLE_SIZES, UNDER_SIZE, QUESTION_SIZES = (64.0, 56.0, 48.0, 40.0), 27.0, (104.0, 88.0, 72.0, 60.0)
AREA_X, AREA_Y, AREA_WIDE, AREA_HIGH = 368, 30, 802, 570
HAND, INSET, SPACE, APART = 148, 14, 8, 18
"""The height of a hand below the table; the sheet around it; between its cards; between it and the table."""
WIDEST = 118
"""Pixels of a card on a table with few."""
NAMED_FROM = 82
"""Pixels from which a card has room for its name."""
GAP = 6
"""Between cards, in their own measure."""
MOST_SCENES = 80
"""Different cards whose pictures are drawn, far more than a game has; the others keep their marks alone."""


@dataclass(frozen=True)
class Placed:
    """Column from the left and row from the top, from 0."""

    column: int
    row: int
    face: SmallFace


@dataclass(frozen=True)
class TablePicture:
    """A table and the hand of who is to play, with `title`, a line `under` it and the `question`."""

    title: str
    under: str
    question: str
    lying: Sequence[Placed]
    hand: Sequence[SmallFace]


def table_svg(picture: TablePicture) -> str:
    scenes = _Scenes()
    body = _table_and_hand(picture, scenes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f"<title>{escape(f'{picture.title} {picture.under}'.strip())}</title>"
        f"<defs>{scenes.defined()}</defs>{ground()}{body}{_words(picture)}</svg>"
    )


class _Scenes:
    """The cards' pictures, each drawn once however often its card lies there."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}

    def of(self, face: SmallFace) -> str:
        key = str(face.card["key"])
        if key not in self._drawn:
            if len(self._drawn) >= MOST_SCENES:
                return ""
            svg = compose(dict(face.card), key)
            self._drawn[key] = svg[svg.index(">") + 1 : -len("</svg>")]
        return f'<use href="#scene-{list(self._drawn).index(key)}"/>'

    def defined(self) -> str:
        return "".join(
            f'<g id="scene-{number}">{drawn}</g>' for number, drawn in enumerate(self._drawn.values())
        )


def _card(face: SmallFace, x: float, y: float, wide: float, scenes: _Scenes) -> str:
    scene = "" if face.seedling else scenes.of(face)
    drawn = small_face(face, scene, named=wide >= NAMED_FROM)
    return f'<g transform="translate({x:.2f} {y:.2f})scale({wide / WIDTH:.5f})">{drawn}</g>'


@dataclass(frozen=True)
class _Layout:
    """Where the hand lies, in how many `ranks` of cards of what width, and what is left for the table."""

    hand: tuple[float, float, float, float]
    across: int
    card: float
    table: tuple[float, float]

    @classmethod
    def below(cls, cards: int) -> "_Layout":
        wide = min((HAND - 2 * INSET) * WIDTH / HEIGHT, (AREA_WIDE - 2 * INSET) / cards - SPACE)
        return cls(
            (AREA_X, AREA_Y + AREA_HIGH - HAND, AREA_WIDE, HAND),
            cards,
            wide,
            (AREA_WIDE, AREA_HIGH - HAND - APART),
        )

    @classmethod
    def beside(cls, cards: int) -> "_Layout":
        across = -(-cards // 4)
        down = -(-cards // across)
        wide = min(86.0, ((AREA_HIGH - 2 * INSET) / down - SPACE) * WIDTH / HEIGHT)
        room = across * (wide + SPACE) - SPACE + 2 * INSET
        return cls(
            (AREA_X + AREA_WIDE - room, AREA_Y, room, AREA_HIGH),
            across,
            wide,
            (AREA_WIDE - room - APART, AREA_HIGH),
        )

    def unit(self, across: float, down: float) -> float:
        """The largest scale at which a table of that size fits, in pixels for each length of a card."""
        return min(self.table[0] / across, self.table[1] / down, WIDEST / WIDTH)


def _table_and_hand(picture: TablePicture, scenes: _Scenes) -> str:
    """With the hand below the table or beside it, whichever leaves more room for this table."""
    columns = 1 + max((each.column for each in picture.lying), default=0)
    rows = 1 + max((each.row for each in picture.lying), default=0)
    across, down = columns * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP
    cards = max(1, len(picture.hand))
    layout = max(_Layout.below(cards), _Layout.beside(cards), key=lambda each: each.unit(across, down))
    unit = layout.unit(across, down)
    left = AREA_X + (layout.table[0] - across * unit) / 2
    top = AREA_Y + (layout.table[1] - down * unit) / 2
    lying = [
        _card(
            each.face,
            left + each.column * (WIDTH + GAP) * unit,
            top + each.row * (HEIGHT + GAP) * unit,
            WIDTH * unit,
            scenes,
        )
        for each in picture.lying
    ]
    return "".join([*lying, *_hand(picture.hand, layout, scenes)])


def _hand(hand: Sequence[SmallFace], layout: _Layout, scenes: _Scenes) -> Iterator[str]:
    """The hand on a sheet of its own, so that nobody takes it for a row of the table."""
    if not hand:
        return
    x, y, wide, high = layout.hand
    tall = layout.card * HEIGHT / WIDTH
    down = -(-len(hand) // layout.across)
    used_x, used_y = layout.across * (layout.card + SPACE) - SPACE, down * (tall + SPACE) - SPACE
    left, top = x + (wide - used_x) / 2, y + (high - used_y) / 2
    size = left - INSET, top - INSET, used_x + 2 * INSET, used_y + 2 * INSET
    yield panel(*size, 14, WHITE, ' fill-opacity=".72"')
    for place, face in enumerate(hand):
        row, column = divmod(place, layout.across)
        at = left + column * (layout.card + SPACE), top + row * (tall + SPACE)
        yield _card(face, *at, layout.card, scenes)


def _words(picture: TablePicture) -> str:
    return "".join([*_title(picture), _question(picture), brand(TEXT_X)])


def _title(picture: TablePicture) -> Iterator[str]:
    display, text, y = font("display-800-76"), font("text-400"), 62.0
    # The smallest is for one long word.
    size = next(
        (size for size in TITLE_SIZES if _fits(picture.title, size) and _lines(picture.title, size) <= 3),
        TITLE_SIZES[-1],
    )
    for line in display.balanced(picture.title, size, ROOM)[:4]:
        fitting = display.fit(line, ROOM, size)
        yield display.line(line, fitting, TEXT_X, display.baseline(y, size, fitting), INK)
        y += size * 1.02
    y += 14
    for line in text.lines(picture.under, UNDER_SIZE, ROOM)[:2]:
        yield text.line(line, UNDER_SIZE, TEXT_X, text.baseline(y, UNDER_SIZE, UNDER_SIZE), SOFT_INK)
        y += UNDER_SIZE * 1.25


def _fits(title: str, size: float) -> bool:
    return max((font("display-800-76").width(word, size) for word in title.split()), default=0) <= ROOM


def _lines(title: str, size: float) -> int:
    return len(font("display-800-76").balanced(title, size, ROOM))


def _question(picture: TablePicture) -> str:
    display = font("display-800-100")
    size = display.fit(picture.question, ROOM, *QUESTION_SIZES)
    return display.line(picture.question, size, TEXT_X, 470, ACCENT)
