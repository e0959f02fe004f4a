"""Grasses, sedges, reeds and bamboos by their habit and their ears, and plants with leaves in rosettes."""

from collections.abc import Callable

from cards.art.figures.brush import (
    Spot,
    copies,
    dark,
    discs,
    light,
    path,
    points,
    ring,
    scatter,
    spin,
    stroke,
    whole,
)
from cards.art.figures.leaves import leaves, twigs
from cards.art.figures.pen import Figure, Where
from cards.art.figures.spec import Spec


def _panicle(colour: str, tone: str, green: str) -> str:
    rays = [(0.0, 22.0 - i * 6, side * (70 - i * 9), 19.0 - i * 3) for i in range(5) for side in (-1, 1)]
    ends = [(*spin(x, y, turn, long), 2.6) for x, y, turn, long in rays] + [
        (*spin(x, y, turn, long * 0.6), 2.2) for x, y, turn, long in rays
    ]
    return (
        stroke("M0 24V-12", tone, 1.6) + twigs(rays, tone, 1.4) + path(discs([*ends, (0, -13, 2.8)]), colour)
    )


def _plume(colour: str, tone: str, green: str) -> str:
    wisps = [
        (0.0, 30.0 - i * 6, bend + i * 3, 20.0 - i * 1.5) for i in range(7) for bend in (-52, -20, 18, 56)
    ]
    return twigs(wisps, tone, 3.4) + twigs(wisps[1::2], colour, 2)


def _finger(colour: str, tone: str, green: str) -> str:
    rays = [(0.0, 0.0, turn, 30.0) for turn in (-46.0, -4.0, 42.0)]
    grains = [
        (*spin(0, 0, turn + side * 4, 6 + i * 5), 2.6)
        for turn in (-46, -4, 42)
        for i in range(5)
        for side in (-1, 1)
    ]
    return twigs(rays, tone, 2.6) + path(discs(grains), colour)


def _comb(colour: str, tone: str, green: str) -> str:
    teeth = [(0.0, -12.0 + i * 5, 128.0, 9.0 - abs(i - 2) * 0.8) for i in range(6)]
    return stroke("M0 20Q-1 0 0 -15", tone, 2.4) + twigs(teeth, colour, 4.4)


def _spike(colour: str, tone: str, green: str) -> str:
    grains = [(side * 3.6, 30.0 - i * 6, side * 24.0, 9.0) for i in range(7) for side in (-1, 1)]
    return stroke("M0 34V-14", tone, 2) + twigs(grains, tone, 5) + twigs(grains[::2], colour, 3.6)


def _cotton(colour: str, tone: str, green: str) -> str:
    puff = discs([(a, b, 7.5) for a, b in scatter(9, 0, 4, 10, 12)])
    wisps = "".join(f"M{points(a, b)}L{points(*spin(a, b, turn, 9))}" for a, b, turn in ring(0, 5, 14, 12))
    return (
        stroke(wisps, "FFFFFF", 2.4)
        + path(puff, "EDEBE4")
        + path(discs([(a - 2, b - 2, 5) for a, b in scatter(6, 0, 4, 7, 9)]), "FFFFFF")
        + path("M-5 20C-4 12 4 12 5 20L0 26Z", tone)
    )


def _cigar(colour: str, tone: str, green: str) -> str:
    return (
        stroke("M0 -26V44", green, 2.4)
        + path("M-6 -6C-6 -14 6 -14 6 -6V30C6 38 -6 38 -6 30Z", colour)
        + path("M1 -12C6 -12 6 -8 6 -6V30C6 35 3 36 1 36Z", tone)
        + stroke("M-3 -4V26", light(colour, 0.3), 1.6)
    )


def _drop(colour: str, tone: str, green: str) -> str:
    grains = [
        (14.0 + i * 5 * side + side * 3, 2.0 + i * 6, 180 - side * 16, 15.0)
        for i in range(3)
        for side in (-1, 1)
    ]
    awns = [(x, y + 12, turn, 12.0) for x, y, turn, _ in grains]
    stalk = "M0 0Q4 -10 14 -6M14 -6V12M14 -2L4 10M14 -2L24 10"
    return (
        stroke(stalk, tone, 1.6)
        + twigs(awns, tone, 1.2)
        + leaves([(x, y, turn, 16) for x, y, turn, _ in grains], "drop", colour, 0.8, 0)
    )


def _flag(colour: str, tone: str, green: str) -> str:
    rays = [(0.0, 28.0 - i * 7, 62.0, 17.0) for i in range(5)]
    grains = [(x, y, turn, 16.0) for x, y, turn, _ in rays]
    return stroke("M0 34V-6", tone, 2) + leaves(grains, "oval", colour, 0.8, 0)


def _tassel(colour: str, tone: str, green: str) -> str:
    rays = [(0.0, 20.0 - i * 9, side * 40.0, 9.0) for i in range(4) for side in (-1, 1)]
    clumps = discs((*spin(x, y, turn, long), 4.2) for x, y, turn, long in rays)
    return (
        twigs(rays, tone, 1.6)
        + path(clumps, tone)
        + path(
            discs(
                (spin(x, y, turn, long)[0] - 1, spin(x, y, turn, long)[1] - 1, 2.6)
                for x, y, turn, long in rays
            ),
            colour,
        )
    )


EARS: dict[str, Callable[[str, str, str], str]] = {
    "panicle": _panicle,
    "plume": _plume,
    "finger": _finger,
    "comb": _comb,
    "spike": _spike,
    "cotton": _cotton,
    "cigar": _cigar,
    "drop": _drop,
    "flag": _flag,
    "tassel": _tassel,
}
"""Ears whose stalks end at (0, 0): by colour, its shade and the green of the plant."""


def grass(spec: Spec) -> Figure:
    """A tuft of blades, how `high` they are and how they `bend`, with `stalks` that bear ears of a form."""
    green, colour = spec.colour("green", "7FA044"), spec.colour("colour", "B5945A")
    ear, high = spec.choice("ear", ("none", *EARS)), spec.amount("high", 70, 10, 112)
    blades, bend = round(spec.amount("blades", 11, 3, 24)), spec.amount("bend", 0.6, 0, 1.6)
    stalks, tall = round(spec.amount("stalks", 3, 0, 7)), spec.amount("tall", 112, 40, 122)
    wide, size = spec.amount("wide", 5, 2, 12), spec.amount("size", 1, 0.4, 2)
    where: Where = "afloat" if spec.choice("stand", ("land", "water")) == "water" else ""
    back = front = ""
    for i in range(blades):
        lean = (i - (blades - 1) / 2) / max((blades - 1) / 2, 1)
        length = high * (1 - 0.3 * abs(lean) - 0.12 * (i % 3))
        foot, tip = 64 + lean * 14, 64 + lean * (24 + length * bend * 0.62)
        droop = abs(lean) * length * bend * 0.3
        mid = (foot + (tip - foot) * 0.35, 126 - length * 0.72)
        blade = (
            f"M{points(foot - wide / 2, 126)}"
            f"Q{points(mid[0] - wide / 2, mid[1], tip, 126 - length + droop)}"
            f"Q{points(mid[0] + wide / 2, mid[1] + 4, foot + wide / 2, 126)}Z"
        )
        back, front = (back + blade, front) if i % 2 else (back, front + blade)
    drawn = path(back, dark(green, 0.2))
    spots: list[Spot] = []
    for i in range(stalks):
        lean = (i - (stalks - 1) / 2) / max((stalks - 1) / 2, 1) if stalks > 1 else 0.12
        x, y = 64 + lean * 40, 126 - tall * (1 - 0.16 * abs(lean) - 0.07 * (i % 2))
        spots.append((x, y, lean * 24))
        drawn += stroke(
            f"M{points(64 + lean * 10, 126)}Q{points(64 + lean * 14, 80, x, y)}", dark(green, 0.06), 2.6
        )
    drawn += path(front, green) + _ears(ear, spots, colour, green, size)
    reach = (
        [(x + dx * size, y + dy * size) for x, y, _ in spots for dx, dy in ((-15, -24), (15, 20))]
        if spots
        else []
    )
    return whole(drawn, _fit([*reach, (20, 126), (108, 126 - high)]), where)


def _fit(spots: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    top = min(y for _, y in spots) - 4
    left, right = min(8, *(x for x, _ in spots)), max(120, *(x for x, _ in spots))
    return left, top, right - left, 128 - top


def _ears(form: str, spots: list[Spot], colour: str, green: str, size: float) -> str:
    if form == "none" or not spots:
        return ""
    return copies(EARS[form](colour, dark(colour, 0.22), green), [(*spot, size) for spot in spots])


FAMILIES = {
    "grass": grass,
}
