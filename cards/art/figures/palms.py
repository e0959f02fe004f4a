"""Palms, and forking succulent trees that end in rosettes."""

from cards.art.figures.brush import (
    Spot,
    copies,
    dark,
    light,
    oval,
    path,
    points,
    ring,
    smooth,
    spin,
    stroke,
    taper,
    whole,
)
from cards.art.figures.fruits import hung
from cards.art.figures.leaves import along, petals, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec
from cards.art.figures.trees import Limb, timber


def palm(spec: Spec) -> Figure:
    """A palm: `frond` feather or fan, lean of the trunk, and hanging fruit."""
    frond, leaf = spec.choice("frond", ("feather", "fan")), spec.colour("leaf", "5E8F3C")
    bark, lean = spec.colour("bark", "9A7650"), spec.amount("lean", 0, -20, 20)
    top = (64 + lean, 46.0)
    trunk = ((64 - lean * 0.6, 126.0), (64 - lean * 0.1, 90.0), top)
    drawn = path(taper(trunk, 14, 9), bark)
    places = [(trunk[0][0] + (top[0] - trunk[0][0]) * i / 9, 122 - i * 8) for i in range(9)]
    drawn += stroke("".join(f"M{points(x - 5, y)}q5 3 10 0" for x, y in places), dark(bark, 0.25), 1.6)
    if frond == "fan":
        for turn in (-125, 125, -85, 85, -45, 45, 0):
            x, y = spin(*top, turn, 26)
            blades = [(x, y, turn + bend, 27 - abs(bend) * 0.09) for bend in range(-84, 85, 21)]
            drawn += stroke(f"M{points(*top)}L{points(x, y)}", dark(leaf, 0.1), 2.4)
            drawn += twigs(blades, light(leaf, 0.12) if abs(turn) in (85, 0) else dark(leaf, 0.1), 4.6)
    else:
        for turn in (-128, 128, -96, 96, -62, 62, -28, 28):
            x, y = top
            direction, spots = turn * 0.62, []
            for _ in range(7):
                x, y = spin(x, y, direction, 9)
                direction += turn * 0.11 if abs(turn) > 10 else 4
                spots.append((x, y, direction))
            spine = smooth([top, *[(a, b) for a, b, _ in spots]], closed=False)
            tone = dark(leaf, 0.14) if abs(turn) > 90 else leaf
            drawn += twigs(along(spots, 20, 46), tone, 3.2) + stroke(spine, light(leaf, 0.3), 1.8)
    fruit = spec.choice("fruit", ("none", "dates", "cones"))
    colour = spec.colour("colour", "C47A2A")
    if fruit == "dates":
        bunch = [
            (top[0] + side * (9 + j * 2.4), 52 + row * 4.6, 2.9)
            for side in (-1, 1)
            for row in range(5)
            for j in (-1, 0, 1)
        ]
        date = oval(0, 0, 2.9, 3.3, dark(colour, 0.25)) + oval(-0.6, -0.8, 2, 2.2, colour)
        drawn += copies(date, [(x, y, 0, 1) for x, y, _ in bunch])
    elif fruit == "cones":
        drawn += hung([(top[0] - 9, 60), (top[0] + 8, 62), (top[0] - 1, 66)], "nut", colour, 9)
    return whole(drawn, (-12, -10, 152, 138))


def rosettes(spec: Spec) -> Figure:
    """A forking succulent tree whose limbs end in rosettes: Joshua tree (`blade`, shaggy) and quiver tree."""
    leaf, bark = spec.colour("leaf", "7A8F5A"), spec.colour("bark", "8A6E50")
    shaggy = spec.choice("form", ("shaggy", "smooth")) == "shaggy"
    if shaggy:
        limbs: tuple[Limb, ...] = (
            (15, 11, ((60, 126), (62, 100), (60, 82))),
            (11, 8, ((61, 90), (40, 76), (30, 52))),
            (11, 8, ((60, 86), (82, 78), (92, 56))),
            (10, 8, ((60, 84), (62, 58), (56, 34))),
            (8, 7, ((88, 64), (104, 58), (112, 42))),
            (8, 7, ((32, 60), (18, 58), (12, 46))),
        )
        ends: tuple[Spot, ...] = ((30, 46, -12), (92, 50, -4), (56, 28, -4), (113, 36, 24), (10, 40, -26))
    else:
        limbs = (
            (24, 13, ((64, 126), (64, 100), (64, 74))),
            (11, 5, ((62, 82), (42, 60), (34, 40))),
            (11, 5, ((66, 82), (86, 60), (96, 40))),
            (10, 5, ((64, 78), (64, 52), (64, 30))),
            (6, 4, ((44, 62), (28, 56), (16, 44))),
            (6, 4, ((86, 60), (102, 54), (112, 42))),
            (5, 4, ((64, 56), (52, 38), (48, 24))),
            (5, 4, ((64, 56), (78, 38), (82, 24))),
        )
        ends = (
            (34, 36, -12),
            (96, 36, 10),
            (64, 24, 0),
            (13, 40, -24),
            (115, 38, 24),
            (47, 18, -8),
            (83, 18, 8),
        )
    drawn = timber(limbs, bark)
    if shaggy:
        drawn += stroke(
            (
                "M54 116l4 6M64 110l3 7M56 100l3 6M64 94l3 6M46 78l1 6M38 66l2 6M80 80l-1 6"
                "M88 66l-2 6M56 66l1 6M58 50l2 6"
            ),
            dark(bark, 0.3),
            2,
        )
    else:
        drawn += path("M58 122C60 106 60 96 60 84L64 82C64 98 64 110 66 124Z", light(bark, 0.4)) + stroke(
            "M56 112l6 -3M68 104l5 3M60 96l5 -2", dark(bark, 0.2), 1.6
        )
    size = 21 if shaggy else 16
    for x, y, turn in ends:
        fan = [
            (x, y, turn + bend, size - abs(bend) * 0.04)
            for bend in (-125, 125, -95, 95, -66, 66, -38, 38, -14, 14)
        ]
        drawn += twigs(fan, dark(leaf, 0.2), 4.4) + twigs(fan[1::2], leaf, 3.4)
    flower, colour = spec.choice("flower", ("none", "tuft")), spec.colour("colour", "F2EBC8")
    if flower == "tuft":
        drawn += petals(ring(56, 16, 7, 2, -90, 180), 9, "round", colour, 0.7)
    return whole(drawn)


FAMILIES = {
    "palm": palm,
    "rosettes": rosettes,
}
