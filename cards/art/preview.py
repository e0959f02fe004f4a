"""The link preview of a card for other sites: 1200 by 630 pixels."""

from functools import cache
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards import words
from cards.art.drawing import paint
from cards.art.face import face_context
from cards.art.face_svg import HEIGHT, WIDTH, face_body, panel
from cards.art.lettering import font
from cards.art.paper import INK, mark

WIDE, HIGH = 1200, 630
GROUND, CONTOUR, CROSS, SOFT_INK, ACCENT = "D9E2D6", "C9D6C7", "9FB3A2", "54635A", "1F5B43"
CONTOURS = Path(__file__).parents[2] / "static" / "img" / "contours.svg"
CARD_X, CARD_Y, CARD_SCALE = 76, 47, 6.1
TEXT_X, ROOM = 530, 602
NAME_SIZES, LATIN_SIZE, LINE_SIZE = (84.0, 76.0, 68.0, 60.0), 38.0, 32.0


def preview_svg(face: dict, key: str) -> str:
    """The card on the ground of the table, with its names and a line that says what it is."""
    shown = face_context(face | {"key": key})
    card = (
        f'<g transform="translate({CARD_X} {CARD_Y})scale({CARD_SCALE})">'
        f"{_shadow()}{face_body(shown, face, key)}</g>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f"{ground()}{card}{_words(shown)}{brand(TEXT_X)}</svg>"
    )


@cache
def ground() -> str:
    """The table's cloth, with its contour lines."""
    lines = CONTOURS.read_text(encoding="utf-8")
    lines = lines[lines.index(">") + 1 : lines.rindex("</svg>")].replace("#000", paint(CONTOUR))
    crosses = "".join(f"M{x - 5} {y}h10m-5-5v10" for x in range(30, WIDE, 190) for y in (24, HIGH - 24))
    return (
        f'<rect width="{WIDE}" height="{HIGH}" fill="{paint(GROUND)}"/>'
        f'<g transform="translate(0 -60)scale({WIDE / 1440:.4f})">{lines}</g>'
        f'<path d="{crosses}" fill="none" stroke="{paint(CROSS)}" stroke-width="1.5"/>'
    )


def _shadow() -> str:
    """A soft shadow made of a few rectangles, which every program draws alike and fast."""
    return "".join(
        panel(-grow, 1.6 - grow, WIDTH + 2 * grow, HEIGHT + 2 * grow, 3.4 + grow, INK, ' fill-opacity=".035"')
        for grow in (2.6, 2.1, 1.6, 1.1, 0.6, 0.1)
    )


def what_it_is(shown: dict) -> list[str]:
    """A short description of the face context `shown`: diet or target, then where or how long."""
    card = shown["card"]
    if card.get("kind") == "home":
        return [shown["classification"]]
    if card.get("kind") == "event":
        turns = shown["turns"]
        lasts = ngettext("lasts %(turns)s turn", "lasts %(turns)s turns", turns) % {"turns": turns}
        return [shown["classification"], lasts if turns else _("at once")]
    parts = [
        _(words.DIETS[card["diet"]]) if card.get("diet") in words.DIETS else "",
        words.terrain_words(card.get("terrains") or []),
        words.climate_words(card.get("climates") or []),
    ]
    said = [part for part in parts if part]
    return [said[0][:1].upper() + said[0][1:], *said[1:]] if said else []


def _lines(parts: list[str]) -> list[str]:
    """The parts joined by dots, with line breaks between parts where possible."""
    face, lines = font("text-400"), [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if face.width(longer, LINE_SIZE) <= ROOM:
            lines[-1] = longer
        else:
            lines += face.lines(part, LINE_SIZE, ROOM)
    return [line for line in lines if line]


def _words(shown: dict) -> str:
    """Name, Latin name and the line, stacked and centred vertically."""
    name_face, latin_face, text_face = font("display-800-76"), font("latin-400-italic"), font("text-400")
    name = shown["card"].get("name", "")
    size = next((size for size in NAME_SIZES if name_face.width(name, size) <= ROOM), NAME_SIZES[1])
    names = name_face.balanced(name, size, ROOM)
    widest = max(name_face.width(line, 1) for line in names)
    size = min(size, ROOM / widest)
    latin_size = latin_face.fit(shown["latin"], ROOM, LATIN_SIZE)
    rows = [(name_face, text, size, size, INK) for text in names]
    rows.append((latin_face, shown["latin"], latin_size, latin_size * 1.7, SOFT_INK))
    rows += [(text_face, text, LINE_SIZE, LINE_SIZE * 1.35, INK) for text in _lines(what_it_is(shown))]
    y = (HIGH - 40 - sum(row[3] for row in rows)) / 2
    drawn = []
    for face, text, letters, height, colour in rows:
        drawn.append(face.line(text, letters, TEXT_X, face.baseline(y, height, letters), colour))
        y += height
    return "".join(drawn)


def brand(x: float) -> str:
    """The site's mark and name at the foot of a preview."""
    face = font("display-800-88")
    return mark("i-sprout", x, 545, 36, ACCENT) + face.line("Phylo", 34, x + 46, 576, ACCENT)
