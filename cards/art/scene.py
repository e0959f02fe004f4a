"""Composes a card's art as an SVG; deterministic for the card and its key."""

import hashlib
import json
import random
from functools import lru_cache

from cards.art import water
from cards.art.drawing import HEIGHT, WIDTH, Canvas
from cards.art.events import event_scene
from cards.art.habitat import habitat_scene
from cards.art.home import home_scene
from cards.art.landscape import LAYERS, landscape, open_sky
from cards.art.light import light_of, snowfall
from cards.art.subject import WATER_LINE, load_subject, place, stands
from cards.art.uploads import picture_scene

SHADE = {"desert": "6B431B", "tundra": "5D6F80", "urban": "2A2730", "ocean": "0B2A4C"}
DRAWN = (
    "kind", "scale", "terrains", "climates", "abilities", "effects", "target", "duration", "subject",
    "picture",
)  # fmt: skip


def _species(canvas: Canvas, rng: random.Random, card: dict, prefix: str) -> None:
    light = light_of(card.get("climates") or [], rng, prefix)
    terrains = [terrain for terrain in card.get("terrains") or [] if terrain in LAYERS] or ["grassland"]
    subject = load_subject(card.get("subject") or "")
    how = stands(card, subject) if subject else "none"
    if how in ("below", "bed"):
        water.underwater(canvas, rng, light, fresh=terrains[0] == "freshwater")
    else:
        open_sky(canvas, rng, light)
        landscape(canvas, rng, light, terrains)
        if light.snow:
            snowfall(canvas, rng, 18)
    if subject:
        place(canvas, subject, how, card.get("scale"), rng, SHADE.get(terrains[0], "1D3320"))
    if how == "afloat":
        water.water_before(canvas, rng, WATER_LINE, terrains[0] == "ocean")


def _number_of(prefix: str) -> int:
    return int(hashlib.blake2b(prefix.encode(), digest_size=6).hexdigest(), 16)


def compose(card: dict, key: str) -> str:
    """
    The art of the card object `card` (record format plus `subject`) with the key `key`: an SVG document of
    58.2 by 38 units without margins. An uploaded `picture` replaces the scene.
    """
    uploaded = picture_scene(card.get("picture"))
    if uploaded:
        return uploaded
    rng = random.Random(_number_of(key))
    prefix = f"k{_number_of(key) % 46656:x}-"
    canvas = Canvas(prefix)
    kind = card.get("kind") or "species"
    if kind == "home":
        home_scene(canvas, rng, prefix, card.get("subject") or "noto:nest-with-eggs")
    elif kind == "event":
        event_scene(canvas, rng, card, prefix)
    elif kind == "habitat":
        habitat_scene(canvas, rng, card, prefix)
    else:
        _species(canvas, rng, card, prefix)
    box = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH * 10:g}" height="{HEIGHT * 10:g}"'
    fit = 'preserveAspectRatio="xMidYMid slice"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {fit}>{canvas.body()}</svg>'


@lru_cache(maxsize=4096)
def _version(drawn: str, key: str) -> str:
    svg = compose(json.loads(drawn), key)
    return hashlib.blake2b(svg.encode(), digest_size=6).hexdigest()


def art_version(card: dict, key: str) -> str:
    """Twelve hexadecimal digits that change with the picture, so that its address can be cached forever."""
    return _version(json.dumps({name: card.get(name) for name in DRAWN}, sort_keys=True), key)
