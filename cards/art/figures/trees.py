"""Broad-leaved trees, palms and conifers by the form of their crown, their bark and their fruit."""

from cards.art.figures.brush import (
    dark,
    light,
    path,
    points,
    scatter,
    stroke,
    taper,
    whole,
)
from cards.art.figures.fruits import HUNG, hung
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

Lobe = tuple[float, float, float, float]
Limb = tuple[float, float, tuple[tuple[float, float], ...]]

TRUNK: Limb = (17, 9, ((64, 125), (63, 96), (64, 66)))
LIMBS: dict[str, tuple[Limb, ...]] = {
    "straight": (TRUNK, (6, 3, ((63, 92), (50, 78), (42, 66))), (6, 3, ((64, 88), (78, 76), (86, 64)))),
    "stout": (
        (26, 16, ((64, 125), (63, 102), (64, 80))),
        (12, 5, ((62, 96), (44, 80), (28, 70))),
        (12, 5, ((66, 94), (86, 78), (102, 68))),
        (10, 5, ((64, 92), (62, 70), (60, 52))),
    ),
    "gnarled": (
        (22, 14, ((60, 125), (68, 106), (58, 88))),
        (13, 4, ((60, 94), (40, 88), (24, 64), (14, 60))),
        (12, 4, ((60, 92), (80, 76), (84, 60), (108, 50))),
        (11, 4, ((58, 92), (54, 66), (62, 48), (50, 30))),
        (5, 3, ((84, 66), (98, 80), (112, 82))),
    ),
    "slim": (
        (11, 5, ((64, 125), (62, 90), (64, 30))), (4, 2, ((63, 92), (50, 74))),
        (4, 2, ((63, 82), (78, 64))),
    ),
    "clump": (
        (10, 4, ((60, 125), (48, 80), (34, 26))),
        (11, 4, ((64, 125), (66, 80), (66, 16))),
        (9, 4, ((70, 125), (84, 86), (98, 34))),
    ),
    "tall": (
        (13, 7, ((64, 125), (64, 80), (64, 34))), (5, 3, ((64, 54), (46, 40), (36, 34))),
        (5, 3, ((64, 52), (84, 38), (94, 32))),
    ),
    "fork": (
        (17, 10, ((62, 125), (60, 104), (66, 88))),
        (10, 4, ((64, 96), (44, 74), (34, 46))),
        (10, 4, ((66, 92), (82, 66), (96, 40))),
        (8, 3, ((70, 84), (64, 58), (62, 30))),
    ),
    "vase": (
        (9, 4, ((59, 126), (50, 92), (30, 62), (22, 44))),
        (10, 4, ((64, 126), (64, 92), (60, 60), (62, 40))),
        (9, 4, ((69, 126), (82, 94), (100, 64), (106, 44))),
        (5, 3, ((80, 98), (82, 70), (88, 48))),
        (5, 3, ((50, 94), (44, 68), (44, 48))),
    ),
}  # fmt: skip
CROWNS: dict[str, tuple[Lobe, ...]] = {
    "round": ((64, 34, 32, 27), (38, 54, 24, 22), (90, 54, 24, 22), (64, 66, 30, 20)),
    "broad": (
        (64, 36, 34, 24), (32, 48, 24, 18), (96, 48, 24, 18), (18, 66, 18, 14), (110, 66, 18, 14),
        (64, 62, 36, 20),
    ),
    "dome": (
        (64, 30, 34, 26), (36, 54, 28, 24), (92, 54, 28, 24), (30, 80, 24, 18), (98, 80, 24, 18),
        (64, 74, 34, 24),
    ),
    "oval": ((64, 22, 18, 20), (54, 44, 22, 22), (74, 46, 22, 22), (52, 70, 20, 20), (78, 70, 20, 20)),
    "column": (
        (64, 18, 11, 16), (60, 40, 15, 20), (69, 48, 15, 20), (60, 68, 16, 22), (70, 80, 16, 20),
        (62, 94, 15, 14),
    ),
    "clouds": (
        (22, 60, 20, 12), (106, 48, 21, 13), (52, 28, 22, 14), (64, 46, 15, 9), (110, 82, 15, 9),
        (86, 30, 13, 9),
    ),
    "flat": ((64, 32, 58, 9), (34, 40, 30, 8), (98, 42, 28, 8), (64, 26, 36, 8), (60, 47, 24, 6)),
    "umbrella": ((64, 28, 50, 17), (26, 40, 24, 12), (102, 40, 24, 12), (64, 42, 30, 11)),
    "high": ((64, 20, 26, 15), (38, 32, 22, 12), (92, 30, 22, 12), (64, 38, 28, 11)),
    "spread": ((26, 60, 24, 15), (62, 46, 32, 17), (104, 58, 23, 15), (48, 64, 24, 12), (86, 66, 20, 10)),
    "tufts": ((34, 40, 18, 13), (62, 24, 19, 14), (96, 36, 18, 13), (48, 56, 13, 8), (84, 58, 13, 8)),
    "weeping": (
        (64, 24, 20, 18), (46, 42, 20, 20), (84, 42, 20, 20), (34, 66, 13, 22), (96, 66, 13, 24),
        (64, 58, 22, 24),
    ),
}  # fmt: skip


def ovals(lobes: tuple[Lobe, ...], x: float = 0, y: float = 0, less: float = 0, share: float = 1) -> str:
    d = ""
    for cx, cy, rx, ry in lobes:
        a, b = (rx - less) * share, (ry - less) * share
        half = f"a{points(a, b)} 0 1 1"
        d += f"M{points(cx - a + x, cy + y)}{half} {points(2 * a, 0)}{half} {points(-2 * a, 0)}"
    return d


def foliage(lobes: tuple[Lobe, ...], colour: str) -> str:
    """A crown of clumps, lit from above: shade below, the leaf colour, and light on each clump."""
    tops = tuple((x - rx * 0.2, y - ry * 0.32, rx * 0.6, ry * 0.5) for x, y, rx, ry in lobes)
    return (
        path(ovals(lobes), dark(colour, 0.3))
        + path(ovals(lobes, -0.8, -2.6, 1.2), colour)
        + path(ovals(tops), light(colour, 0.2), 0.85)
    )


def timber(limbs: tuple[Limb, ...], bark: str) -> str:
    d = "".join(taper(spots, start, end) for start, end, spots in limbs)
    start, _, spots = limbs[0]
    side = [(x + start * 0.24, y) for x, y in spots]
    return path(d, bark) + path(taper(side, start * 0.46, start * 0.2), dark(bark, 0.2))


def flecks(colour: str, form: str) -> str:
    """Marks on the bark: `bands` of a birch, `patches` of a plane, `rings` of a palm, `thorns` of a kapok."""
    if form == "bands":
        return stroke("M58 112h7M64 102h6M59 92h6M64 82h5M60 72h5M61 118h8", colour, 2.2)
    if form == "patches":
        return path(ovals(((60, 112, 4, 5), (68, 103, 4, 6), (60, 94, 3.4, 5), (66, 86, 3, 4))), colour)
    if form == "grooves":
        return stroke("M58 122Q60 106 59 92M65 123Q64 108 66 94M71 122Q68 108 70 98", colour, 1.8)
    return ""


def tree(spec: Spec) -> Figure:
    """A broad-leaved tree: forms of `crown` and `trunk`, colours of `leaf` and `bark`, and its `fruit`."""
    crown = CROWNS[spec.choice("crown", tuple(CROWNS))]
    limbs = LIMBS[spec.choice("trunk", tuple(LIMBS))]
    leaf, bark = spec.colour("leaf", "5F9A3C"), spec.colour("bark", "7A5A42")
    base = spec.choice("base", ("plain", "flare", "buttress", "stilts", "lattice", "pillars", "pencils"))
    drawn = _base(base, bark) + timber(limbs, bark)
    drawn += flecks(
        spec.colour("fleck", dark(bark, 0.3)), spec.choice("marks", ("none", "bands", "patches", "grooves"))
    )
    back, front = crown[::2], crown[1::2]
    if spec.choice("layers", ("full", "open")) == "full":
        drawn += foliage(crown, leaf)
    else:
        drawn = foliage(back, dark(leaf, 0.12)) + drawn + foliage(front, leaf)
    if spec.choice("hang", ("none", "strands")) == "strands":
        lines = "".join(
            f"M{points(x, y)}q{points(dx, tall * 0.5, dx * 0.4, tall)}"
            for x, y, dx, tall in (
                (26, 74, -5, 30),
                (36, 84, -4, 26),
                (47, 80, -3, 30),
                (80, 78, 3, 30),
                (92, 84, 4, 28),
                (102, 74, 5, 34),
            )
        )
        drawn += stroke(lines, leaf, 4) + stroke(lines, light(leaf, 0.25), 1.2)
    fruit, big = spec.choice("fruit", ("none", *HUNG)), spec.amount("size", 10, 3, 40)
    colour = spec.colour("colour", "C23B2E")
    if fruit == "none":
        return whole(drawn)
    spots = [(x + (6 if i % 2 else -4), y + ry * 0.5) for i, (x, y, _, ry) in enumerate(crown)]
    if fruit == "dots":
        spots = [spot for x, y, rx, ry in crown for spot in scatter(5, x, y, rx * 0.8, ry * 0.75, x)]
    return whole(drawn + hung(spots, fruit, colour, big))


def _base(form: str, bark: str) -> str:
    if form == "flare":
        return path("M48 125C56 120 57 110 57 100H71C71 110 72 120 82 125Z", bark)
    if form == "buttress":
        flanks = (
            "M26 126C46 118 54 98 57 66H71C74 98 82 118 102 126L86 126C78 124 74 120 70 112"
            "L66 126H60L56 112C52 120 48 124 40 126Z"
        )
        return path(flanks, bark) + path(
            "M71 66C74 98 82 118 102 126L86 126C74 116 68 96 67 66Z", dark(bark, 0.22)
        )
    if form == "stilts":
        arcs = (
            "M62 84C44 88 32 104 28 126M62 88C52 94 46 108 44 126M66 84C84 88 98 104 102 126"
            "M66 88C76 94 84 108 86 126M64 86C62 100 58 112 58 126M65 92C68 104 72 114 72 126"
            "M46 94C38 96 20 108 14 126M84 94C94 96 110 108 114 126"
        )
        return stroke(arcs, dark(bark, 0.15), 5) + stroke(arcs, light(bark, 0.15), 1.6)
    if form == "lattice":
        mesh = (
            "M64 60C40 84 44 104 34 126M64 60C54 90 70 104 50 126M62 64C80 84 56 108 66 126M66 60"
            "C88 84 70 104 82 126M66 64C92 92 88 108 96 126M50 92L76 82M46 106L84 98M44 116"
            "L88 112"
        )
        return stroke(mesh, dark(bark, 0.2), 6.4) + stroke(mesh, light(bark, 0.12), 3)
    if form == "pillars":
        props = "M18 74V126M30 70V126M42 66V126M52 60V126M78 60V126M88 66V126M100 70V126M112 74V126"
        return stroke(props, dark(bark, 0.2), 5) + stroke(props, light(bark, 0.12), 1.8)
    if form == "pencils":
        roots = "".join(f"M{x} 127v{-8 - x * 7 % 9}" for x in range(4, 126, 7))
        return stroke("M20 122Q64 108 108 122M40 118Q64 110 88 118", dark(bark, 0.15), 3) + stroke(
            roots, dark(bark, 0.2), 3
        )
    return ""


FAMILIES = {
    "tree": tree,
}
