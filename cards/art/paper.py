"""Colours of a printed card, and the icons of the site's sprite for use in a picture.

The colours are those of the light card in static/css/site/tokens.css and cards/face.css.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cards.art.drawing import mix, paint

SPRITE = Path(__file__).parents[2] / "static" / "img" / "marks.svg"
SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="0 0 (\d+) \d+">(.*?)</symbol>', re.S)

INK, WHITE, DARK_ON_LIGHT = "1B2A22", "FFFFFF", "2A1E00"
TILES = {
    "desert": "B4752A",
    "forest": "3B7648",
    "freshwater": "2B83A8",
    "grassland": "76851F",
    "ocean": "2757A3",
    "tundra": "6A7F9F",
    "urban": "78666E",
}
STOCKS = {
    "desert": ("FAF0DE", "6B3F10"),
    "forest": ("E9F2E4", "1C4729"),
    "freshwater": ("E3F1F5", "0F4A66"),
    "grassland": ("F2F4DA", "464F0E"),
    "ocean": ("E5ECF8", "14326A"),
    "tundra": ("ECF0F6", "34445F"),
    "urban": ("F3EEF0", "43373D"),
}
SLOTS = {
    "cold": ("2F6DB5", WHITE),
    "cool": ("24807F", WHITE),
    "warm": ("EDB84A", DARK_ON_LIGHT),
    "hot": ("C5442A", WHITE),
    "turn": ("F2C14A", DARK_ON_LIGHT),
}
EVENT_MARK = "F2C14A"
BACK, BACK_RINGS, BACK_SEAL = "1F4A38", "8FB89D", "F3F7F0"
BAR, BAR_OFF = "24332D", "6F7D76"
ON_DIET = {"photosynthetic": "241C00"}


@dataclass(frozen=True)
class Paper:
    """`stock` is the card's ground, `tile` its strong colour; `name` and `text` are inks."""

    tile: str
    stock: str
    name: str
    text: str
    chip: str
    chip_edge: str

    def ink(self, share: float) -> str:
        """The ink of the text, thinned to `share`."""
        return mix(self.stock, self.text, share)

    def name_ink(self, share: float) -> str:
        return mix(self.stock, self.name, share)

    def ground(self, share: float) -> str:
        """The strong colour, thinned to `share`."""
        return mix(self.stock, self.tile, share)


def paper_of(card: dict) -> Paper:
    kind, terrains = card.get("kind"), card.get("terrains") or []
    if kind == "event":
        return Paper("17131D", "332D3B", WHITE, "ECE8F0", "4A4354", "8B8396")
    tile, (stock, name) = "5F7F6C", ("EEF4EC", "1C4729")
    if kind != "home" and terrains and terrains[0] in TILES:
        tile, (stock, name) = TILES[terrains[0]], STOCKS[terrains[0]]
    return Paper(tile, stock, name, INK, WHITE, mix(stock, name, 0.45))


@cache
def _symbols() -> dict[str, tuple[float, str]]:
    """Maps names to the side of the square box and its contents."""
    sprite = SPRITE.read_text(encoding="utf-8")
    return {name: (float(side), body.strip()) for name, side, body in SYMBOL.findall(sprite)}


@cache
def glyph(name: str, colour: str) -> str:
    """The contents of the icon `name` in its own box; empty if there is no such icon."""
    return _symbols().get(name, (1, ""))[1].replace("currentColor", colour)


def mark(name: str, x: float, y: float, size: float, colour: str) -> str:
    """The icon `name` in a square of `size` with its top left corner at (x, y)."""
    side = _symbols().get(name, (1, ""))[0]
    place = f"translate({x:.3f} {y:.3f})scale({size / side:.5g})"
    return f'<g transform="{place}">{glyph(name, paint(colour))}</g>'
