"""A card's full face as an SVG of 63 by 88 mm, identical to the light card on the pages.

Text is drawn as outlines; title and description hold the words. Lengths and positions match
static/css/cards/face.css, whose unit is a millimetre of the printed card.
"""

import hashlib
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art.drawing import paint
from cards.art.face import face_context
from cards.art.face_text import read_part, section
from cards.art.lettering import font
from cards.art.paper import (
    BAR,
    BAR_OFF,
    DARK_ON_LIGHT,
    EVENT_MARK,
    ON_DIET,
    SLOTS,
    TILES,
    WHITE,
    Paper,
    mark,
    paper_of,
)
from cards.art.scene import compose

WIDTH, HEIGHT, EDGE, RADIUS = 63.0, 88.0, 0.55, 3.4
PRINT_SIZE = f'width="{WIDTH:g}mm" height="{HEIGHT:g}mm"'
INNER_WIDTH, INNER_HEIGHT = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
ART_X, ART_Y, ART_WIDTH, ART_HEIGHT, ART_RADIUS = 1.85, 12.65, 58.2, 38.0, 1.8
NAME_SIZES, NAME_LEADING = (5.2, 4.7, 4.2, 3.7), 0.98
BADGE_SIZE, EDGE_SHARE = 2.5, 0.55
SMALL_NAMES, LATIN_SIZES = (3.7, 3.4, 3.1, 2.8, 2.5, 2.2), (3.25, 2.8, 2.45, 2.2)


def face_svg(face: dict, key: str) -> str:
    """The face of the card object `face` (record format, with `fact` and `subject`)."""
    shown = face_context(face | {"key": key})
    title, description = shown["card"].get("name", ""), shown["description"]
    return document(face_body(shown, face, key), title, description, _prefix(key))


def face_body(shown: dict, face: dict, key: str) -> str:
    """The contents of `face_svg`, without the frame; `shown` is the face context of `face`."""
    paper = paper_of(shown["card"])
    parts = [
        _ground(paper),
        f'<g transform="translate({EDGE} {EDGE})">',
        _title(shown, paper),
        _corner(shown, paper),
        _art(shown, compose(face, key), paper, _prefix(key)),
        read_part(shown, paper),
        _foot(shown, paper),
        _strip(shown["strip"], paper),
        _credit(shown["credit"], paper),
        "</g>",
    ]
    return "".join(parts)


def face_edge(face: dict) -> str:
    """The colour along the edge of the face, which print extends beyond the cut."""
    return paper_of(face).ground(EDGE_SHARE)


def _prefix(key: str) -> str:
    """The start of every id, so that a document can contain several faces."""
    return f"f{hashlib.blake2b(key.encode(), digest_size=4).hexdigest()}"


def document(body: str, title: str, description: str, prefix: str = "back") -> str:
    """A picture the size of a card, with its name and description."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'{PRINT_SIZE} role="img" '
        f'aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc">'
        f'<title id="{prefix}-title">{escape(title)}</title>'
        f'<desc id="{prefix}-desc">{escape(description)}</desc>{body}</svg>'
    )


def panel(x: float, y: float, width: float, height: float, radius: float, fill: str, more: str = "") -> str:
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect {size} fill="{paint(fill)}"{more}/>'


def _ground(paper: Paper) -> str:
    return panel(0, 0, WIDTH, HEIGHT, RADIUS, paper.ground(EDGE_SHARE)) + panel(
        EDGE, EDGE, INNER_WIDTH, INNER_HEIGHT, RADIUS - EDGE, paper.stock
    )


def _title(shown: dict, paper: Paper) -> str:
    """Name and Latin name, centred vertically beside the corner; long names shrink, then take two lines."""
    kind = shown["card"].get("kind")
    left, top, height = 2.9, 1.9, 10.3
    taken = max(17, _badge_width(shown["badge"]) + 3.4) if kind in ("home", "habitat") else 22.3
    room = INNER_WIDTH - left - taken - 0.7
    name, face, gap = shown["card"].get("name", ""), font("display-800-76"), 0.75
    size = face.fit(name, room, *NAME_SIZES)
    names = [name]
    if size < NAME_SIZES[-1]:
        gap = 0.2
        for size in SMALL_NAMES:
            names = face.balanced(name, size, room)
            if len(names) <= 2 and all(face.width(line, size) <= room for line in names):
                break
        else:
            names, size = [name], face.fit(name, room, SMALL_NAMES[-1])
    step = int(shown["classes"].partition("latin-")[2][0])
    sizes = LATIN_SIZES[step:]
    latin_face, latin = font("latin-400-italic"), shown["latin"]
    latin_size = latin_face.fit(latin, room, *(min(size, 2.7) if len(names) > 1 else size for size in sizes))
    line = size * NAME_LEADING
    y = top + (height - line * len(names) - (gap + latin_size if latin else 0)) / 2
    rows = [
        face.line(text, size, left, face.baseline(y + line * row, line, size), paper.name)
        for row, text in enumerate(names)
    ]
    y += line * len(names) + gap
    below = latin_face.line(
        latin, latin_size, left, latin_face.baseline(y, latin_size, latin_size), paper.name_ink(0.82)
    )
    return section("name", *rows) + section("latin", below)


def _corner(shown: dict, paper: Paper) -> str:
    """The right corner of the head: turns, badge, or scale and diet."""
    card = shown["card"]
    if card.get("kind") == "event":
        return section("corner", _turns(shown["turns"]))
    if shown["badge"]:
        return section("corner", _badge(shown["badge"], paper))
    return section("corner", _scale(card.get("scale"), paper), _diet(card))


def _turns(turns: int) -> str:
    number, word = font("display-800-100"), font("text-600")
    label = ngettext("turn", "turns", turns) if turns else _("at once")
    digits = str(turns) if turns else ""
    gap, padding, icon = 0.9, 1.7, 4.2
    inner = icon + gap + word.width(label, 2.5) + (number.width(digits, 6) + gap if digits else 0)
    x, y = INNER_WIDTH - 2.4 - inner - 2 * padding, 2.7
    shapes = [panel(x, y, inner + 2 * padding, 8, 1.8, EVENT_MARK)]
    x += padding
    shapes.append(mark("i-hourglass", x, y + (8 - icon) / 2, icon, DARK_ON_LIGHT))
    x += icon + gap
    if digits:
        shapes.append(number.line(digits, 6, x, number.baseline(y, 8, 6), DARK_ON_LIGHT))
        x += number.width(digits, 6) + gap
    shapes.append(word.line(label, 2.5, x, word.baseline(y, 8, 2.5), DARK_ON_LIGHT))
    return "".join(shapes)


def _badge_width(badge: str) -> float:
    return font("display-800-100").width(badge.upper(), BADGE_SIZE, 0.06) + 3.9


def _badge(badge: str, paper: Paper) -> str:
    face, edge, y, wide = font("display-800-100"), 0.35, 4, _badge_width(badge)
    x = INNER_WIDTH - 2.4 - wide
    more = f' stroke="{paint(paper.name)}" stroke-width="{edge}"'
    frame = panel(x + edge / 2, y + edge / 2, wide - edge, 5 - edge, 1.2 - edge / 2, "none", more)
    middle, base = x + wide / 2, face.baseline(y, 5, BADGE_SIZE)
    return frame + face.line(badge.upper(), BADGE_SIZE, middle, base, paper.name, anchor=0.5, spacing=0.06)


def _scale(scale: int | None, paper: Paper) -> str:
    """The scale in a tag with ruler marks along its bottom."""
    side, edge, y = 8.2, 0.5, 2.5
    x = INNER_WIDTH - 13.6 - side
    more = f' stroke="{paint(paper.name)}" stroke-width="{edge}"'
    tag = panel(x + edge / 2, y + edge / 2, side - edge, side - edge, 1.3 - edge / 2, WHITE, more)
    foot, ticks = y + side - edge, ""
    for tick in range(7):
        long = 1.5 if tick % 3 == 0 else 0.9
        ticks += f"M{x + edge + 0.7 + tick * 0.85:.2f} {foot - long:.2f}h.22v{long:g}h-.22z"
    face, text = font("display-800-100"), str(scale or "")
    inner = side - 2 * edge
    digit = face.line(
        text, 5, x + side / 2, face.baseline(y + edge + (inner - 6) / 2, 5, 5), paper.name, anchor=0.5
    )
    return f'{tag}<path d="{ticks}" fill="#1B2A22"/>{digit}'


def _diet(card: dict) -> str:
    diet, side, y = card.get("diet") or "", 10.6, 1.4
    x = INNER_WIDTH - 1.6 - side
    face = font("display-800-100")
    lower = {"carnivore": -0.04, "herbivore": 0.02, "omnivore": 0.02}.get(diet, 0) * side
    number = face.line(
        str(card.get("food_chain") or ""),
        5.1,
        x + side / 2,
        face.baseline(y + lower, side, 5.1),
        ON_DIET.get(diet, WHITE),
        anchor=0.5,
    )
    return mark(f"d-{diet}", x, y, side, WHITE) + number


def _art(shown: dict, art: str, paper: Paper, prefix: str) -> str:
    body = art[art.index(">") + 1 : -len("</svg>")]
    size = f'width="{ART_WIDTH:g}" height="{ART_HEIGHT:g}" rx="{ART_RADIUS:g}"'
    ring = 0.28
    return (
        f'<clipPath id="{prefix}-art"><rect {size}/></clipPath>'
        f'<g transform="translate({ART_X} {ART_Y})"><g clip-path="url(#{prefix}-art)">{body}</g>'
        f'<rect x="{ring / 2}" y="{ring / 2}" width="{ART_WIDTH - ring:g}" height="{ART_HEIGHT - ring:g}" '
        f'rx="{ART_RADIUS - ring / 2:g}" fill="none" stroke="{paint(paper.tile)}" stroke-opacity=".45" '
        f'stroke-width="{ring}"/>{_ladder(shown["cells"])}</g>'
    )


def _ladder(cells: list[bool]) -> str:
    """The nine steps of the scale at the left of the window, filled from below."""
    if not cells:
        return ""
    wide, padding, high, gap = 2.3, 0.34, 2.1, 0.32
    tall = len(cells) * (high + gap) - gap + 2 * padding
    x, y = 1.3, ART_HEIGHT - 1.3 - tall
    shapes = [panel(x, y, wide, tall, 1.1, BAR)]
    inner = wide - 2 * padding
    for row, on in enumerate(cells):
        top = y + padding + row * (high + gap)
        fill = WHITE if on else BAR_OFF
        if row:
            shapes.append(panel(round(x + padding, 3), round(top, 3), inner, high, 0.5, fill))
        else:
            d = f"M{x + padding:.2f} {top + high:.2f}v-1.2q0-.9.81-.9t.81.9v1.2z"
            shapes.append(f'<path d="{d}" fill="{paint(fill)}"/>')
    return "".join(shapes)


def _foot(shown: dict, paper: Paper) -> str:
    y, height = 72.6, 7.0
    left, right = 2.6, INNER_WIDTH - 2.3
    if shown["points"] is None:
        face = font("text-600")
        words = face.line(shown["foot"], 2.9, left, face.baseline(y, height, 2.9), paper.text)
    else:
        face, small = font("display-800-100"), font("text-600")
        text, base = str(shown["points"]).replace("-", "−"), face.baseline(y, height, 7)
        label = ngettext("point", "points", shown["points"])
        words = face.line(text, 7, left, base, paper.name) + small.line(
            label, 2.9, left + face.width(text, 7) + 0.9, base, paper.name
        )
    side, icon = (4.9, 3.8) if shown["card"].get("kind") == "home" else (6.0, 4.7)
    tiles = []
    x = right - len(shown["terrains"]) * (side + 1) + 1
    for terrain in shown["terrains"]:
        top = y + (height - side) / 2
        tiles.append(panel(round(x, 3), round(top, 3), side, side, 1.4, TILES[terrain["key"]]))
        inset = (side - icon) / 2
        tiles.append(mark(f"m-{terrain['key']}", x + inset, top + inset, icon, WHITE))
        x += side + 1
    return section("foot", words) + section("tiles", *tiles)


def _strip(slots: list[dict], paper: Paper) -> str:
    """Four slots in fixed places, so that the position shows the climate or the turn."""
    left, y, height, gap = 2.3, 79.9, 3.7, 0.5
    wide = (INNER_WIDTH - 2 * left - 3 * gap) / 4
    face, shapes = font("display-800-88"), []
    for place, slot in enumerate(slots):
        x = round(left + place * (wide + gap), 3)
        if not slot["on"]:
            more = f' stroke="{paint(paper.name)}" stroke-opacity=".32" stroke-width=".25"'
            shapes.append(panel(x + 0.125, y + 0.125, wide - 0.25, height - 0.25, 0.675, "none", more))
            continue
        ground, ink = SLOTS[slot["key"]]
        text = slot["label"].upper()
        size = face.fit(text, wide - 1, 2.3, spacing=0.06)
        words = face.line(
            text, size, x + wide / 2, face.baseline(y, height, size), ink, anchor=0.5, spacing=0.06
        )
        shapes += [panel(x, y, wide, height, 0.8, ground), words]
    return section("strip", *shapes)


def _credit(credit: str, paper: Paper) -> str:
    face, left = font("text-400"), 2.6
    size = face.fit(credit, INNER_WIDTH - 2 * left, 1.85)
    y = INNER_HEIGHT - 1.3 - 1.85
    return section("credit", face.line(credit, size, left, face.baseline(y, 1.85, size), paper.ink(0.72)))
