"""Heads of flowers, each in one size around (0, 0)."""

from collections.abc import Sequence

from cards.art.figures.brush import (
    copies,
    dark,
    disc,
    discs,
    light,
    oval,
    path,
    placed,
    points,
    ring,
    scatter,
    spin,
    stroke,
)
from cards.art.figures.fruits import hung
from cards.art.figures.leaves import FORMS, petals
from cards.art.figures.spec import Spec

HEADS = ("open", "double", "cup", "cone", "bell", "trumpet", "thistle", "ball", "tuft", "clock", "rays")


def blooms(head: str, spots: Sequence[tuple[float, float, float, float]], look: "Look") -> str:
    """The same head at each (x, y, turn, size)."""
    return copies(BLOOMS[head](0, 0, 0, 25, look), [(x, y, turn, size / 25) for x, y, turn, size in spots])


class Look:
    """What all heads of a plant share."""

    def __init__(self, spec: Spec) -> None:
        self.petal = spec.choice("petal", tuple(FORMS))
        self.count = round(spec.amount("count", 5, 3, 34))
        self.colour = spec.colour("colour", "E8E4DA")
        self.middle = spec.colour("middle", "F2C230")
        self.eye = spec.amount("eye", 0.28, 0, 0.8)
        self.wide = spec.amount("wide", 1, 0.2, 2)
        self.green = spec.colour("green", "5B8F3E")


def _open(x: float, y: float, turn: float, size: float, look: Look) -> str:
    drawn = petals(
        ring(x, y, look.count, size * look.eye * 0.5, turn),
        size * (1 - look.eye * 0.5),
        look.petal,
        look.colour,
        look.wide,
    )
    veins = "".join(
        f"M{points(a, b)}L{points(*spin(a, b, t, size * 0.5))}"
        for a, b, t in ring(x, y, look.count, size * look.eye, turn)
    )
    if look.count < 9:
        drawn += stroke(veins, dark(look.colour, 0.18), size * 0.035)
    r = size * look.eye
    drawn += oval(x, y, r, r, dark(look.middle, 0.22)) + oval(
        x - r * 0.08, y - r * 0.12, r * 0.82, r * 0.82, look.middle
    )
    dots = [(a, b, r * 0.13) for a, b in scatter(7, x, y, r * 0.6, r * 0.6)]
    return drawn + path(discs(dots), dark(look.middle, 0.3))


def _double(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """Two rings of narrow petals, the inner one shorter: a dandelion's head or a water plant's star."""
    outer = petals(
        ring(x, y, look.count, size * 0.1, turn), size * 0.9, look.petal, dark(look.colour, 0.1), look.wide
    )
    inner = petals(
        ring(x, y, look.count, size * 0.05, turn + 180 / look.count),
        size * 0.62,
        look.petal,
        look.colour,
        look.wide,
    )
    return outer + inner + oval(x, y, size * look.eye, size * look.eye, look.middle)


def _cup(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """A bowl of overlapping petals from the side."""
    base = spin(x, y, turn + 180, size * 0.55)
    back = [(*base, turn + bend) for bend in (-20, 20)]
    side = [(*base, turn + bend) for bend in (-44, 44)]
    drawn = petals(back, size * 1.3, "round", dark(look.colour, 0.14), look.wide) + oval(
        x, y - size * 0.05, size * 0.4, size * 0.24, look.middle
    )
    drawn += petals(side, size * 1.25, "round", look.colour, look.wide * 0.9) + petals(
        [(*base, turn)], size * 1.02, "round", light(look.colour, 0.18), look.wide
    )
    return drawn + oval(*base, size * 0.2, size * 0.16, look.green)


def _cone(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """Drooping rays under a high bristly dome."""
    rays = [
        (x + side * size * 0.36 * i / 3, y + size * 0.14, 180 - side * (62 - i * 0) * (i / 3))
        for i in (3, 2, 1, 0)
        for side in (-1, 1)
    ]
    drawn = petals(rays, size * 1.15, look.petal, look.colour, look.wide)
    dome = placed(
        "M-46 22C-46 -30 -20 -52 0 -52C20 -52 46 -30 46 22C26 34 -26 34 -46 22Z", x, y, 0, size / 100
    )
    dots = [(a, b, size * 0.04) for a, b in scatter(14, x, y - size * 0.08, size * 0.36, size * 0.34)]
    return drawn + path(dome, dark(look.middle, 0.28)) + path(discs(dots), light(look.middle, 0.2))


def _bell(x: float, y: float, turn: float, size: float, look: Look) -> str:
    return hung([(x, y - size * 0.4)], "bell", look.colour, size * 1.8)


def _trumpet(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """Six spread petals round a frilled trumpet."""
    drawn = petals(ring(x, y, 6, 0, turn), size, look.petal, look.colour, look.wide)
    frill = "".join(disc(a, b, size * 0.11) for a, b, _ in ring(x, y, 12, size * 0.36))
    r = size * 0.4
    return (
        drawn
        + path(frill + disc(x, y, r * 0.92), look.middle)
        + oval(x, y, r * 0.72, r * 0.72, dark(look.middle, 0.24))
        + oval(x, y, r * 0.26, r * 0.26, light(look.middle, 0.3))
    )


def _thistle(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """A spiny bulb under a tuft of purple."""
    tuft = "".join(
        f"M{points(x, y)}L{points(*spin(x, y, turn + bend, size * (1.02 - abs(bend) / 220)))}"
        for bend in range(-52, 53, 13)
    )
    foot = spin(x, y, turn + 180, size * 0.3)
    spines = "".join(
        f"M{points(*spin(*foot, t, size * 0.34))}L{points(*spin(*foot, t, size * 0.66))}"
        for t in range(int(turn) - 100, int(turn) + 261, 30)
        if abs((t - turn + 180) % 360 - 180) > 40
    )
    bulb = oval(*foot, size * 0.46, size * 0.44, look.green) + oval(
        foot[0] - size * 0.12, foot[1] - size * 0.1, size * 0.2, size * 0.22, light(look.green, 0.25)
    )
    return (
        stroke(tuft, dark(look.colour, 0.18), size * 0.2)
        + stroke(tuft, look.colour, size * 0.12)
        + stroke(spines, dark(look.green, 0.15), size * 0.08)
        + bulb
    )


def _ball(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """A globe of small flowers: `count` of them, each `petal`."""
    spots = scatter(look.count, x, y, size * 0.78, size * 0.78)
    ground = oval(x, y, size * 0.9, size * 0.9, dark(look.colour, 0.3))
    back = path(discs((a, b, size * 0.2) for a, b in spots), look.colour)
    return (
        ground
        + back
        + path(discs((a - size * 0.05, b - size * 0.06, size * 0.08) for a, b in spots), look.middle)
    )


def _tuft(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """Upright florets in a bundle, as in clover: pale above, browner below."""
    drawn = ""
    for row, share in enumerate((0.9, 0.55, 0.2)):
        spots = [
            (x, y + size * (0.5 - row * 0.3), turn + bend)
            for bend in range(-90 + row * 20, 91 - row * 20, 24)
        ]
        drawn += petals(spots, size * (0.9 - row * 0.12), "drop", dark(look.colour, share * 0.16), 0.55, 0.14)
    return drawn


def _clock(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """A dandelion clock."""
    spokes = ring(x, y, 18, size * 0.16)
    lines = "".join(f"M{points(a, b)}L{points(*spin(a, b, t, size * 0.7))}" for a, b, t in spokes)
    tips = discs((*spin(x, y, t, size * 0.88), size * 0.13) for _, _, t in spokes)
    inner = discs((a, b, size * 0.09) for a, b, _ in ring(x, y, 9, size * 0.5, 10))
    return (
        oval(x, y, size * 0.96, size * 0.96, light(look.colour, 0.5), 0.4)
        + stroke(lines, "FFFFFF", size * 0.05)
        + path(tips + inner, "FFFFFF", 0.92)
        + oval(x, y, size * 0.15, size * 0.15, "9A7A4A")
    )


def _rays(x: float, y: float, turn: float, size: float, look: Look) -> str:
    """A passionflower: ten petals, a ring of banded filaments, five stamens and three styles."""
    drawn = petals(ring(x, y, 10, 0), size, look.petal, light(look.colour, 0.75), look.wide)
    spokes = ring(x, y, 30, size * 0.2)
    for near, far, tone in ((0.1, 0.62, look.colour), (0.1, 0.42, "F4F1F6"), (0.1, 0.24, look.middle)):
        drawn += stroke(
            "".join(
                f"M{points(*spin(x, y, t, size * near))}L{points(*spin(x, y, t, size * far))}"
                for _, _, t in spokes
            ),
            tone,
            size * 0.05,
        )
    arms = "".join(
        f"M{points(x, y)}L{points(*spin(x, y, t, size * 0.3))}" for _, _, t in ring(x, y, 5, 1, 36)
    )
    drawn += stroke(arms, "A9B84E", size * 0.09) + path(
        discs((*spin(x, y, t, size * 0.3), size * 0.08) for _, _, t in ring(x, y, 5, 1, 36)), "E0C24A"
    )
    styles = "".join(f"M{points(x, y)}L{points(*spin(x, y, t, size * 0.26))}" for t in (0, 120, 240))
    return drawn + stroke(styles, "5A2A4A", size * 0.09)


BLOOMS = {
    "open": _open,
    "double": _double,
    "cup": _cup,
    "cone": _cone,
    "bell": _bell,
    "trumpet": _trumpet,
    "thistle": _thistle,
    "ball": _ball,
    "tuft": _tuft,
    "clock": _clock,
    "rays": _rays,
}
