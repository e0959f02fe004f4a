"""Animals of the sea floor: starfish, urchins, corals, anemones, sponges and worms; and jellyfish."""

import math

from cards.art.figures.brush import (
    Point,
    bow,
    dark,
    discs,
    light,
    oval,
    path,
    smooth,
    spin,
    stroke,
    whole,
)
from cards.art.figures.leaves import twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def starfish(spec: Spec) -> Figure:
    """A starfish: number of `arms`, whether it is `spiny`, how `stout` its arms are."""
    colour, mark = spec.colour("colour", "D9742E"), spec.colour("mark", "F6DCA8")
    arms, stout = round(spec.amount("arms", 5, 4, 18)), spec.amount("stout", 0.42, 0.2, 0.75)
    spines = spec.choice("spines", ("none", "long", "beads"))
    bend = spec.amount("bend", 8, -20, 20)
    edge: list[Point] = []
    for i in range(arms):
        turn = i * 360 / arms
        tip, gap = turn + bend, turn + 180 / arms
        edge += [
            spin(64, 64, tip - 3, 58),
            spin(64, 64, tip + 3, 58),
            spin(64, 64, turn + 90 / arms, 58 * stout * 1.12),
            spin(64, 64, gap, 58 * stout),
            spin(64, 64, gap + 90 / arms, 58 * stout * 1.12),
        ]
    body = smooth(edge)
    drawn = ""
    if spines == "long":
        rays = [
            (*spin(64, 64, turn, 24 + k * 10), turn + side * 40, 13.0)
            for i in range(arms)
            for turn in (i * 360 / arms + bend * 0.7,)
            for k in range(4)
            for side in (-1, 1)
        ]
        drawn += twigs(rays, dark(colour, 0.35), 2.6)
    drawn += (
        path(body, dark(colour, 0.25)) + f'<g transform="translate(3 2)scale(.95)">{path(body, colour)}</g>'
    )
    ridge = "".join(
        bow(64, 64, *spin(64, 64, i * 360 / arms + bend * 0.2, 30), *spin(64, 64, i * 360 / arms + bend, 50))
        for i in range(arms)
    )
    drawn += stroke(ridge, light(colour, 0.25), 3)
    if spines == "long":
        upper = [
            (*spin(64, 64, i * 360 / arms + bend * 0.5, 14 + k * 11), i * 360 / arms - 20, 8.0)
            for i in range(arms)
            for k in range(4)
        ]
        return whole(drawn + twigs(upper, mark, 2), (-4, -4, 136, 136), "bed")
    if spines == "beads":
        net = [
            (*spin(64, 64, i * 360 / arms + bend * k / 5 + side * (9 - k * 1.6), 12 + k * 9), 2.3 - k * 0.12)
            for i in range(arms)
            for k in range(5)
            for side in (-1, 1)
        ]
        return whole(drawn + path(discs(net), mark) + oval(70, 58, 3, 3, mark), (2, 2, 124, 124), "bed")
    return whole(drawn, (2, 2, 124, 124), "bed")


def urchin(spec: Spec) -> Figure:
    """A sea urchin: `length` of its spines, how thick, `flat` for a sand dollar's kin."""
    colour, tip = spec.colour("colour", "6B3F8A"), spec.colour("tip", "B58AD0")
    length, count = spec.amount("length", 22, 4, 52), round(spec.amount("count", 36, 12, 60))
    thick, round_ = spec.amount("thick", 3, 1, 8), spec.amount("body", 34, 14, 46)
    far = [
        (*spin(64, 70, i * 360 / count, round_ * 0.7), i * 360 / count, length + round_ * 0.3 - (i * 7 % 5))
        for i in range(count)
    ]
    near = [
        (*spin(64, 68, i * 137.5, round_ * 0.75 * math.sqrt((i + 0.5) / 22)), i * 137.5, length * 0.55 + 5)
        for i in range(22)
    ]
    drawn = (
        twigs(far, dark(colour, 0.2), thick)
        + oval(64, 70, round_, round_ * 0.92, dark(colour, 0.35))
        + oval(63, 68, round_ * 0.86, round_ * 0.78, colour)
    )
    drawn += twigs(near, dark(tip, 0.25), thick) + twigs(
        [(x, y, t, r * 0.9) for x, y, t, r in near], tip, thick * 0.5
    )
    reach = length + round_ + 4
    return whole(drawn, (64 - reach, 70 - reach, 2 * reach, 2 * reach), "bed")


FAMILIES = {"starfish": starfish, "urchin": urchin}
