"""The marks of the site's sprite, set into a picture."""

import re
from functools import cache
from pathlib import Path

from cards.art.drawing import paint

SPRITE = Path(__file__).parents[2] / "static" / "img" / "marks.svg"
SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="0 0 (\d+) \d+">(.*?)</symbol>', re.S)


@cache
def _symbols() -> dict[str, tuple[float, str]]:
    """Name -> side of its square box and what it draws."""
    sprite = SPRITE.read_text(encoding="utf-8")
    return {name: (float(side), body.strip()) for name, side, body in SYMBOL.findall(sprite)}


@cache
def glyph(name: str, colour: str) -> str:
    """What the mark `name` draws in its own box; nothing if there is no such mark."""
    return _symbols().get(name, (1, ""))[1].replace("currentColor", colour)


def mark(name: str, x: float, y: float, size: float, colour: str) -> str:
    """The mark `name` in a square of `size` with its left upper corner at (x, y)."""
    side = _symbols().get(name, (1, ""))[0]
    place = f"translate({x:.3f} {y:.3f})scale({size / side:.5g})"
    return f'<g transform="{place}">{glyph(name, paint(colour))}</g>'
