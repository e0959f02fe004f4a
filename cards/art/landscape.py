"""The open scene: the sky, and the three layers of the card's terrains."""

import random
from collections.abc import Callable

from cards.art import land, water
from cards.art.drawing import Canvas
from cards.art.light import Light, clouds, sky, sun

Layer = Callable[[Canvas, random.Random, Light], None]
LAYERS: dict[str, tuple[Layer, Layer, Layer]] = {
    "desert": (land.desert_far, land.desert_middle, land.desert_near),
    "forest": (land.forest_far, land.forest_middle, land.forest_near),
    "freshwater": (water.freshwater_far, water.freshwater_middle, water.freshwater_near),
    "grassland": (land.grassland_far, land.grassland_middle, land.grassland_near),
    "ocean": (water.ocean_far, water.ocean_middle, water.ocean_near),
    "tundra": (land.tundra_far, land.tundra_middle, land.tundra_near),
    "urban": (water.urban_far, water.urban_middle, water.urban_near),
}


def landscape(canvas: Canvas, rng: random.Random, light: Light, terrains: list[str]) -> None:
    """The far, middle and near layers come from the third, second and first terrain, if there are as many."""
    first = terrains[0]
    second = terrains[1] if len(terrains) > 1 else first
    third = terrains[2] if len(terrains) > 2 else second
    LAYERS[third][0](canvas, rng, light)
    LAYERS[second][1](canvas, rng, light)
    LAYERS[first][2](canvas, rng, light)


def open_sky(canvas: Canvas, rng: random.Random, light: Light) -> None:
    sky(canvas, light)
    sun(canvas, light, rng)
    clouds(canvas, rng, rng.choice((1, 2, 2)))
