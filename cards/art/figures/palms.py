"""Palms, and forking succulent trees that end in rosettes."""

from cards.art.figures.brush import (
    copies,
    dark,
    light,
    oval,
    path,
    points,
    smooth,
    spin,
    stroke,
    taper,
    whole,
)
from cards.art.figures.fruits import hung
from cards.art.figures.leaves import along, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


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


FAMILIES = {
    "palm": palm,
}
