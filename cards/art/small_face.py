"""
A card on a table as SVG, 63 by 88: its face as small as it lies there, so without what only a large one has
room for. Lengths match static/css/cards/compact.css and token.css.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from django.utils.translation import gettext as _

from cards.art.drawing import HEIGHT as SCENE_HEIGHT
from cards.art.drawing import WIDTH as SCENE_WIDTH
from cards.art.drawing import paint
from cards.art.face import face_context
from cards.art.face_svg import HEIGHT, WIDTH, panel
from cards.art.lettering import font
from cards.art.paper import (
    BACK,
    BACK_RINGS,
    DARK_ON_LIGHT,
    EVENT_MARK,
    INK,
    ON_DIET,
    SLOTS,
    TILES,
    WHITE,
    Paper,
    mark,
    paper_of,
)

SEATS = ("1E56A0", "A83279")
CARD_EDGE, RISK = WHITE, "B35F00"
EDGE, RADIUS = 2.7, 3.4
HEAD, FOOT, STRIP = 15.6, 66.4, 81.2
NAME_SIZES = (6.0, 5.4, 4.8, 4.3, 3.8, 3.2)
BARE_FOOT = 63.6
"""Where the picture of a card without its name ends."""


@dataclass(frozen=True)
class SmallFace:
    """
    `card` is what `face_context` takes, with its `key`. `owner` is the seat whose it is, None in a hand,
    `seedling` whether it lies face down as one of that card, `points` those in force.
    """

    card: Mapping[str, Any]
    owner: int | None = None
    turned: bool = False
    seedling: bool = False
    points: int | None = None
    at_risk: bool = False
    turns_left: int = 0


def small_face(face: SmallFace, scene: str, *, named: bool) -> str:
    """
    In its own coordinates, with its name if `named`. `scene` refers to the picture of the card, 58.2 by 38.
    """
    shown = face_context(
        dict(face.card), points=face.points, face_down_of=dict(face.card) if face.seedling else None
    )
    paper = paper_of(shown["card"])
    inner = (
        _seedling(shown) if face.seedling else _named(shown, paper, scene) if named else _bare(shown, scene)
    )
    ground = BACK if face.seedling else paper.stock
    body = panel(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, RADIUS - 1, ground) + inner
    name = escape(str(face.card.get("name", "")))
    return f"<g><title>{name}</title>{_edge(face)}{body}{_state(face)}</g>"


def _edge(face: SmallFace) -> str:
    """The edge in the colour of its owner, dashed for the second seat, with a pointer towards them."""
    if face.owner is None:
        return panel(0, 0, WIDTH, HEIGHT, RADIUS, CARD_EDGE)
    colour = paint(SEATS[face.owner % 2])
    # Away from the edge, so that dashes have something to stand on.
    middle = EDGE / 2
    dashes = f' stroke-dasharray="{EDGE:g} {EDGE * 0.8:g}"' if face.owner % 2 else ""
    ring = panel(
        middle,
        middle,
        WIDTH - EDGE,
        HEIGHT - EDGE,
        RADIUS,
        "none",
        f' stroke="{colour}" stroke-width="{EDGE:g}"{dashes}',
    )
    tip = f"M{WIDTH / 2 - 5} 1h10l-5 -5z" if face.turned else f"M{WIDTH / 2 - 5} {HEIGHT - 1}h10l-5 5z"
    return panel(0, 0, WIDTH, HEIGHT, RADIUS, WHITE) + ring + f'<path d="{tip}" fill="{colour}"/>'


def _window(scene: str, top: float, height: float) -> str:
    """The picture, as large as covers the window; what does not fit is cut at its sides."""
    left, wide = EDGE, WIDTH - 2 * EDGE
    scale = max(wide / SCENE_WIDTH, height / SCENE_HEIGHT)
    x, y = (wide / scale - SCENE_WIDTH) / 2, (height / scale - SCENE_HEIGHT) / 2
    return (
        f'<svg x="{left:g}" y="{top:g}" width="{wide:g}" height="{height:g}" '
        f'viewBox="{-x:.3f} {-y:.3f} {wide / scale:.3f} {height / scale:.3f}">{scene}</svg>'
    )


def _named(shown: dict, paper: Paper, scene: str) -> str:
    card, kind = shown["card"], shown["card"].get("kind")
    taken = 2.0 if kind in ("home", "habitat") else 19.0 if kind == "event" else 27.2
    left, room = EDGE + 1, WIDTH - EDGE - 1 - taken - EDGE / 2
    face, name = font("display-800-76"), str(card.get("name", ""))
    for size in NAME_SIZES:
        lines = face.balanced(name, size, room)
        if len(lines) <= 2 and all(face.width(line, size) <= room for line in lines):
            break
    else:
        lines, size = [name], face.fit(name, room, NAME_SIZES[-1])
    top = EDGE + (HEAD - EDGE - size * 0.96 * len(lines)) / 2
    name_lines = [
        face.line(line, size, left, face.baseline(top + row * size * 0.96, size * 0.96, size), paper.name)
        for row, line in enumerate(lines)
    ]
    right = WIDTH - EDGE
    parts = [
        _window(scene, HEAD, FOOT - HEAD),
        *name_lines,
        _head(shown, right - 26.6, 11.6, 7.2, right - 13.4, 13.4, 6.8, y=3.4),
        _points(shown, right - 1.2, FOOT + 1.6, 11, 8.6, WHITE if kind == "event" else paper.name),
        _tiles(shown, EDGE + 1.2, FOOT + 2.5, 9.2),
        _strip(shown),
        _chips(shown, right - 0.8),
    ]
    return "".join(parts)


def _chips(shown: dict, right: float) -> str:
    """What it can do, as icons over its picture; the numbers of abilities have no room."""
    parts, side = [], 9.0
    for place, chip in enumerate(reversed(shown["chips"][:4])):
        x = right - (place + 1) * (side + 1) + 1
        parts.append(panel(x, FOOT - side - 0.8, side, side, 2, WHITE))
        parts.append(mark(chip.icon, x + 1.5, FOOT - side + 0.7, side - 3, INK))
    return "".join(parts)


def _bare(shown: dict, scene: str) -> str:
    right, tiles = WIDTH - EDGE, shown["terrains"]
    side = 12.0 if len(tiles) < 5 else 7.4
    wide = len(tiles) * (side + 1.2) - 1.2
    badge = 0.0 if shown["points"] is None else 13.0
    parts = [
        _window(scene, EDGE, BARE_FOOT - EDGE),
        _head(shown, EDGE + 0.6, 16.5, 10.4, right - 20.2, 20.5, 10.4, y=EDGE + 0.4),
        _tiles(shown, (WIDTH - wide) / 2, BARE_FOOT + (STRIP - BARE_FOOT - side) / 2, side),
        _strip(shown),
    ]
    if badge:
        wide = font("display-800-100").width(_signed(shown["points"]), 10.4) + 12.4
        parts.append(panel(right - wide - 0.6, BARE_FOOT - badge - 1, wide, badge, 3, WHITE))
        parts.append(_points(shown, right - 3, BARE_FOOT - badge - 1, badge, 10.4, INK))
    if shown["card"].get("kind") == "home":
        face = font("display-800-100")
        parts.append(panel(right - 36, BARE_FOOT - 14, 35.4, 13, 3, WHITE))
        home = _("HOME")
        size = min(9, 9 * 31 / face.width(home, 9))
        baseline = face.baseline(BARE_FOOT - 14, 13, size)
        parts.append(face.line(home, size, right - 18.3, baseline, INK, anchor=0.5))
    return "".join(parts)


def _head(
    shown: dict,
    tag_x: float,
    tag: float,
    digit: float,
    diet_x: float,
    diet: float,
    number: float,
    *,
    y: float,
) -> str:
    """Scale and diet with the card's number; of an event its turns."""
    card, face = shown["card"], font("display-800-100")
    kind = card.get("kind", "species")
    if kind in ("home", "habitat"):
        return ""
    if kind == "event":
        turns, x = str(shown["turns"] or ""), diet_x if tag < 12 else tag_x
        wide = tag * 0.9 + (face.width(turns, digit) + 1 if turns else 0)
        found = panel(x, y, wide, tag, 2, EVENT_MARK) + mark(
            "i-hourglass", x + tag * 0.2, y + tag * 0.25, tag * 0.5, DARK_ON_LIGHT
        )
        return found + face.line(turns, digit, x + tag * 0.8, face.baseline(y, tag, digit), DARK_ON_LIGHT)
    eats = card.get("diet") or ""
    edge, colour = tag / 17, paint(INK)
    square = panel(
        tag_x + edge / 2,
        y + edge / 2,
        tag - edge,
        tag - edge,
        tag / 5.5,
        WHITE,
        f' stroke="{colour}" stroke-width="{edge:.2f}"',
    )
    return (
        square
        + face.line(
            str(card.get("scale") or ""),
            digit,
            tag_x + tag / 2,
            face.baseline(y, tag, digit),
            INK,
            anchor=0.5,
        )
        + mark(f"d-{eats}", diet_x, y - (diet - tag) / 2, diet, WHITE)
        + face.line(
            str(card.get("food_chain") or ""),
            number,
            diet_x + diet / 2,
            face.baseline(y - (diet - tag) / 2, diet, number),
            ON_DIET.get(eats, WHITE),
            anchor=0.5,
        )
    )


def _points(shown: dict, right: float, top: float, height: float, size: float, colour: str) -> str:
    """The points with their star, ending at `right`."""
    if shown["points"] is None:
        return ""
    face, text = font("display-800-100"), _signed(shown["points"])
    star = size * 0.6
    x = right - face.width(text, size)
    digits = face.line(text, size, x, face.baseline(top, height, size), colour)
    return mark("i-star", x - star - 1, top + (height - star) / 2, star, colour) + digits


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _tiles(shown: dict, x: float, y: float, side: float) -> str:
    if shown["card"].get("kind") == "home" and side > 9:
        return ""
    parts, inset = [], side * 0.11
    for place, terrain in enumerate(shown["terrains"]):
        at = x + place * (side + 1.2)
        parts.append(panel(round(at, 3), round(y, 3), side, side, side / 4.6, TILES[terrain["key"]]))
        parts.append(mark(f"m-{terrain['key']}", at + inset, y + inset, side - 2 * inset, WHITE))
    return "".join(parts)


def _strip(shown: dict) -> str:
    """Four slots in fixed places; where they are says which climates or turns are meant."""
    left, gap, height = EDGE, 0.5, HEIGHT - EDGE - STRIP
    wide = (WIDTH - 2 * left - 3 * gap) / 4
    return "".join(
        panel(round(left + place * (wide + gap), 3), STRIP, wide, height, 0.8, SLOTS[slot["key"]][0])
        for place, slot in enumerate(shown["strip"])
        if slot["on"]
    )


def _seedling(shown: dict) -> str:
    """A seedling: the back's ground, and what counts of the card that spread, its number and terrains."""
    face, tiles = font("display-800-76"), shown["terrains"]
    wide = len(tiles) * 13.2 - 1.2
    rings = "".join(
        f'<circle cx="{WIDTH / 2}" cy="36" r="{radius}" fill="none" stroke="{paint(BACK_RINGS)}" '
        'stroke-opacity=".5" stroke-width="1"/>'
        for radius in (16, 21, 26)
    )
    name = str(shown["card"].get("name", ""))
    size = face.fit(name, WIDTH - 2 * EDGE - 4, 7)
    return (
        rings
        + mark("i-sprout", WIDTH / 2 - 11, 25, 22, WHITE)
        + _tiles(shown, (WIDTH - wide) / 2, 54, 12)
        + face.line(name, size, WIDTH / 2, face.baseline(70, 10, size), WHITE, anchor=0.5)
    )


def _state(face: SmallFace) -> str:
    """Marks of a card at risk, and of an event that lasts on it."""
    parts = []
    if face.at_risk:
        parts.append(
            panel(
                -2,
                -2,
                WIDTH + 4,
                HEIGHT + 4,
                5,
                "none",
                f' stroke="{paint(RISK)}" stroke-width="2" stroke-dasharray="5 3"',
            )
        )
        parts.append(
            panel(EDGE + 1, 26, 15, 15, 7.5, WHITE) + mark("i-broken-link", EDGE + 3.5, 28.5, 10, RISK)
        )
    if face.turns_left:
        digit, x = font("display-800-100"), WIDTH - EDGE - 22
        parts.append(panel(x, 26, 21, 13, 3, EVENT_MARK) + mark("i-hourglass", x + 2, 28.5, 8, DARK_ON_LIGHT))
        parts.append(
            digit.line(str(face.turns_left), 10, x + 11.5, digit.baseline(26, 13, 10), DARK_ON_LIGHT)
        )
    return "".join(parts)
