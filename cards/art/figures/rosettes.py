"""Plants whose leaves stand in one rosette, and desert shrubs of bare canes."""

from collections.abc import Sequence

from cards.art.figures.brush import (
    Leaf,
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    points,
    ring,
    scatter,
    smooth,
    spin,
    stroke,
    taper,
    whole,
)
from cards.art.figures.leaves import leaves, petals, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def rosette(spec: Spec) -> Figure:
    """
    Leaves in one rosette: an agave with its pole, a bromeliad with a cup, a sundew, a Welwitschia's straps,
    a resurrection plant; and the bare canes of an ocotillo and a tumbleweed.
    """
    return ROSETTES[spec.choice("form", tuple(ROSETTES))](
        spec.colour("green", "7FA08C"), spec.colour("colour", "E2C24A")
    )


def _fleshy(spots: Sequence[Leaf], green: str, wide: float, form: str = "lance") -> str:
    return leaves(spots, form, green, wide, 2, 0.2)


def _agave(green: str, colour: str) -> Figure:
    pole = path(taper(((64, 110), (64, 60), (64, 4)), 7, 3), "8A9A5A")
    arms = "".join(
        f"M64 {y}q{side * reach * 0.6} 2 {side * reach} -5"
        for y, reach in ((52, 26), (40, 24), (29, 20), (19, 15))
        for side in (-1, 1)
    )
    tufts = [
        (64 + side * reach, y - 6, 0, 1.0)
        for y, reach in ((52, 26), (40, 24), (29, 20), (19, 15))
        for side in (-1, 1)
    ] + [(64, 4, 0, 1)]
    tuft = twigs(
        [(0.0, 2.0, float(turn), 9.0) for turn in (-70, -35, 0, 35, 70)], dark(colour, 0.15), 3
    ) + path(discs([(a, b, 2) for a, b in scatter(5, 0, -4, 7, 4)]), light(colour, 0.3))
    drawn = pole + stroke(arms, "8A9A5A", 3) + copies(tuft, tufts)
    back = [(64, 118, turn, 62 - abs(turn) * 0.05) for turn in (-88, 88, -60, 60, -34, 34)]
    front = [(64, 124, turn, 50) for turn in (-100, 100, -70, 70, -42, 42, -12, 14)]
    return whole(
        drawn + _fleshy(back, dark(green, 0.14), 1.1) + _fleshy(front, green, 1.3), (0, -8, 128, 140)
    )


def _bromeliad(green: str, colour: str) -> Figure:
    drawn = _fleshy(
        [(64, 112, turn, 82 - abs(turn) * 0.15) for turn in (-78, 78, -52, 52)], dark(green, 0.14), 0.7
    )
    drawn += path(taper(((64, 100), (64, 60), (66, 16)), 5, 4), "B5493A")
    rays = [(65, 66 - i * 9, side * (58 - i * 3), 22 - i * 1.6) for i in range(6) for side in (-1, 1)]
    drawn += leaves(rays, "lance", colour, 0.9, 0) + path(
        discs((*spin(x, y, turn, long + 1), 2.6) for x, y, turn, long in rays), "F2C83A"
    )
    drawn += _fleshy(
        [(64, 118, turn, 74 - abs(turn) * 0.2) for turn in (-64, 64, -36, 36, -10, 12)], green, 0.8
    )
    return whole(
        drawn + path("M50 127C46 112 50 100 56 96L72 96C78 100 82 112 78 127Z", dark(green, 0.24)),
        (0, 6, 128, 122),
    )


def _sundew(green: str, colour: str) -> Figure:
    drawn, hairs, dew = "", "", []
    for turn in (-84, 84, -52, 52, -22, 24):
        foot, bend = (64.0, 124.0), turn * 0.4
        spine = [
            foot,
            spin(*foot, turn * 0.7, 34),
            spin(*spin(*foot, turn * 0.7, 34), turn, 26),
            spin(*spin(*spin(*foot, turn * 0.7, 34), turn, 26), turn + bend, 22),
        ]
        drawn += path(taper(spine, 7, 8), green)
        for i in range(6):
            t = 0.9 + i * 0.38
            a, b = spine[min(int(t), 2)], spine[min(int(t) + 1, 3)]
            x, y = a[0] + (b[0] - a[0]) * (t % 1), a[1] + (b[1] - a[1]) * (t % 1)
            for side in (-1, 1):
                tip = spin(x, y, turn + side * 76, 9.5)
                hairs += f"M{points(x, y)}L{points(*tip)}"
                dew.append((*tip, 2.4))
    bloom = petals(ring(66, 14, 5, 0), 11, "round", "D98AC4", 0.8) + oval(66, 14, 2.4, 2.4, "F2DE7A")
    stem = stroke("M64 122Q62 60 66 18", dark(green, 0.1), 2.4)
    drops = copies(
        oval(0, 0, 2.4, 2.4, colour) + oval(-0.7, -0.7, 0.9, 0.9, "FFFFFF"), [(x, y, 0, 1) for x, y, _ in dew]
    )
    return whole(stem + drawn + stroke(hairs, colour, 1.6) + drops + bloom, (-12, 0, 152, 128))


def _welwitschia(green: str, colour: str) -> Figure:
    straps = (
        "M60 92C40 76 20 84 2 112L-8 126L10 124C24 104 40 98 58 106Z",
        "M68 92C90 74 110 84 128 110L136 126L118 124C104 104 88 98 70 106Z",
        "M58 96C46 94 34 104 26 127L42 127C46 116 52 110 60 108Z",
        "M70 96C84 94 94 106 100 127L86 127C82 116 76 110 68 108Z",
    )
    torn = (
        "M56 96C38 86 20 94 6 118M58 100C44 98 36 110 34 124M72 96C90 86 108 94 122 116"
        "M70 100C84 98 90 110 92 124M52 92C36 82 20 88 4 110M76 92C92 82 108 88 124 108"
    )
    drawn = (
        path("M44 110C46 96 54 90 64 90C74 90 82 96 84 110C78 118 50 118 44 110Z", "7A6450")
        + "".join(path(strap, green if i < 2 else dark(green, 0.16)) for i, strap in enumerate(straps))
        + stroke(torn, light(green, 0.4), 1.6)
    )
    cones = [(64 + dx, 86 - dy) for dx, dy in ((-16, 0), (-6, 6), (6, 6), (16, 0))]
    for x, y in cones:
        drawn += (
            stroke(f"M64 96L{points(x, y)}", "8A6A4A", 2.4)
            + oval(x, y - 6, 5, 9, colour)
            + stroke(
                f"M{x - 4:g} {y - 4:g}l8 -5M{x - 4:g} {y:g}l8 -5M{x - 3:g} {y - 9:g}l6 -4",
                dark(colour, 0.35),
                1.2,
            )
        )
    return whole(drawn, (-10, 64, 148, 64))


def _resurrection(green: str, colour: str) -> Figure:
    drawn = path("M40 126C46 116 82 116 88 126Z", "6B5444")
    for turn in (-96, 96, -76, 76, -54, 54, -32, 32, -10, 12):
        x, y = 64.0, 118.0
        spots, direction = [], turn * 0.7
        for _ in range(6):
            x, y = spin(x, y, direction, 11)
            direction += turn * 0.16 + (6 if turn > 0 else -6)
            spots.append((x, y, direction))
        rays = [
            (a, b, t + side * 52, 11.0 - i * 0.9) for i, (a, b, t) in enumerate(spots) for side in (-1, 1)
        ]
        tone = colour if abs(turn) > 60 else green
        drawn += twigs(rays, tone, 4) + stroke(
            smooth([(64, 118), *((a, b) for a, b, _ in spots)], closed=False), light(tone, 0.2), 2.6
        )
    return whole(drawn, (-2, 28, 132, 100))


def _tumbleweed(green: str, colour: str) -> Figure:
    drawn = ""
    for k, turn in enumerate(range(-150, 180, 30)):
        x, y = spin(64, 70, turn, 4)
        spots, direction = [(x, y, float(turn))], float(turn)
        for _ in range(4):
            x, y = spin(x, y, direction, 13)
            direction += 14 if k % 2 else -14
            spots.append((x, y, direction))
        rays = [(a, b, t + side * 46, 15.0) for a, b, t in spots[1:] for side in (-1, 1)]
        drawn += stroke(smooth([(a, b) for a, b, _ in spots], closed=False), dark(green, 0.15), 2.4) + twigs(
            rays, green if k % 2 else dark(green, 0.12), 1.8
        )
    dots = discs((a, b, 2.4) for a, b in scatter(26, 64, 70, 52, 52))
    return whole(drawn + path(dots, colour), (0, 4, 128, 128))


def _ocotillo(green: str, colour: str) -> Figure:
    drawn = ""
    for lean, high in ((-52, 92), (-34, 106), (-14, 114), (6, 118), (26, 112), (44, 100), (58, 86)):
        tip = (64 + lean, 124 - high)
        cane = ((64 + lean * 0.1, 126.0), (64 + lean * 0.42, 80.0), tip)
        rays = [
            (cane[1][0] + (tip[0] - cane[1][0]) * t, 80 + (tip[1] - 80) * t, lean * 0.5 + side * 70, 5.0)
            for t in (-0.5, -0.2, 0.1, 0.4, 0.66)
            for side in (-1, 1)
        ]
        drawn += stroke(smooth(cane, closed=False), "8A7A5C", 3.4) + twigs(rays, green, 2.8)
        drawn += leaves([(*tip, lean * 0.5 + bend, 17) for bend in (-26, 26, 0)], "flame", colour, 0.9, 0)
    return whole(drawn, (2, -14, 124, 142))


ROSETTES = {
    "agave": _agave,
    "bromeliad": _bromeliad,
    "sundew": _sundew,
    "welwitschia": _welwitschia,
    "resurrection": _resurrection,
    "tumbleweed": _tumbleweed,
    "ocotillo": _ocotillo,
}


FAMILIES = {"rosette": rosette}
