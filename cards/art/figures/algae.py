"""Seaweeds, and freshwater algae seen through a lens."""

from cards.art.figures.brush import (
    Leaf,
    bow,
    copies,
    dark,
    discs,
    light,
    oval,
    path,
    scatter,
    spin,
    stroke,
    taper,
    whole,
)
from cards.art.figures.leaves import leaves
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec


def kelp(spec: Spec) -> Figure:
    """A seaweed: `form` giant, bull, wrack, sargassum, sheet, ruffle, feather, crust or fan."""
    return WEEDS[spec.choice("form", tuple(WEEDS))](
        spec.colour("colour", "7A7A2E"), spec.colour("light", "B5A83A")
    )


def _giant(colour: str, bright: str) -> Figure:
    """Long stipes with a gas bladder at the foot of every wrinkled blade."""
    drawn, blades, floats = "", [], []
    for x, lean in ((46, -10), (72, 8)):
        drawn += stroke(f"M{x} 126C{x + lean} 96 {x - lean} 60 {x + lean} 8", dark(colour, 0.25), 4)
        for i in range(7):
            y, side = 114 - i * 15.5, 1 if i % 2 else -1
            floats.append((x + side * 5, y - 2, side * 58, 1.0))
            blades.append((x + side * 9, y - 5, side * (74 - i * 4), 44 - i * 2.4))
    blade = leaves(blades, "lance", bright, 1.1, 3)
    bladder = oval(0, -4, 4, 6, light(bright, 0.2)) + oval(-1.2, -6, 1.3, 2, "F4EAB0")
    roots = stroke(
        "M46 124l-12 5M46 124l-2 6M46 124l10 5M72 124l-10 6M72 124l3 6M72 124l12 5", dark(colour, 0.35), 3.4
    )
    return whole(roots + drawn + blade + copies(bladder, floats), (0, -4, 122, 135), "bed")


def _bull(colour: str, bright: str) -> Figure:
    """One whip-like stipe, one round float, a tuft of long blades streaming to one side."""
    streams = "".join(
        (f"M60 26C{74 + i * 4} {2 + i * 9} {94 + i * 4} {10 + i * 13} {122 - abs(i - 2) * 3} {20 + i * 17}")
        for i in range(6)
    )
    left = "".join(
        (f"M58 26C{44 - i * 4} {4 + i * 10} {30 - i * 4} {14 + i * 14} {8 + i * 3} {24 + i * 18}")
        for i in range(4)
    )
    stem = taper(((70, 126), (62, 104), (66, 76), (60, 44)), 4, 11)
    roots = stroke("M70 122l-14 7M70 122l-4 8M70 122l6 8M70 122l15 6", dark(colour, 0.35), 3.6)
    return whole(
        roots
        + stroke(streams + left, dark(bright, 0.2), 8)
        + stroke(streams + left, bright, 4.6)
        + path(stem, colour)
        + oval(59, 32, 15, 16, dark(colour, 0.15))
        + oval(57, 30, 12, 13, light(colour, 0.1))
        + oval(52, 25, 3.4, 4.4, light(colour, 0.55)),
        (0, 2, 128, 129),
        "bed",
    )


def _wrack(colour: str, bright: str) -> Figure:
    """Forked straps with paired bladders and swollen tips."""
    limbs = (
        (64, 126, 62, 94),
        (62, 94, 38, 66),
        (62, 94, 84, 64),
        (38, 66, 16, 48),
        (38, 66, 46, 36),
        (84, 64, 76, 32),
        (84, 64, 110, 46),
        (16, 48, 6, 24),
        (16, 48, 26, 20),
        (46, 36, 38, 10),
        (46, 36, 56, 10),
        (76, 32, 72, 8),
        (76, 32, 88, 10),
        (110, 46, 104, 20),
        (110, 46, 122, 24),
    )
    d = "".join(bow(x0, y0, x0 + (x1 - x0) * 0.2, (y0 + y1) / 2, x1, y1) for x0, y0, x1, y1 in limbs)
    pairs = [
        (x0 + (x1 - x0) * 0.55 + side * 5, y0 + (y1 - y0) * 0.55, 5.4)
        for x0, y0, x1, y1 in limbs[1:7]
        for side in (-1, 1)
    ]
    tips = [(x1, y1, 6.4) for *_, x1, y1 in limbs[7:]]
    drawn = stroke(d, dark(colour, 0.2), 11) + stroke(d, colour, 8) + stroke(d, dark(colour, 0.3), 1.8)
    return whole(
        drawn
        + path(discs([*pairs, *tips]), bright)
        + path(discs((x - 1.4, y - 1.8, 1.5) for x, y, _ in [*pairs, *tips]), light(bright, 0.6)),
        (-4, 0, 136, 128),
        "bed",
    )


def _sargassum(colour: str, bright: str) -> Figure:
    """A drifting tangle: toothed leaves and berry-like floats."""
    stems = (
        "M10 84C34 60 58 92 84 62C98 46 112 52 122 40M40 74C44 52 58 40 56 22M66 80"
        "C76 96 92 100 104 114M30 70C24 86 28 100 20 114M84 62C80 44 88 30 86 16"
    )
    spots = [
        (20, 78, -40, 26),
        (34, 72, -150, 24),
        (42, 62, 60, 26),
        (50, 46, -60, 26),
        (56, 26, 20, 22),
        (60, 84, 160, 26),
        (74, 72, -10, 22),
        (80, 92, 70, 26),
        (96, 106, 150, 24),
        (86, 60, 110, 26),
        (84, 40, -60, 24),
        (86, 20, 30, 22),
        (104, 50, 150, 26),
        (116, 44, 20, 24),
        (26, 90, -110, 24),
        (22, 108, 200, 22),
    ]
    floats = [
        (28, 66, 5),
        (48, 58, 5.4),
        (58, 40, 4.6),
        (70, 84, 5.4),
        (92, 98, 5),
        (94, 46, 5.2),
        (82, 30, 4.6),
        (110, 40, 4.6),
        (30, 98, 4.8),
        (64, 62, 5),
        (40, 84, 4.6),
        (100, 64, 4.8),
    ]
    return whole(
        stroke(stems, dark(colour, 0.25), 3.4)
        + leaves(spots, "saw", colour, 0.7, 3)
        + path(discs(floats), bright)
        + path(discs((x - 1.4, y - 1.6, 1.5) for x, y, _ in floats), "FBF2C0"),
        (0, -2, 132, 132),
        "afloat",
    )


def _sheet(colour: str, bright: str) -> Figure:
    """Sea lettuce: broad crumpled translucent sheets."""
    back = (
        "M64 122C40 118 10 104 6 78C2 56 14 58 12 42C20 26 34 40 42 24C54 8 66 24 78 12"
        "C94 6 98 26 108 30C122 40 112 54 122 66C126 90 104 112 64 122Z"
    )
    front = (
        "M64 122C46 112 24 108 22 88C18 74 32 72 30 60C38 48 48 62 56 50C64 40 72 54 82 48"
        "C94 46 92 62 102 68C108 84 96 110 64 122Z"
    )
    folds = "M64 120C58 100 50 84 38 72M64 120C64 98 66 78 64 58M64 120C72 102 84 86 94 76"
    return whole(
        path(back, dark(colour, 0.2))
        + stroke(
            "M62 118C40 96 26 72 22 50M66 118C84 92 100 68 106 44M64 60C62 44 60 34 54 24",
            dark(colour, 0.34),
            2,
        )
        + path(front, bright)
        + stroke(folds, dark(bright, 0.22), 2.2)
        + path("M30 76C36 66 44 68 50 62C44 74 38 80 34 90Z", light(bright, 0.5), 0.8),
        (2, 6, 124, 118),
        "bed",
    )


def _ruffle(colour: str, bright: str) -> Figure:
    """Laver: thin ruffled purple membranes draped over a stone."""
    stone = path("M0 126C4 104 32 98 64 100C98 98 124 106 128 126Z", "6F787C") + path(
        "M12 116C26 104 50 102 70 102C46 108 30 112 22 120Z", "8E989C"
    )
    lobes = (
        "M60 106C34 104 8 88 12 64C10 52 22 54 20 42C30 34 34 46 44 38C48 26 58 34 62 44"
        "C66 30 80 28 82 40C92 32 100 42 98 52C112 52 118 66 110 76C118 90 96 104 72 106Z"
    )
    inner = (
        "M62 106C44 100 28 86 30 72C36 64 42 74 48 64C54 56 58 66 64 62C72 54 78 62 80 70"
        "C90 66 96 76 90 84C88 96 78 102 68 106Z"
    )
    return whole(
        stone
        + path(lobes, dark(colour, 0.1))
        + stroke(
            "M60 104C42 90 28 74 26 54M68 104C86 88 98 74 100 60M64 62C62 54 62 50 62 46",
            dark(colour, 0.35),
            2.2,
        )
        + path(inner, bright)
        + stroke(
            "M64 104C56 92 46 84 42 76M66 104C68 90 68 80 66 70M68 104C78 94 82 88 86 82",
            dark(bright, 0.28),
            2,
        )
        + path("M34 76C40 70 46 74 50 68C46 78 42 82 40 88Z", light(bright, 0.4), 0.8),
        (0, 22, 128, 104),
        "bed",
    )


def _feather(colour: str, bright: str) -> Figure:
    """Caulerpa: feathers that rise from a creeping runner."""
    drawn = stroke("M2 114Q34 106 64 112T126 110", dark(colour, 0.1), 5) + stroke(
        "M20 112v12M46 110v13M76 112v12M104 111v13", dark(colour, 0.3), 2
    )
    frond = stroke("M0 0V-84", dark(colour, 0.2), 5) + leaves(
        [(0, -10 - i * 9, side * (58 - i * 2), 27 - i * 2) for i in range(9) for side in (-1, 1)],
        "lance",
        colour,
        0.9,
        0,
    )
    return whole(
        drawn
        + copies(
            frond,
            [
                (22, 112, -14, 0.84),
                (46, 110, 6, 1.1),
                (72, 111, -6, 1.2),
                (98, 111, 10, 0.95),
                (114, 110, 22, 0.66),
            ],
        ),
        (0, -2, 132, 128),
        "bed",
    )


def _crust(colour: str, bright: str) -> Figure:
    """Coralline alga: stony pink knobs over a boulder."""
    rock = path("M4 126C0 96 22 74 62 72C104 70 128 98 124 126Z", "77706C")
    knob = (
        oval(0, 0, 11, 12, dark(colour, 0.22))
        + oval(-1, -2, 9, 9.4, colour)
        + oval(-2.4, -5, 4.6, 3.6, bright)
    )
    spots = [
        (x, y, 0, 0.8 + (i % 3) * 0.18)
        for i, (x, y) in enumerate(sorted(scatter(22, 64, 88, 52, 24), key=lambda spot: spot[1]))
    ]
    plates = path("M6 118C18 104 40 112 54 108C72 104 88 116 122 110L124 126H4Z", dark(colour, 0.1)) + stroke(
        "M14 118q16 -8 36 -4M62 116q20 -4 44 2", bright, 2.4
    )
    return whole(rock + plates + copies(knob, spots), (0, 48, 128, 78), "bed")


def _fan(colour: str, bright: str) -> Figure:
    """Forked red blades in a flat fan."""
    d = "".join(
        bow(64, 124, 64 + dx * 0.3, 84, 64 + dx, 40 + abs(dx) * 0.5)
        + bow(64 + dx * 0.62, 74 + abs(dx) * 0.24, 64 + dx * 0.9, 56, 64 + dx * 1.24, 22 + abs(dx) * 0.62)
        for dx in (-46, -28, -10, 10, 28, 46)
    )
    return whole(stroke(d, dark(colour, 0.2), 9) + stroke(d, bright, 4.4), (0, 12, 128, 116), "bed")


def _sugar(colour: str, bright: str) -> Figure:
    """Sugar kelp: one long undivided blade with a crinkled band and wavy edges."""
    blade = (
        "M60 104C40 96 30 88 36 78C24 72 30 60 38 56C28 46 36 36 46 34C40 22 52 14 60 10"
        "C66 0 84 -2 92 6C90 14 82 16 78 22C90 28 84 40 76 44C90 50 88 62 80 66"
        "C92 74 86 86 76 88C76 96 70 102 60 104Z"
    )
    folds = "".join(
        bow(52 + i % 2 * 4, 92 - i * 11, 62, 86 - i * 11, 72 - i % 2 * 3, 92 - i * 11) for i in range(7)
    )
    roots = stroke("M60 122l-14 6M60 122l-4 8M60 122l8 7M60 122l15 5", dark(colour, 0.35), 3.6)
    return whole(
        roots
        + stroke("M60 122Q56 112 60 102", dark(colour, 0.2), 6)
        + path(blade, colour)
        + path("M60 100C52 84 50 60 58 36C62 24 68 14 80 8C74 24 70 40 70 60C70 78 66 92 60 100Z", bright)
        + stroke(folds, dark(colour, 0.25), 2.4),
        (14, -4, 92, 136),
        "bed",
    )


def _suction(colour: str, bright: str) -> Figure:
    """Suction-cup kelp: a smooth strap in yearly sections, held by a disc."""
    drawn = path("M38 128C42 116 54 116 64 116C74 116 86 116 90 128Z", dark(colour, 0.3)) + stroke(
        "M64 118V98", dark(colour, 0.2), 6
    )
    for i, (y, tall, wide) in enumerate(((104, 62, 30), (56, 42, 24), (24, 32, 15))):
        section = (
            f"M64 {y}C{64 - wide} {y - 4} {64 - wide} {y - tall + 4} 64 {y - tall}"
            f"C{64 + wide} {y - tall + 4} {64 + wide} {y - 4} 64 {y}Z"
        )
        drawn += path(section, colour if i % 2 else bright) + path(
            (
                f"M64 {y}C{64 + wide} {y - 4} {64 + wide} {y - tall + 4} 64 {y - tall}"
                f"C70 {y - tall + 8} 70 {y - 6} 64 {y}Z"
            ),
            dark(colour, 0.18),
        )
    return whole(drawn, (30, -8, 68, 138), "bed")


def _bush(colour: str, bright: str) -> Figure:
    """Desmarestia: paired feathery branches, finer and finer."""
    twig = stroke(
        (
            "M0 0V-50M0 -10L-13 -22M0 -10L13 -22M0 -20L-12 -32M0 -20L12 -32M0 -30L-10 -41M0 -30"
            "L10 -41M0 -39L-7 -48M0 -39L7 -48"
        ),
        colour,
        3.4,
    ) + stroke("M-7 -16L-12 -12M7 -16L12 -12M-6 -26L-11 -22M6 -26L11 -22", bright, 2)
    spots = [(64, 104 - i * 17, side * (66 - i * 4), 1.16 - i * 0.13) for i in range(6) for side in (-1, 1)]
    return whole(
        stroke("M64 128V12", dark(colour, 0.25), 5) + copies(twig, [*spots, (64, 24, 0, 0.56)]),
        (0, -6, 128, 136),
        "bed",
    )


def _beads(colour: str, bright: str) -> Figure:
    """Halimeda: chains of chalky discs like a cactus."""
    disc_ = (
        path("M0 6C-14 6 -18 -4 -14 -12C-8 -18 8 -18 14 -12C18 -4 14 6 0 6Z", dark(colour, 0.22))
        + path("M0 3C-11 3 -15 -4 -12 -11C-6 -16 6 -16 11 -11C14 -5 10 3 0 3Z", colour)
        + path("M-9 -6C-8 -12 -2 -14 4 -13C-2 -11 -6 -8 -6 -3Z", bright)
    )
    spots: list[Leaf] = []
    for turn in (-62, -36, -12, 14, 40, 66):
        x, y, way = 64.0, 122.0, float(turn)
        for i in range(6):
            spots.append((x, y, way, 0.98 - i * 0.08))
            x, y = spin(x, y, way, 17 - i * 0.8)
            way += 10 if (i + turn) % 3 else -16
    return whole(copies(disc_, sorted(spots, key=lambda spot: -spot[3])), (-12, 14, 152, 116), "bed")


WEEDS = {
    "giant": _giant,
    "bull": _bull,
    "wrack": _wrack,
    "sargassum": _sargassum,
    "sheet": _sheet,
    "ruffle": _ruffle,
    "feather": _feather,
    "crust": _crust,
    "fan": _fan,
    "sugar": _sugar,
    "suction": _suction,
    "bush": _bush,
    "discs": _beads,
}


FAMILIES = {"kelp": kelp}
