"""Sky and sun of a scene: the coldest climate colours the top, the hottest the horizon."""

import random
from dataclasses import dataclass

from cards.art.drawing import HORIZON, WIDTH, Canvas, box, disc, discs, mix, oval, path

CLIMATES = ("cold", "cool", "warm", "hot")
TOP = {
    "cold": ("98A3D6", "7FA3D6", "A7A6D9"),
    "cool": ("74B2C9", "8FB8DF", "7CC1B9"),
    "warm": ("F2BF69", "8CC3CF", "F3B98C"),
    "hot": ("EC8250", "F08D72", "E9965A"),
}
FOOT = {
    "cold": ("E6EBF5", "E3EDF3", "F0E6EE"),
    "cool": ("DCEFE4", "E4F0EA", "E9F0D9"),
    "warm": ("F8EDC6", "F7E8C0", "FAEBCB"),
    "hot": ("FADFA6", "F9D7A0", "FBDDB4"),
}
SUN = {"cold": "F6F5FA", "cool": "F7F4DE", "warm": "FCF1CB", "hot": "FBE3A0"}


@dataclass(frozen=True)
class Light:
    """The colours that a scene's layers share: `top` and `foot` of the sky, `haze` for distance, `sun`."""

    top: str
    foot: str
    haze: str
    sun: str
    snow: bool
    prefix: str

    def far(self, colour: str) -> str:
        return mix(colour, self.haze, 0.58)

    def middle(self, colour: str) -> str:
        return mix(colour, self.haze, 0.27)

    def near(self, colour: str) -> str:
        return mix(colour, self.foot, 0.05)


def light_of(climates: list[str], rng: random.Random, prefix: str) -> Light:
    known = [climate for climate in CLIMATES if climate in climates] or ["cool", "warm"]
    variant = rng.randrange(3)
    top, foot = TOP[known[0]][variant], FOOT[known[-1]][variant]
    return Light(top, foot, mix(foot, top, 0.25), SUN[known[-1]], "cold" in known, prefix)


def sky(canvas: Canvas, light: Light) -> None:
    fill = canvas.fade((0, light.top, 1), (0.55, mix(light.top, light.foot, 0.62), 1), (1, light.foot, 1))
    canvas.add(path(box(0, 0, WIDTH, HORIZON + 9), fill))


def sun(canvas: Canvas, light: Light, rng: random.Random) -> None:
    x = rng.choice((18.5, 21, 36, 40)) + rng.uniform(-1.5, 1.5)
    y, r = rng.uniform(10.5, 13.5), rng.uniform(7.6, 9.4)
    canvas.add(oval(x, y, r * 1.62, r * 1.62, light.sun, 0.24), oval(x, y, r, r, light.sun, 0.9))


def clouds(canvas: Canvas, rng: random.Random, count: int) -> None:
    for _ in range(count):
        x, y, size = rng.uniform(2, 50), rng.uniform(2, 7.5), rng.uniform(0.8, 1.35)
        d = disc(x, y, 1.3 * size) + disc(x + 2 * size, y - 0.9 * size, 1.9 * size)
        d += disc(x + 4.3 * size, y - 0.1 * size, 1.5 * size) + box(x - 2.6 * size, y, 9.4 * size, 1.4 * size)
        clip = canvas.define(
            f'<clipPath id="{{id}}"><path d="{box(0, y - 6, WIDTH, 6 + 1.1 * size)}"/></clipPath>'
        )
        canvas.add(f'<g clip-path="{clip}">{path(d, "FFFFFF", 0.6)}</g>')


def snowfall(canvas: Canvas, rng: random.Random, count: int) -> None:
    canvas.add(path(discs(rng, count, (0, WIDTH), (0, 33), (0.14, 0.34)), "FFFFFF", 0.85))
