"""Art of habitat cards: a landscape with an empty middle, framed by what grows or lies there."""

import random

from cards.art import water
from cards.art.drawing import Canvas, oval, points, stroke
from cards.art.land import ground
from cards.art.landscape import LAYERS, landscape, open_sky
from cards.art.light import Light, light_of, snowfall
from cards.art.subject import WATERS, Subject, load_subject, stands

TALL = frozenset({"tree", "conifer", "spruce", "palm", "mangrove", "kelp", "saguaro", "papyrus"})
SINGLE = frozenset({"floe", "lamp", "post", "planter", "boulder", "lichen"})
FILLING = frozenset({"trunk"})
IN_WATER = frozenset({"mangrove", "floe", "post", "boulder", "reed", "papyrus", "kelp", "coral"})
BANK = {"desert": "D9A257", "forest": "4C7C4C", "grassland": "8FA24A", "tundra": "AEB9A4", "urban": "7E9A5E"}

# Motif positions: (middle, foot, height), in millimetres and as a share of the tallest; far ones first.
FAR = [(16.5, 29.4, 0.3), (24, 28.8, 0.23), (34, 28.9, 0.25), (41.5, 29.3, 0.3)]
TALL_NEAR = [(46.5, 34.2, 0.62), (13.5, 34.6, 0.66), (54.5, 37.6, 1.0), (3.8, 37.9, 0.96)]
LOW_NEAR = [
    (24, 33.6, 0.3), (35.5, 33.8, 0.32), (16.5, 35, 0.46), (43.5, 35.2, 0.48),
    (8.5, 36.6, 0.68), (50.5, 36.8, 0.7), (1.5, 38.4, 0.86), (57, 38.4, 0.84),
]  # fmt: skip
SINGLE_FAR = [(37.5, 30.2, 0.3)]
SINGLE_NEAR = [(47.5, 33.6, 0.6), (13, 37.2, 1.0)]
FILLING_NEAR = [(46.5, 33.4, 1.05), (4.5, 38.4, 1.1)]


def habitat_scene(canvas: Canvas, rng: random.Random, card: dict, prefix: str) -> None:
    """The landscape of the card's terrains, water in front, with its motif on both sides."""
    light = light_of(card.get("climates") or [], rng, prefix)
    known = [terrain for terrain in card.get("terrains") or [] if terrain in LAYERS] or ["grassland"]
    motif = load_subject(card.get("subject") or "")
    rooted = not motif or bool(motif.words & IN_WATER) or not WATERS.intersection(known)
    terrains = sorted(known, key=lambda terrain: (terrain != "ocean", terrain != "freshwater"))
    if motif and stands({"terrains": terrains}, motif) == "bed":
        water.underwater(canvas, rng, light, fresh=terrains[0] == "freshwater")
        _shoal(canvas, rng)
    else:
        open_sky(canvas, rng, light)
        landscape(canvas, rng, light, terrains)
        _flock(canvas, rng)
    if not rooted:
        _banks(canvas, rng, light, terrains)
    if motif:
        _frame(canvas, rng, motif)
    if light.snow and terrains[0] != "ocean":
        snowfall(canvas, rng, 14)


def _frame(canvas: Canvas, rng: random.Random, motif: Subject) -> None:
    """The motif small and hazy along the horizon, large at the edges."""
    far, near, tallest = FAR, LOW_NEAR, 17.0
    if motif.words & FILLING:
        far, near, tallest = [], FILLING_NEAR, 36.0
    elif motif.words & SINGLE:
        far, near, tallest = SINGLE_FAR, SINGLE_NEAR, 17.5
    elif motif.words & TALL:
        near, tallest = TALL_NEAR, 30.0
    name = canvas.define(f'<g id="{{id}}">{motif.markup}</g>').removeprefix("url(").removesuffix(")")
    hazy = "".join(_copy(rng, motif, name, spot, tallest) for spot in far)
    if hazy:
        canvas.add(f'<g opacity=".5">{hazy}</g>')
    for x, foot, share in near:
        x += rng.uniform(-1.2, 1.2)
        canvas.add(oval(x, foot - 0.2, tallest * share * 0.3, 0.7, "14281E", 0.2))
        canvas.add(_copy(rng, motif, name, (x, foot, share), tallest))


def _copy(
    rng: random.Random, motif: Subject, name: str, spot: tuple[float, float, float], tallest: float
) -> str:
    """A copy of the motif, mirrored at random."""
    x, foot, share = spot
    left, top, width, height = motif.box
    tall = tallest * share * rng.uniform(0.92, 1.06)
    factor = min(tall / height, 1.5 * tall / width)
    across = -factor if rng.random() < 0.5 else factor
    move = f"translate({points(x - across * (left + width / 2), foot - factor * (top + height))})"
    return f'<use href="{name}" transform="{move} scale({across:.3g} {factor:.3g})"/>'


def _banks(canvas: Canvas, rng: random.Random, light: Light, terrains: list[str]) -> None:
    """Dry ground on both sides of the water, for motifs that do not stand in it."""
    land = next((terrain for terrain in terrains if terrain not in WATERS), "grassland")
    colour = light.near(BANK[land])
    ground(canvas, colour, [31.6, 33.4, 36.6, 39.5, 39.5, 36.8, 33.2 + rng.uniform(-0.4, 0.4), 31.4], 0.3)


def _flock(canvas: Canvas, rng: random.Random) -> None:
    wings = ""
    for place in range(5):
        x, y = 21 + 4.4 * place + rng.uniform(-1, 1), rng.uniform(5, 13)
        wings += f"M{points(x, y)}q{points(1, -1.2, 1.9, 0)}q{points(0.9, -1.2, 1.9, 0)}"
    canvas.add(stroke(wings, "3B4A48", 0.34))


def _shoal(canvas: Canvas, rng: random.Random) -> None:
    """Small distant fish, all swimming the same way."""
    way = rng.choice((-1, 1))
    fish = ""
    for _ in range(11):
        x, y, long = rng.uniform(20, 38), rng.uniform(9, 21), rng.uniform(1.6, 2.6) * way
        fish += f"M{points(x, y)}q{points(long / 2, -1.2, long, 0)}q{points(-long / 2, 1.2, -long, 0)}"
        fish += f"l{points(-long * 0.32, -0.6)}v1.2z"
    canvas.add(f'<path d="{fish}" fill="#0F4A63" opacity=".55"/>')
