"""Art of HOME: the seven terrains around a nest."""

import random
import re
from math import cos, pi, sin

from cards.art.drawing import WIDTH, Canvas, box, path, points
from cards.art.landscape import LAYERS
from cards.art.light import light_of, sky
from cards.art.paper import TILES, glyph
from cards.art.subject import load_subject

CENTRE = (29.1, 19.0)
# Each terrain's climates, and the position of its icon.
AROUND = {
    "desert": ("warm hot", (29.1, 4.9)),
    "forest": ("cool", (46.1, 10.6)),
    "freshwater": ("cool warm", (50.2, 24)),
    "grassland": ("warm", (38.6, 34.3)),
    "ocean": ("cool", (19.6, 34.3)),
    "tundra": ("cold", (8, 24)),
    "urban": ("cool warm", (12.1, 10.6)),
}
FLOOR = TILES | {"freshwater": "1F6E96", "tundra": "D3DEEC"}


def _edge(angle: float) -> tuple[float, float]:
    return CENTRE[0] + 48 * sin(angle), CENTRE[1] - 48 * cos(angle)


def prune(markup: str, low: float, high: float) -> str:
    """`markup` without the small, invisible shapes that begin left of `low` or right of `high`."""

    def seen(part: str) -> bool:
        start = re.match(r"-?[\d.]+", part)
        return start is None or "V" in part or low <= float(start[0]) <= high

    def shorter(match: re.Match[str]) -> str:
        parts = match[1].split("M")[1:]
        return (
            match[0] if len(parts) < 3 else 'd="' + "".join(f"M{part}" for part in parts if seen(part)) + '"'
        )

    return re.sub(r'd="([^"]*)"', shorter, markup)


def home_scene(canvas: Canvas, rng: random.Random, prefix: str, nest: str) -> None:
    slice_ = 2 * pi / 7
    spokes = ""
    for place, (terrain, (climates, (x, y))) in enumerate(AROUND.items()):
        x1, y1 = _edge((place - 0.5) * slice_)
        x2, y2 = _edge((place + 0.5) * slice_)
        clip = canvas.define(
            f'<clipPath id="{{id}}"><path d="M{points(*CENTRE, x1, y1, x2, y2)}z"/></clipPath>',
        )
        light = light_of(climates.split(), rng, prefix)
        inner = Canvas(f"{prefix}{terrain[:2]}")
        sky(inner, light)
        far, middle, near = LAYERS[terrain]
        (far if terrain in ("tundra", "desert") else middle)(inner, rng, light)
        near(inner, rng, light)
        floor = path(box(0, 37.8, WIDTH, 8), FLOOR[terrain])
        down = -20 if y < 6 else -16 if y < 12 else -3 if y < 30 else 4
        seen = inner.body() if terrain == "urban" else prune(inner.body(), x - 15, x + 15)
        canvas.add(f'<g clip-path="{clip}"><g transform="translate(0 {down})">{seen}{floor}</g></g>')
        spokes += f"M{points(*CENTRE, x1, y1)}"
    canvas.add(f'<path d="{spokes}" stroke="#fff" stroke-width=".6"/>')
    canvas.add('<circle cx="29.1" cy="19" r="10" fill="#FBFBF7"/>')
    canvas.add(
        '<circle cx="29.1" cy="19" r="9" fill="none" stroke="#2E4A3A" stroke-width=".3" '
        'stroke-dasharray="0 .9" stroke-linecap="round"/>'
    )
    subject = load_subject(nest)
    if subject:
        left, top, width, height = subject.box
        size = 13.4 / max(width, height)
        x, y = CENTRE[0] - (left + width / 2) * size, CENTRE[1] - (top + height / 2) * size
        canvas.add(f'<g transform="translate({points(x, y)}) scale({size:.4g})">{subject.markup}</g>')
    for terrain, (_climates, (x, y)) in AROUND.items():
        canvas.add(
            f'<g transform="translate({points(x - 3.2, y - 3.2)})"><rect width="6.4" height="6.4" rx="1.5" '
            f'fill="#{TILES[terrain]}" stroke="#fff" stroke-width=".5"/>'
            f'<g transform="translate(.8 .8) scale(.2)">{glyph(f"m-{terrain}", "#fff")}</g></g>'
        )
