"""Corals, anemones and jellyfish."""

from cards.art.figures.brush import (
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
    whole,
)
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def coral(spec: Spec) -> Figure:
    """A coral: `form` staghorn, table, brain, fan, tube, pillar or mushroom."""
    return CORALS[spec.choice("form", tuple(CORALS))](
        spec.colour("colour", "D9905A"), spec.colour("tip", "F6E4C8")
    )


def _staghorn(colour: str, tip: str) -> Figure:
    limbs = (
        (64, 126, 58, 60),
        (60, 88, 30, 44),
        (62, 70, 84, 30),
        (72, 104, 104, 58),
        (38, 60, 10, 40),
        (46, 70, 44, 18),
        (58, 60, 62, 10),
        (84, 88, 92, 36),
        (100, 68, 122, 44),
        (76, 44, 96, 12),
        (20, 46, 16, 18),
        (56, 100, 18, 84),
        (18, 84, 4, 68),
    )
    d = "".join(bow(x0, y0, x0 + (x1 - x0) * 0.3, (y0 + y1) / 2, x1, y1) for x0, y0, x1, y1 in limbs)
    cups = discs(
        (x0 + (x1 - x0) * t + 2, y0 + (y1 - y0) * t, 1.5)
        for x0, y0, x1, y1 in limbs
        for t in (0.35, 0.6, 0.8)
    )
    ends = discs((x1, y1, 4.6) for *_, x1, y1 in limbs)
    return whole(
        stroke(d, dark(colour, 0.25), 13)
        + stroke(d, colour, 10)
        + path(ends, tip)
        + path(cups, light(colour, 0.45)),
        (-4, 2, 134, 126),
        "bed",
    )


def _table(colour: str, tip: str) -> Figure:
    stalk = path("M46 126C56 118 54 96 40 74L88 74C74 96 72 118 84 126Z", dark(colour, 0.3))
    twig = path("M-5 8C-6 -4 -5 -12 0 -18C5 -12 6 -4 5 8Z", colour) + path(
        "M-3.4 -10C-2.6 -15 -1 -17 0 -18C1 -17 2.6 -15 3.4 -10Z", tip
    )
    rows = [
        (
            64 + (i - 5.5) * 10.5 + (row % 2) * 5,
            62 - row * 9 + abs(i - 5.5) * 0.5,
            (i - 5.5) * 3,
            1.0 - row * 0.08,
        )
        for row in (2, 1, 0)
        for i in range(12)
    ]
    plate = oval(64, 68, 66, 11, dark(colour, 0.22)) + oval(64, 63, 66, 10, dark(colour, 0.08))
    return whole(stalk + plate + copies(twig, rows), (-4, 20, 136, 108), "bed")


def _brain(colour: str, tip: str) -> Figure:
    dome = "M4 112C-2 60 26 22 64 22C102 22 130 60 124 112C104 124 24 124 4 112Z"
    maze = (
        "M14 104C12 84 20 76 28 84C36 94 28 106 38 110M36 40C24 50 18 62 26 68"
        "C36 74 44 62 40 54M54 28C46 40 58 46 52 56C46 68 34 78 42 88C50 98 58 88 52 78"
        "M46 112C52 100 64 104 66 94C68 82 58 78 64 68C70 58 82 64 78 74C74 84 84 88 80 98"
        "C76 108 66 108 64 116M66 30C62 40 70 46 66 54M78 30C76 42 88 44 86 54"
        "C84 64 96 66 92 76C88 86 98 90 96 100C94 110 84 108 82 116M96 40C98 50 108 52 106 62"
        "C104 72 116 76 112 86C110 96 114 102 108 110M100 112C104 108 104 100 106 96"
    )
    return whole(
        path(dome, dark(colour, 0.2))
        + path("M6 108C2 60 28 25 62 25C96 25 122 58 120 106C100 117 26 117 6 108Z", colour)
        + stroke(maze, dark(colour, 0.45), 6)
        + stroke(maze, light(tip, 0.2), 2),
        (0, 18, 128, 106),
        "bed",
    )


def _fan(colour: str, tip: str) -> Figure:
    ribs = (
        "M64 126C62 96 62 60 66 8",
        "M63 104C48 92 34 70 28 30",
        "M64 96C82 84 98 62 104 26",
        "M50 88C34 82 16 66 8 46",
        "M80 82C98 78 114 64 122 48",
        "M63 74C54 60 48 40 48 14",
        "M64 66C76 54 84 36 86 14",
        "M38 62C28 54 20 44 18 30",
        "M94 62C104 54 112 44 114 34",
    )
    mesh = "".join(
        "M" + "L".join(points(*spin(64, 118, turn, r)) for turn in range(-52, 53, 8))
        for r in (44, 56, 68, 80, 91, 101)
    )
    cross = "".join(
        (f"M{points(*spin(64, 118, turn, 40))}L{points(*spin(64, 118, turn + 2, 106 - abs(turn) * 0.16))}")
        for turn in range(-50, 51, 10)
    )
    sheet = smooth(
        [
            spin(64, 118, turn, 108 - abs(turn) * 0.18 + (4 if i % 2 else -3))
            for i, turn in enumerate(range(-58, 59, 12))
        ]
        + [(72, 112), (56, 112)]
    )
    return whole(
        path(sheet, colour, 0.35)
        + stroke(mesh + cross, colour, 1.7)
        + stroke("".join(ribs), dark(colour, 0.15), 4.6)
        + stroke("".join(ribs[:3]), light(colour, 0.4), 1.5),
        (0, 2, 128, 126),
        "bed",
    )


def _tubes(colour: str, tip: str) -> Figure:
    drawn = ""
    for x, y, r, lean in (
        (30, 40, 13, -8),
        (62, 14, 15, 0),
        (96, 34, 14, 8),
        (46, 66, 11, -4),
        (82, 66, 12, 5),
        (16, 76, 10, -8),
        (112, 78, 10, 8),
    ):
        drawn += (
            path(f"M{x - r} {y}L{x - r * 0.7 - lean:.0f} 126H{x + r * 0.7 - lean:.0f}L{x + r} {y}Z", colour)
            + path(
                f"M{x + r * 0.2:.0f} {y}L{x - lean:.0f} 126H{x + r * 0.7 - lean:.0f}L{x + r} {y}Z",
                dark(colour, 0.2),
            )
            + oval(x, y, r, r * 0.46, tip)
            + oval(x, y + 0.8, r * 0.68, r * 0.3, dark(colour, 0.55))
        )
    return whole(drawn, (0, 4, 128, 122), "bed")


def _lobes(colour: str, tip: str) -> Figure:
    """A massive coral of rounded pillars."""
    lobes = (
        (26, 96, 22, 32),
        (104, 96, 22, 32),
        (48, 72, 22, 50),
        (84, 76, 22, 48),
        (66, 60, 18, 56),
        (64, 108, 30, 22),
    )
    drawn = "".join(
        path(
            (f"M{x - r} 126V{y}C{x - r} {y - r * 1.3:.0f} {x + r} {y - r * 1.3:.0f} {x + r} {y}V126Z"),
            dark(colour, 0.2),
        )
        + path(
            (
                f"M{x - r + 2} 126V{y}"
                f"C{x - r + 2} {y - r * 1.2:.0f} {x + r - 6} {y - r * 1.2:.0f} {x + r - 6} {y}V126Z"
            ),
            colour,
        )
        for x, y, r, _ in lobes
    )
    grain = discs(
        (a, b, 1.3) for x, y, r, tall in lobes for a, b in scatter(9, x - 3, y + 8, r * 0.7, tall * 0.4)
    )
    return whole(drawn + path(grain, tip), (0, 26, 130, 102), "bed")


def _fingers(colour: str, tip: str) -> Figure:
    """Upright branches as thick as fingers: the green sponge of Lake Baikal."""
    limbs = (
        (64, 126, 62, 12),
        (62, 100, 36, 26),
        (64, 92, 92, 22),
        (44, 64, 14, 40),
        (84, 62, 114, 44),
        (60, 110, 22, 84),
        (66, 112, 106, 86),
    )
    d = "".join(bow(x0, y0, x1, (y0 + y1) / 2 + 6, x1, y1) for x0, y0, x1, y1 in limbs)
    pores = discs((x1 + (i - 1) * 2.6, y1 + 8 + i * 8, 1.6) for *_, x1, y1 in limbs for i in range(3))
    return whole(
        path("M36 128C44 116 84 116 92 128Z", dark(colour, 0.3))
        + stroke(d, dark(colour, 0.28), 17)
        + stroke(d, colour, 13)
        + stroke(d, light(colour, 0.25), 3)
        + path(pores, dark(colour, 0.4)),
        (2, 0, 124, 128),
        "bed",
    )


CORALS = {
    "staghorn": _staghorn,
    "table": _table,
    "brain": _brain,
    "fan": _fan,
    "tubes": _tubes,
    "lobes": _lobes,
    "fingers": _fingers,
}


def anemone(spec: Spec) -> Figure:
    """A sea anemone: a column under a wreath of tentacles, their tips in another colour."""
    colour, tip, foot = (
        spec.colour("colour", "C9A86A"),
        spec.colour("tip", "E8D8F0"),
        spec.colour("foot", "8A4A8A"),
    )
    column = path("M36 126C44 108 42 92 34 76H94C86 92 84 108 92 126Z", foot) + stroke(
        "M48 84Q54 104 50 124M64 84V124M80 84Q74 104 78 124", dark(foot, 0.25), 2.4
    )
    drawn, ends = "", []
    for row, (count, reach, base) in enumerate(((15, 62, 70), (12, 50, 72), (9, 36, 76))):
        d = ""
        for i in range(count):
            turn = -96 + 192 * i / (count - 1)
            foot_x, end = 64 + turn * 0.26, spin(64, base, turn, reach)
            mid = spin(64, base - 12, turn * 0.6, reach * 0.6)
            d += bow(foot_x, base, *mid, *end)
            ends.append((*end, 4.4))
        drawn += stroke(d, dark(colour, 0.24 - row * 0.1), 7.4) + path(discs(ends[-count:]), tip)
    return whole(column + drawn, (-6, 2, 140, 126), "bed")


def jellyfish(spec: Spec) -> Figure:
    """A jellyfish: `form` moon (four rings, a fringe), lion (long tangled arms), box."""
    colour, inner = spec.colour("colour", "C8D8EC"), spec.colour("inner", "D98AB8")
    form = spec.choice("form", ("moon", "mane", "box"))
    if form == "moon":
        fringe = "".join(
            bow(10 + i * 7.2, 62, 8 + i * 7.2, 76, 11 + i * 7.2, 88 - abs(i - 7.5)) for i in range(16)
        )
        arms = "".join(
            f"M{x} 62C{x - 10} 82 {x + 8} 92 {x - 4} 118C{x + 10} 100 {x + 12} 84 {x + 8} 62Z"
            for x in (40, 54, 68, 82)
        )
        bell = (
            "M4 62C4 30 30 10 64 10C98 10 124 30 124 62C112 70 104 62 94 68C84 60 74 70 64 66"
            "C54 70 44 60 34 68C24 62 16 70 4 62Z"
        )
        rings = "".join(
            oval(x, y, 11, 8, inner, 0.9) + oval(x, y + 1.6, 6, 4, light(colour, 0.4))
            for x, y in ((48, 32), (80, 32), (42, 48), (86, 48))
        )
        return whole(
            stroke(fringe, light(colour, 0.3), 2)
            + path(arms, light(inner, 0.35), 0.9)
            + path(bell, colour, 0.95)
            + path("M12 50C16 28 38 16 58 15C40 22 26 34 22 54Z", "FFFFFF", 0.7)
            + rings,
            (0, 6, 128, 116),
            "below",
        )
    if form == "box":
        ribbons = stroke(
            (
                "M28 66C22 90 32 106 24 128M38 68C34 92 44 108 36 130M90 68C94 92 84 108 92 130"
                "M100 66C106 90 96 106 104 128"
            ),
            light(inner, 0.3),
            3,
        )
        bell = path(
            (
                "M24 66C20 34 36 8 64 8C92 8 108 34 104 66C96 74 88 66 80 72C70 64 58 64 48 72"
                "C40 66 32 74 24 66Z"
            ),
            colour,
            0.92,
        )
        return whole(
            ribbons
            + bell
            + path("M32 58C30 38 40 20 56 15C48 26 44 42 46 62Z", "FFFFFF", 0.7)
            + stroke("M64 14V60M80 20C84 34 84 48 82 64", light(colour, 0.4), 2)
            + oval(64, 46, 12, 16, inner, 0.6),
            (14, 4, 100, 128),
            "below",
        )
    tangle = "".join(
        f"M{x} 52C{x - 14} 76 {x + 16} 92 {x - 6 + i * 2} {128 - abs(i - 4) * 5}"
        for i, x in enumerate(range(26, 107, 10))
    )
    frill = (
        "M36 50C30 76 44 86 38 108C50 96 50 84 56 100C60 112 64 100 68 108C72 94 80 88 84 106"
        "C92 92 86 74 92 50Z"
    )
    bell = (
        "M6 52C10 24 34 6 64 6C94 6 118 24 122 52L112 58L102 50L92 58L82 52L72 60L64 54L56 60"
        "L46 52L36 58L26 50L16 58Z"
    )
    return whole(
        stroke(tangle, light(inner, 0.25), 1.8)
        + path(frill, inner)
        + path(bell, colour)
        + path("M14 44C20 26 38 14 58 12C40 20 28 32 26 48Z", light(colour, 0.5), 0.8)
        + stroke("M64 10V46M42 16C36 26 34 36 34 48M86 16C92 26 94 36 94 48", dark(colour, 0.2), 2),
        (2, 2, 124, 130),
        "below",
    )


FAMILIES = {"coral": coral, "anemone": anemone, "jellyfish": jellyfish}
