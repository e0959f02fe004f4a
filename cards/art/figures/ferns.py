"""Ferns, mosses, and a flower without leaves."""

from cards.art.figures.brush import (
    Spot,
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    scatter,
    smooth,
    spin,
    stroke,
    whole,
)
from cards.art.figures.leaves import leaves, petals, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def fern(spec: Spec) -> Figure:
    """A fern: `form` sword (a vase of narrow fronds), bracken (one broad frond), nest (undivided fronds)."""
    green = spec.colour("green", "4A8A3C")
    form = spec.choice("form", ("sword", "bracken", "nest"))
    if form == "nest":
        fan = [(64, 120, turn, 112 - abs(turn) * 0.34) for turn in (-96, 96, -72, 72, -48, 48, -24, 24, 0)]
        return whole(
            leaves(fan, "lance", green, 0.9, 2.2) + path("M44 126C46 112 82 112 84 126Z", "5A4030"),
            (-8, 4, 144, 124),
        )
    if form == "bracken":
        drawn = stroke("M64 127V12", "7A8A3A", 3.6)
        unit = stroke("M0 0V-88", dark(green, 0.15), 5) + leaves(
            [(0, -10 - i * 13, side * 66, 36 - i * 4.2) for i in range(6) for side in (-1, 1)]
            + [(0, -82, 0, 20)],
            "lance",
            green,
            1.5,
            0,
        )
        spots = [
            (64, 92 - i * 17, side * (66 - i * 3), (66 - i * 13) / 100) for i in range(5) for side in (-1, 1)
        ]
        return whole(drawn + copies(unit, [*spots, (64, 24, 0, 0.24)], flip=True), (0, -2, 128, 129))
    drawn = ""
    for turn in (-96, 96, -66, 66, -38, 38, -12, 14):
        x, y, direction = 64.0, 122.0, turn * 0.62
        stem: list[Spot] = []
        for i in range(11):
            x, y = spin(x, y, direction, 9.4 - i * 0.3)
            direction += turn * 0.075
            stem.append((x, y, direction))
        rays = [
            (a, b, t + side * 68, 13 - abs(i - 3) * 1.25)
            for i, (a, b, t) in enumerate(stem)
            for side in (-1, 1)
        ]
        tone = dark(green, 0.16) if abs(turn) in (96, 38) else green
        drawn += twigs(rays, tone, 4.2) + stroke(
            smooth([(64, 122), *((a, b) for a, b, _ in stem)], closed=False), light(tone, 0.25), 1.8
        )
    curl = "M58 122C50 104 52 92 60 92C66 92 66 100 61 100M70 122C78 108 78 98 72 98C67 98 68 104 71 104"
    return whole(drawn + stroke(curl, "8AA04A", 3.4), (-14, 22, 156, 104))


def rafflesia(spec: Spec) -> Figure:
    """The stinking corpse lily: five thick blotched lobes round a bowl with spikes."""
    colour, spot = spec.colour("colour", "C0432E"), spec.colour("spot", "F0C9A8")
    drawn = petals(
        [(64.0, 70.0, float(turn)) for turn in (36, 108, 180, 252, 324)], 62, "round", colour, 1.05, 0.3
    )
    drawn += path(
        discs(
            (*spin(64, 70, turn + bend, far), r)
            for turn in range(36, 360, 72)
            for bend, far, r in (
                (0, 50, 3.6),
                (14, 40, 3),
                (-15, 42, 3.2),
                (22, 52, 2.6),
                (-22, 54, 2.4),
                (4, 36, 2.2),
            )
        ),
        spot,
    )
    drawn += (
        oval(64, 70, 29, 27, dark(colour, 0.25))
        + oval(64, 69, 26, 24, light(colour, 0.3))
        + oval(64, 71, 19, 17, dark(colour, 0.62))
    )
    drawn += oval(64, 74, 13, 9, dark(colour, 0.1)) + path(
        "".join(f"M{x - 1.6:g} 75l1.6 -9l1.6 9Z" for x in (54, 59, 64, 69, 74))
        + "M57 79l1.6 -8l1.6 8ZM66 79l1.6 -8l1.6 8Z",
        light(colour, 0.45),
    )
    return whole(drawn, (0, 8, 128, 122))


def moss(spec: Spec) -> Figure:
    """A cushion of shoots: `form` stars (bog moss heads), cones (silvery tips), stalks (red capsules)."""
    form = spec.choice("form", ("stars", "cones", "stalks"))
    green, colour = spec.colour("green", "6F9A3C"), spec.colour("colour", "B0413A")
    if form == "stars":
        head = (
            twigs([(0.0, 0.0, float(turn), 12.0) for turn in range(0, 360, 30)], dark(colour, 0.22), 4.4)
            + twigs([(0.0, 0.0, float(turn), 9.0) for turn in range(15, 375, 45)], colour, 3.4)
            + oval(0, 0, 3.4, 3.4, light(colour, 0.35))
        )
        stems = "".join(
            f"M{x} {y + 6}Q{x + 2} {y + 24} {64 + (x - 64) * 0.8:.0f} 124"
            for x, y in ((18, 70), (44, 56), (72, 52), (102, 64), (32, 88), (62, 80), (92, 86))
        )
        branches = [
            (x, y + k, side * 118.0, 13.0)
            for x, y in ((18, 78), (44, 66), (72, 62), (102, 74), (32, 96), (62, 90), (92, 94))
            for k in (4, 16)
            for side in (-1, 1)
        ]
        drawn = stroke(stems, light(green, 0.25), 5) + twigs(branches, green, 4)
        return whole(
            drawn
            + copies(
                head,
                [
                    (18, 70, 0, 1),
                    (44, 54, 10, 1.15),
                    (72, 50, 20, 1.15),
                    (102, 64, 5, 1),
                    (32, 88, 14, 1.1),
                    (62, 78, 0, 1.25),
                    (92, 86, 9, 1.1),
                ],
            ),
            (0, 34, 122, 92),
        )
    mound = "M4 118C6 92 30 78 64 78C98 78 122 92 124 118C100 127 28 127 4 118Z"
    drawn = path(mound, dark(green, 0.34))
    if form == "cones":
        cone = (
            path("M-5 8C-7 -6 -3 -16 0 -20C3 -16 7 -6 5 8Z", green)
            + path("M0 -20C3 -16 7 -6 5 8L1 8C3 -4 2 -12 0 -20Z", dark(green, 0.18))
            + path("M-3 -10C-2 -16 -1 -18 0 -20C1 -18 2 -16 3 -10Z", light(green, 0.7))
            + stroke("M-4 2L3 -2M-4 -4L3 -8", dark(green, 0.25), 1.2)
        )
        return whole(
            drawn
            + copies(
                cone,
                [
                    (x, y - 2, (x - 64) * 0.5, 1.15)
                    for x, y in sorted(scatter(34, 64, 100, 56, 20), key=lambda spot: spot[1])
                ],
            ),
            (0, 54, 128, 72),
        )
    capsule = (
        stroke("M0 0V-34", dark(colour, 0.05), 1.8)
        + path("M-3 -34C-4 -42 1 -46 6 -44C8 -40 4 -34 1 -32Z", colour)
        + path("M4 -45L9 -48L7 -42Z", dark(colour, 0.3))
    )
    tufts = [(x, y, (x - 64) * 0.8, 10.0) for x, y in scatter(40, 64, 98, 56, 19)]
    drawn += copies(
        capsule,
        [
            (x, y - 6, (x - 64) * 0.3, 1.0 + (i % 3) * 0.16)
            for i, (x, y) in enumerate(scatter(15, 64, 94, 48, 14, 0.6))
        ],
    )
    return whole(
        drawn + twigs(tufts, dark(green, 0.1), 3.4) + twigs(tufts[::2], light(green, 0.14), 2.4),
        (0, 26, 128, 100),
    )


FAMILIES = {
    "fern": fern,
    "moss": moss,
    "rafflesia": rafflesia,
}
