"""Animals of the sea floor: starfish, urchins, corals, anemones, sponges and worms; and jellyfish."""

import math

from cards.art.figures.brush import (
    Point,
    bow,
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    points,
    scatter,
    smooth,
    spin,
    stroke,
    taper,
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


def sponge(spec: Spec) -> Figure:
    """A sponge: `form` barrel, crumb (a crust with chimneys) or vase."""
    colour = spec.colour("colour", "A8604A")
    form = spec.choice("form", ("barrel", "crumb", "vase"))
    if form == "vase":
        vase = "M34 126C18 104 20 70 36 48C44 36 48 30 46 22H82C80 30 84 36 92 48C108 70 110 104 94 126Z"
        spikes = twigs(
            [
                (*spin(64, 84, turn, 40), turn, 16.0)
                for turn in (-140, -118, -96, -74, -52, 52, 74, 96, 118, 140)
            ],
            light(colour, 0.3),
            2,
        )
        weave = (
            "".join(bow(28 + i * 2, 60 + i * 13, 64, 70 + i * 13, 100 - i * 2, 60 + i * 13) for i in range(5))
            + "M44 44Q34 84 46 124M64 40V126M84 44Q94 84 82 124"
        )
        return whole(
            spikes
            + path(vase, colour)
            + path(
                "M70 22H82C80 30 84 36 92 48C108 70 110 104 94 126H74C90 90 84 50 70 22Z", dark(colour, 0.14)
            )
            + stroke(weave, light(colour, 0.5), 2)
            + oval(64, 22, 18, 6, light(colour, 0.3))
            + oval(64, 22, 12, 3.6, dark(colour, 0.5)),
            (2, 12, 124, 116),
            "bed",
        )
    if form == "barrel":
        body = "M22 28C14 60 16 104 30 126H98C112 104 114 60 106 28Z"
        ribs = "".join(
            bow(64 + dx, 30, 64 + dx * 1.16, 78, 64 + dx * 0.82, 124) for dx in (-34, -23, -12, 0, 12, 23, 34)
        )
        knobs = discs(
            (64 + dx * (1.1 - abs(k - 2) * 0.03) + (k % 2), 46 + k * 18, 3.2)
            for dx in (-36, -24, -12, 1, 13, 25, 37)
            for k in range(4)
        )
        return whole(
            path(body, colour)
            + path("M80 28H106C114 60 112 104 98 126H76C88 96 90 60 80 28Z", dark(colour, 0.18))
            + stroke(ribs, dark(colour, 0.28), 3)
            + path(knobs, light(colour, 0.3))
            + oval(64, 28, 42, 15, light(colour, 0.15))
            + oval(64, 29, 31, 10, dark(colour, 0.62)),
            (12, 8, 104, 120),
            "bed",
        )
    crust = (
        "M4 118C0 96 14 84 24 86C28 72 44 68 52 78C60 62 82 62 88 78C100 72 116 84 114 94"
        "C124 100 128 112 122 120C92 128 34 128 4 118Z"
    )
    chimney = (
        path("M-12 16C-12 4 -9 -6 -8 -14H8C9 -6 12 4 12 16Z", light(colour, 0.08))
        + path("M2 -14H8C9 -6 12 4 12 16H4C5 4 4 -6 2 -14Z", dark(colour, 0.18))
        + oval(0, -14, 8, 3.4, light(colour, 0.35))
        + oval(0, -14, 5, 2, dark(colour, 0.6))
    )
    pores = discs((x, y, 1.5) for x, y in scatter(34, 64, 104, 54, 15))
    return whole(
        path(crust, colour)
        + copies(
            chimney,
            [
                (30, 78, -6, 1.0),
                (54, 66, -2, 1.25),
                (82, 66, 3, 1.35),
                (106, 80, 8, 0.9),
                (68, 92, 0, 0.9),
                (42, 98, 0, 0.8),
                (94, 98, 4, 0.8),
            ],
        )
        + path(pores, dark(colour, 0.35)),
        (0, 38, 128, 90),
        "bed",
    )


def worm(spec: Spec) -> Figure:
    """Worms: `form` earth, lug (in its burrow), tube (red plumes out of white tubes) or bristle."""
    colour = spec.colour("colour", "C9807A")
    return WORMS[spec.choice("form", tuple(WORMS))](colour)


def _earth(colour: str) -> Figure:
    spine: tuple[Point, ...] = (
        (6, 96),
        (20, 74),
        (40, 66),
        (56, 80),
        (66, 98),
        (84, 98),
        (94, 78),
        (92, 54),
        (104, 38),
        (120, 40),
    )
    rings = "".join(f"M{points(x - 4, y - 8)}q6 8 2 16" for x, y in spine[1:-1])
    saddle = taper(((56, 78), (61, 89), (68, 97)), 20, 20)
    return whole(
        path(taper(spine, 7, 15), dark(colour, 0.25))
        + path(taper([(x - 0.6, y - 1.4) for x, y in spine], 5, 12), colour)
        + stroke(rings, dark(colour, 0.22), 1.6)
        + path(saddle, light(colour, 0.35))
        + stroke(smooth([(x - 1, y - 4) for x, y in spine[1:]], closed=False), light(colour, 0.45), 2),
        (0, 26, 128, 86),
    )


def _lug(colour: str) -> Figure:
    """A lugworm in its U-shaped burrow under a coiled cast."""
    sand = path(
        (
            "M4 50C16 36 44 46 64 42C88 38 114 38 124 50C132 76 124 112 104 124"
            "C78 132 50 132 26 124C4 112 -4 76 4 50Z"
        ),
        "D9C598",
    ) + path(discs((x, y, 1.4) for x, y in scatter(24, 64, 92, 52, 30)), "B59E6A")
    burrow = stroke("M20 44C16 92 36 118 64 116C92 116 110 92 108 46", "8A744A", 22)
    body = stroke("M24 66C26 92 42 110 64 110C82 110 96 98 101 80", dark(colour, 0.2), 14) + stroke(
        "M24 66C26 92 42 110 64 110C82 110 96 98 101 80", colour, 10
    )
    gills = twigs(
        [
            (*spot, turn, 9.0)
            for spot, turn in (
                ((34, 92), -60),
                ((42, 101), -40),
                ((52, 107), -14),
                ((64, 110), 0),
                ((76, 107), 16),
                ((86, 100), 40),
                ((34, 92), 140),
                ((46, 104), 150),
                ((60, 110), 180),
                ((76, 107), 200),
                ((88, 98), 220),
            )
        ],
        "B0322E",
        3.4,
    )
    cast = stroke(
        (
            "M92 38C96 30 122 30 122 38C122 44 98 44 98 36C98 28 120 24 116 32"
            "C112 38 102 34 106 26C110 20 116 22 114 26"
        ),
        "B59A64",
        6,
    ) + stroke("M96 36C102 31 116 32 118 37M102 28C106 25 112 25 114 28", "E0CCA0", 2)
    return whole(
        sand + burrow + body + gills + cast + path("M8 46C12 52 28 52 32 46L26 44H14Z", "8A744A"),
        (0, 16, 128, 112),
        "bed",
    )


def _tube(colour: str) -> Figure:
    rock = path("M0 126C6 108 34 104 64 108C94 102 124 108 128 126Z", "4A4A52")
    drawn = rock
    for x, y, foot, r in (
        (24, 52, 42, 0.8),
        (46, 30, 54, 1.0),
        (70, 20, 64, 1.15),
        (94, 36, 74, 1.0),
        (112, 60, 86, 0.8),
    ):
        spots = ((foot, 120.0), (foot + (x - foot) * 0.3, 90.0), (float(x), float(y + 16)))
        plume = (
            path("M0 26C-12 14 -14 -4 -8 -18C-4 -24 4 -24 8 -18C14 -4 12 14 0 26Z", colour)
            + path("M2 -22C6 -22 8 -18 8 -18C14 -4 12 14 0 26Z", dark(colour, 0.2))
            + stroke("M-6 -12Q-9 2 -4 14M-1 -16V18", light(colour, 0.35), 1.8)
        )
        drawn += path(taper(spots, 11 * r, 13 * r), "E8E4D8") + stroke(
            bow(foot + 3, 118, foot + (x - foot) * 0.3 + 3, 90, x + 3, y + 18), "B8B2A0", 3
        )
        drawn += f'<g transform="translate({x} {y})rotate({(x - 64) * 0.3:.0f})scale({r})">{plume}</g>'
    return whole(drawn, (0, -8, 128, 134), "bed")


def _bristle(colour: str) -> Figure:
    spine = ((4, 92), (24, 70), (46, 78), (66, 94), (88, 84), (102, 60), (120, 48))
    feet = [
        (x, y, turn, 13.0) for i, (x, y) in enumerate(spine) for turn in (-30 + i * 6, 150 + i * 6, 0, 180)
    ]
    return whole(
        twigs(feet, "F4E8C8", 2.6)
        + path(taper(spine, 8, 16), colour)
        + stroke("".join(f"M{points(x - 3, y - 7)}q5 7 2 14" for x, y in spine[1:]), dark(colour, 0.3), 2)
        + stroke("M122 44L130 34M124 48L136 44", dark(colour, 0.2), 2.4),
        (-4, 28, 142, 84),
        "bed",
    )


WORMS = {"earth": _earth, "lug": _lug, "tube": _tube, "bristle": _bristle}


FAMILIES = {"starfish": starfish, "urchin": urchin, "sponge": sponge, "worm": worm}
