"""Mushrooms, brackets, moulds, lichens and slime moulds."""

from cards.art.figures.brush import (
    Leaf,
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
    taper,
    whole,
)
from cards.art.figures.leaves import leaves
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

CAPS = {
    "dome": "M-40 0C-40 -30 -20 -44 0 -44C20 -44 40 -30 40 0C30 8 -30 8 -40 0Z",
    "flat": "M-46 -2C-40 -18 -20 -24 0 -24C20 -24 40 -18 46 -2C30 6 -30 6 -46 -2Z",
    "bun": "M-38 4C-44 -20 -24 -40 0 -40C24 -40 44 -20 38 4C30 12 -30 12 -38 4Z",
    "cone": "M-28 6C-24 -20 -8 -48 0 -52C8 -48 24 -20 28 6C16 12 -16 12 -28 6Z",
    "funnel": "M-42 -14C-30 -22 30 -22 42 -14C36 -2 18 6 8 18H-8C-18 6 -36 -2 -42 -14Z",
}

GROUPS: dict[str, list[Leaf]] = {
    "one": [(64.0, 58.0, 0.0, 1.32)],
    "pair": [(88, 76, 7, 0.74), (46, 56, -3, 1.06)],
    "clump": [
        (24, 74, -12, 0.6),
        (104, 78, 12, 0.56),
        (84, 56, 8, 0.74),
        (46, 48, -7, 0.82),
        (66, 84, 0, 0.64),
    ],
}


def mushroom(spec: Spec) -> Figure:
    """A mushroom: form of `cap`, what is `below`, `marks`, `foot`, `skirt`; how many `grow` together."""
    cap, colour = CAPS[spec.choice("cap", tuple(CAPS))], spec.colour("colour", "B5703A")
    under, stem = spec.colour("under", "EADBC0"), spec.colour("stem", "F2EADA")
    below = spec.choice("below", ("gills", "pores"))
    marks, mark = spec.choice("marks", ("none", "warts", "scales", "flecks")), spec.colour("mark", "FFFFFF")
    foot, skirt = (
        spec.choice("foot", ("plain", "bulb", "stout", "rough")),
        spec.choice("skirt", ("none", "ring")),
    )
    grow = spec.choice("grow", ("one", "pair", "clump"))
    wide = {"plain": (13.0, 11.0), "bulb": (20.0, 12.0), "stout": (26.0, 18.0), "rough": (20.0, 15.0)}[foot]
    unit = path(taper(((0, 66), (1, 36), (0, 2)), *wide), stem) + path(
        taper(
            ((wide[0] * 0.24, 66), (wide[0] * 0.24 + 1, 36), (wide[1] * 0.24, 2)),
            wide[0] * 0.5,
            wide[1] * 0.5,
        ),
        dark(stem, 0.14),
    )
    if foot == "bulb":
        unit += oval(0, 62, 13, 8, stem) + stroke("M-11 58q11 5 22 0M-12 63q12 5 24 0", dark(stem, 0.16), 1.8)
    if foot == "rough":
        unit += path(discs((x, y, 1.5) for x, y in scatter(20, 0, 36, 8, 28)), "4A3E34")
    unit += oval(0, 3, 36 if cap != CAPS["cone"] else 26, 8, dark(under, 0.22)) + oval(
        0, 2, 33 if cap != CAPS["cone"] else 24, 6, under
    )
    unit += (
        stroke(
            "".join(f"M0 3L{x} {7 - abs(x) * 0.12:.1f}" for x in range(-30, 31, 10)), dark(under, 0.25), 1.4
        )
        if below == "gills"
        else path(discs((x, y, 1) for x, y in scatter(16, 0, 4, 26, 3)), dark(under, 0.3))
    )
    unit += path(cap, colour) + path(
        "M-34 -8C-30 -26 -16 -36 -2 -37C-14 -30 -22 -20 -24 -8Z"
        if cap != CAPS["flat"]
        else "M-38 -6C-30 -16 -16 -20 -2 -20C-14 -16 -22 -12 -26 -5Z",
        light(colour, 0.35),
        0.7 if cap not in (CAPS["cone"], CAPS["funnel"]) else 0,
    )
    if marks != "none":
        unit += _cap_marks(marks, mark)
    if skirt == "ring":
        unit += path(
            "M-10 20C-16 28 -15 34 -13 36C-6 32 6 32 13 36C15 34 16 28 10 20Z", light(stem, 0.4)
        ) + stroke("M-13 36C-6 32 6 32 13 36", dark(stem, 0.25), 1.6)
    return whole(
        copies(unit, GROUPS[grow]), (0, 0 if grow == "one" else 4, 128, 148 if grow == "one" else 124)
    )


def _cap_marks(marks: str, mark: str) -> str:
    if marks == "warts":
        return "".join(
            oval(x, y, rx, ry, mark)
            for x, y, rx, ry in (
                (-24, -8, 5, 4),
                (-10, -24, 6, 4.4),
                (8, -12, 6.4, 5),
                (12, -32, 4.4, 3),
                (26, -14, 4.4, 4.6),
                (-6, -4, 4, 3.4),
                (-24, -24, 3.6, 3),
                (28, -2, 3, 3),
                (-34, -2, 2.6, 3),
            )
        )
    if marks == "scales":
        return stroke(
            (
                "M-28 -4l4 4l4 -4M-14 -10l4 4l4 -4M2 -6l4 4l4 -4M18 -10l4 4l4 -4M-20 -20l4 4l4 -4"
                "M-6 -24l4 4l4 -4M10 -22l4 4l4 -4M-2 -36l3 3l3 -3"
            ),
            mark,
            2.4,
        )
    return path(discs((x, y - 18, 1.5) for x, y in scatter(22, 0, 0, 32, 18)), mark)


def bracket(spec: Spec) -> Figure:
    """A bracket on a trunk: `form` shelf (many soft shelves) or hoof (one hard, banded)."""
    colour, rim, bark = (
        spec.colour("colour", "F0962E"),
        spec.colour("rim", "F8D24A"),
        spec.colour("bark", "6B5442"),
    )
    trunk = path("M4 -2H52C48 30 52 60 48 90C50 106 52 118 56 130H0C4 90 8 40 4 -2Z", bark) + stroke(
        "M16 4Q22 40 14 78M32 0Q26 30 34 62M24 84Q30 104 26 126M42 96Q38 110 44 126", dark(bark, 0.3), 3
    )
    if spec.choice("form", ("shelf", "hoof")) == "shelf":
        shelf = (
            path("M-44 -2C-36 -22 10 -30 40 -18C56 -10 58 4 46 10C20 16 -24 14 -44 6Z", rim)
            + path("M-44 -4C-36 -22 8 -29 34 -18C46 -12 44 0 36 3C10 8 -24 8 -44 2Z", colour)
            + stroke("M-30 -10Q0 -22 30 -10M-36 -3Q0 -12 36 -4", light(colour, 0.3), 2.4)
        )
        return whole(
            trunk
            + copies(
                shelf,
                [
                    (72, 104, 4, 0.86),
                    (84, 80, -3, 1.0),
                    (70, 56, 2, 0.82),
                    (86, 36, -4, 0.8),
                    (66, 16, 3, 0.6),
                ],
            ),
            (0, -2, 138, 130),
        )
    hoof = "M40 40C58 22 92 26 112 52C124 70 124 92 116 100C96 108 62 104 40 96Z"
    bands = stroke(
        "M42 52C62 40 88 44 104 62M42 66C66 56 92 62 112 80M42 80C66 74 94 80 116 94", dark(colour, 0.3), 4
    ) + stroke("M42 46C60 34 84 38 100 54M42 72C66 64 92 70 113 87", light(colour, 0.3), 2.6)
    under = path("M40 96C62 104 96 108 116 100C104 112 66 118 40 108Z", rim)
    return whole(trunk + under + path(hoof, colour) + bands, (0, -2, 128, 130))


def mould(spec: Spec) -> Figure:
    """Other fungi: `form` brush (a mould's spores), truffle, roots, garden (of ants) or slime."""
    return MOULDS[spec.choice("form", tuple(MOULDS))](
        spec.colour("colour", "8A7A5A"), spec.colour("light", "E6DCC0")
    )


def _brush(colour: str, bright: str) -> Figure:
    """Penicillium: the branched brush that bears chains of blue-green spores."""
    stalks = (
        "M64 128V72M64 92L42 66M64 84L88 62M64 72L54 54M64 72L76 52M42 66L30 50M42 66L48 46"
        "M88 62L82 44M88 62L102 46"
    )
    tips = (
        (30, 50, -28),
        (40, 48, -10),
        (50, 46, -4),
        (56, 52, -16),
        (66, 50, 2),
        (76, 50, 8),
        (84, 44, 4),
        (94, 47, 20),
        (103, 46, 30),
    )
    beads = [(*spin(x, y, turn, 5 + i * 7.4), 4.3 - i * 0.25) for x, y, turn in tips for i in range(6)]
    return whole(
        stroke(stalks, dark(bright, 0.25), 7.4)
        + stroke(stalks, bright, 4.4)
        + path(discs((x, y, r + 0.9) for x, y, r in beads), dark(colour, 0.3))
        + path(discs(beads), colour)
        + path(discs((x - 1.2, y - 1.3, 1.2) for x, y, _ in beads), light(colour, 0.6)),
        (0, -4, 128, 132),
    )


def _truffle(colour: str, bright: str) -> Figure:
    """A whole truffle and a cut one with marbled flesh, in cracked sand."""
    sand = path("M-4 126C8 104 34 102 64 104C96 100 122 106 132 126Z", "D9BE8A") + stroke(
        "M14 112l10 8l14 -4M84 110l12 8l16 -4M56 118l10 6", "A8875A", 2.4
    )
    lump = smooth(
        [(10, 88), (14, 62), (32, 48), (52, 50), (66, 62), (70, 84), (60, 104), (36, 110), (16, 104)]
    )
    cut = smooth([(66, 84), (72, 60), (90, 48), (110, 54), (122, 72), (118, 94), (102, 108), (80, 106)])
    marble = (
        "M76 76C84 66 92 76 100 64M78 90C88 82 94 92 106 78M88 98C96 92 104 98 112 86M90 60"
        "C94 66 104 66 110 70"
    )
    return whole(
        sand
        + path(lump, dark(colour, 0.2))
        + path(
            smooth(
                [(13, 86), (17, 63), (33, 51), (51, 53), (63, 64), (66, 84), (57, 100), (36, 105), (18, 100)]
            ),
            colour,
        )
        + stroke("M22 70Q34 60 44 64M26 88Q40 80 54 88", dark(colour, 0.25), 2.4)
        + path("M22 66C28 56 38 53 46 55C36 59 30 66 28 74Z", light(colour, 0.45), 0.8)
        + path(cut, dark(colour, 0.15))
        + path(
            smooth([(71, 84), (76, 64), (91, 53), (108, 58), (117, 73), (113, 92), (100, 103), (82, 101)]),
            bright,
        )
        + stroke(marble, colour, 3),
        (-2, 40, 132, 86),
    )


def _roots(colour: str, bright: str) -> Figure:
    """A seedling whose roots are sheathed in white threads."""
    soil = path(
        (
            "M2 60C14 44 44 54 64 50C90 46 116 46 126 60C132 84 122 120 96 128"
            "C74 132 50 132 32 128C6 120 -4 84 2 60Z"
        ),
        "6B4E38",
    )
    roots = (
        "M64 50C62 72 66 92 58 118M63 66C46 74 34 88 22 112M64 74C82 80 96 92 108 114M60 90"
        "C50 98 46 108 44 122M64 92C72 100 78 110 80 124M44 80C30 82 18 84 6 94M86 84"
        "C100 84 112 86 124 96"
    )
    nets = (
        "M22 112q-10 6 -18 2M22 112q-4 10 -12 14M108 114q10 4 16 0M108 114q2 8 12 14"
        "M58 118q-6 6 -14 8M58 118q6 6 8 12M6 94q-6 6 -6 14M124 96q4 6 4 14M44 122q-8 4 -14 4"
        "M80 124q8 4 14 4M34 92q-14 2 -20 12M94 92q12 4 18 14M50 106q-14 4 -22 14"
        "M74 106q16 4 24 16"
    )
    glow = stroke(roots, bright, 9, 0.5) + stroke(nets, bright, 2)
    plant = stroke("M64 52V22", "6F9A44", 4.4) + leaves(
        [(64, 36, -58, 34), (64, 36, 58, 34), (64, 26, -18, 26), (64, 26, 22, 26)], "oval", "6FA84A", 1.1, 2.6
    )
    return whole(
        soil
        + glow
        + stroke(roots, colour, 3.6)
        + plant
        + path(
            discs(
                (x, y, 2.8)
                for x, y in (
                    (22, 112),
                    (108, 114),
                    (58, 118),
                    (6, 94),
                    (124, 96),
                    (44, 122),
                    (80, 124),
                    (34, 92),
                    (94, 92),
                )
            ),
            bright,
        ),
        (-2, 0, 132, 130),
    )


def _garden(colour: str, bright: str) -> Figure:
    """The garden of leafcutter ants: chewed leaves grown through with white, with swollen tips."""
    chamber = path(
        "M2 70C2 26 30 2 64 2C98 2 126 26 126 70C126 108 98 126 64 126C30 126 2 108 2 70Z", "4A3426"
    )
    comb = smooth(
        [
            (14, 92),
            (12, 66),
            (28, 48),
            (44, 52),
            (56, 32),
            (80, 34),
            (90, 52),
            (108, 56),
            (116, 82),
            (106, 108),
            (64, 118),
            (26, 112),
        ]
    )
    holes = "".join(
        oval(x, y, rx, ry, dark(colour, 0.5))
        for x, y, rx, ry in (
            (36, 78, 9, 7),
            (62, 60, 10, 8),
            (90, 82, 10, 8),
            (58, 96, 9, 7),
            (82, 104, 7, 5),
            (30, 98, 6, 5),
        )
    )
    puff = discs((a, b, 3.4) for a, b in scatter(8, 0, 0, 7, 6))
    tufts = copies(
        path(puff, bright) + path(discs((a - 1, b - 1, 1.2) for a, b in scatter(8, 0, 0, 7, 6)), "FFFFFF"),
        [
            (24, 62, 0, 1.0),
            (46, 56, 0, 0.9),
            (68, 38, 0, 1.1),
            (84, 62, 0, 0.9),
            (106, 68, 0, 1.0),
            (46, 86, 0, 0.9),
            (74, 80, 0, 1.1),
            (102, 98, 0, 0.9),
            (44, 108, 0, 0.9),
            (70, 112, 0, 0.8),
        ],
    )
    bits = "".join(
        path(f"M{x} {y}l9 -4l4 8l-9 5Z", "6F9A44")
        for x, y in ((18, 80), (54, 70), (94, 66), (34, 62), (76, 94), (98, 112))
    )
    return whole(chamber + path(comb, colour) + holes + bits + tufts, (0, 0, 128, 128))


def _slime(colour: str, bright: str) -> Figure:
    """A slime mould: a bright foamy cushion creeping over bark, with veins."""
    log = path("M-4 126V98C30 88 96 90 132 98V126Z", "6A4E3A") + stroke(
        "M4 108H52M66 104H124M20 118H84", "4E3828", 3
    )
    veins = stroke(
        (
            "M30 96C16 90 6 96 -2 88M98 96C112 88 120 94 130 86M36 102C24 108 14 104 6 110M92 102"
            "C106 110 116 104 126 110M14 92l-8 -8M114 92l8 -8"
        ),
        colour,
        5,
    ) + stroke("M30 96C16 90 6 96 -2 88M98 96C112 88 120 94 130 86", bright, 2)
    blob = smooth(
        [
            (22, 104),
            (18, 84),
            (30, 66),
            (48, 60),
            (60, 46),
            (80, 50),
            (90, 64),
            (106, 72),
            (112, 92),
            (104, 106),
            (64, 110),
        ]
    )
    foam = [(x, y, 6.4 - i % 4) for i, (x, y) in enumerate(scatter(26, 65, 82, 40, 24))]
    drips = "M40 104q-2 12 2 16M66 108q2 10 -2 14M90 104q4 8 2 14"
    return whole(
        log
        + veins
        + path(blob, dark(colour, 0.15))
        + path(discs(foam), colour)
        + path(discs((x - 1.4, y - 1.6, r * 0.46) for x, y, r in foam), bright)
        + stroke(drips, colour, 5),
        (-4, 40, 136, 88),
    )


MOULDS = {"brush": _brush, "truffle": _truffle, "roots": _roots, "garden": _garden, "slime": _slime}


FAMILIES = {"mushroom": mushroom, "bracket": bracket, "mould": mould}
