"""Lichens by their growth."""

from cards.art.figures.brush import (
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
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def lichen(spec: Spec) -> Figure:
    """A lichen: `form` map (a crust on stone), reindeer (branched), cups, beard or leafy."""
    return LICHENS[spec.choice("form", tuple(LICHENS))](
        spec.colour("colour", "C9C84A"), spec.colour("mark", "2E2A26")
    )


def _rock() -> str:
    return path("M2 122L14 66L34 60L50 26L84 34L92 58L118 70L128 122Z", "8E8A88") + path(
        "M10 114L20 72L37 64L52 34L70 38L44 70L30 114Z", "ABA8A4"
    )


def _map(colour: str, mark: str) -> Figure:
    patches = ((42, 84, 26), (84, 74, 24), (66, 106, 16), (104, 102, 15), (66, 56, 11))
    drawn = _rock()
    for x, y, r in patches:
        edge = smooth([spin(x, y, turn, r * (1 + 0.12 * ((turn // 30) % 2))) for turn in range(0, 360, 30)])
        drawn += path(edge, colour) + stroke(edge, mark, 3.4)
        cracks = "".join(
            f"M{points(*spin(x, y, turn, r * 0.3))}L{points(*spin(x, y, turn + 12, r * 0.92))}"
            for turn in range(0, 360, 45)
        )
        drawn += stroke(cracks, mark, 1.4) + path(
            discs((a, b, 1.7) for a, b in scatter(max(int(r / 2), 4), x, y, r * 0.75, r * 0.75)), mark
        )
    return whole(drawn, (0, 26, 128, 100))


def _reindeer(colour: str, mark: str) -> Figure:
    """A cushion of fine grey-white antler-like branches."""
    tree = ""
    for x, lean in ((30, -16), (48, -6), (66, 2), (84, 8), (100, 18)):
        tree += f"M{x} 124Q{x + lean * 0.2:.0f} 92 {x + lean} 62"
        for k, (t, far) in enumerate(((0.35, 22), (0.55, 24), (0.75, 20))):
            bx, by = x + lean * t, 124 - 62 * t
            for side in (-1, 1):
                ex, ey = spin(bx, by, lean + side * (44 - k * 6), far)
                tree += f"M{points(bx, by)}L{points(ex, ey)}" + "".join(
                    f"M{points(ex, ey)}L{points(*spin(ex, ey, lean + side * 44 + f, 9))}"
                    for f in (-40, 0, 40)
                )
        top = (x + lean, 62.0)
        tree += "".join(f"M{points(*top)}L{points(*spin(*top, lean + f, 14))}" for f in (-44, -12, 20, 48))
    return whole(stroke(tree, dark(colour, 0.5), 5) + stroke(tree, colour, 2.8), (0, 42, 130, 86))


def _cups(colour: str, mark: str) -> Figure:
    cup = (
        path("M-3 44C-4 20 -5 4 -14 -10C-8 -6 8 -6 14 -10C5 4 4 20 3 44Z", colour)
        + oval(0, -10, 14, 5, light(colour, 0.3))
        + oval(0, -9.4, 10, 3.2, dark(colour, 0.3))
        + path(discs(((-14, -11, 3.4), (14, -11, 3.4), (-7, -14, 3.2), (7, -14, 3.2), (0, -15, 3.4))), mark)
    )
    return whole(
        copies(
            cup, [(26, 76, -8, 0.9), (60, 58, 0, 1.3), (96, 72, 8, 1.0), (42, 92, -4, 0.7), (80, 94, 4, 0.76)]
        )
        + path("M2 124C14 108 44 114 64 108C88 114 112 108 126 124Z", dark(colour, 0.2)),
        (0, 36, 128, 90),
    )


def _beard(colour: str, mark: str) -> Figure:
    twig = stroke("M-4 26Q60 6 132 22", "6B5442", 8)
    strands = "".join(
        f"M{x} 20C{x - 6} 50 {x + 8} 74 {x - 2 + i % 3 * 3} {126 - abs(i - 5) * 8}"
        for i, x in enumerate(range(14, 118, 10))
    )
    side = "".join(f"M{x} {y}l-7 12M{x + 2} {y + 14}l8 10" for x in range(14, 118, 20) for y in (44, 70))
    return whole(
        stroke(strands + side, dark(colour, 0.2), 3.4) + stroke(strands, light(colour, 0.25), 1.6) + twig,
        (0, 4, 128, 126),
    )


def _leafy(colour: str, mark: str) -> Figure:
    drawn = _rock()
    for r, tone in ((36, dark(colour, 0.2)), (27, colour), (17, light(colour, 0.2))):
        drawn += path("".join(placed_lobe(64, 82, turn + r, r) for turn in range(0, 360, 36)), tone)
    return whole(
        drawn + path(discs((a, b, 3) for a, b in scatter(8, 64, 82, 14, 14)), mark), (0, 36, 126, 92)
    )


def placed_lobe(x: float, y: float, turn: float, r: float) -> str:
    tip = spin(x, y, turn, r)
    return (
        f"M{points(x, y)}L{points(*spin(x, y, turn - 16, r))}"
        f"Q{points(*spin(x, y, turn - 8, r * 1.3))} {points(*tip)}"
        f"Q{points(*spin(x, y, turn + 8, r * 1.3))} {points(*spin(x, y, turn + 16, r))}Z"
    )


LICHENS = {"map": _map, "reindeer": _reindeer, "cups": _cups, "beard": _beard, "leafy": _leafy}


FAMILIES = {"lichen": lichen}
