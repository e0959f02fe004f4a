"""Conifers by the form of their crown, with their cones."""

from collections.abc import Sequence

from cards.art.figures.brush import Leaf, dark, discs, light, path, points, spin, stroke, taper, whole
from cards.art.figures.fruits import hung
from cards.art.figures.leaves import along, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec
from cards.art.figures.trees import Limb, foliage, timber


def conifer(spec: Spec) -> Figure:
    """A conifer: `form` of its crown, colours of needles and bark, cones."""
    leaf, bark = spec.colour("leaf", "2F6B47"), spec.colour("bark", "7A5238")
    form = spec.choice("form", tuple(CONIFERS))
    drawn = CONIFERS[form](leaf, bark)
    cone, colour = spec.choice("cone", ("none", "long", "round", "berry")), spec.colour("colour", "A8703A")
    spots = [(50, 74), (82, 88), (62, 52), (40, 102), (90, 108), (66, 98)]
    if cone == "long":
        drawn += hung(spots, "cone", colour, 12)
    elif cone == "round":
        drawn += hung(spots[:5], "nut", colour, 7)
    elif cone == "berry":
        drawn += path(discs((x, y, 3.6) for x, y in spots), colour) + path(
            discs((x, y + 1, 1.3) for x, y in spots), dark(colour, 0.5)
        )
    return whole(drawn)


def _tiers(leaf: str, bark: str, rows: Sequence[Leaf], sag: float, teeth: int) -> str:
    """Tiers of drooping branches from the lowest up: (top, bottom, half width, middle)."""
    drawn = ""
    for top, bottom, half, x in reversed(rows):
        edge = (
            f"M{points(x, top)}"
            f"C{points(x + half * 0.25, (top + bottom) / 2, x + half * 0.6, bottom - sag, x + half, bottom)}"
        )
        step = 2 * half / teeth
        for i in range(teeth):
            at = x + half - i * step
            notch = bottom + (2.5 if i % 2 == 0 and i < teeth - 1 else 0)
            edge += f"Q{points(at - step * 0.5, bottom - 7, at - step, notch)}"
        edge += f"C{points(x - half * 0.6, bottom - sag, x - half * 0.25, (top + bottom) / 2, x, top)}Z"
        drawn += path(edge, leaf)
        shade = (
            f"M{points(x, top)}"
            f"C{points(x + half * 0.25, (top + bottom) / 2, x + half * 0.6, bottom - sag, x + half, bottom)}"
        )
        drawn += path(
            f"{shade}Q{points(x + half * 0.5, bottom - 12, x + half * 0.1, bottom - 4)}Z", dark(leaf, 0.2)
        )
        drawn += stroke(
            (
                f"M{points(x - half * 0.12, top + 6)}"
                f"Q{points(x - half * 0.4, (top + bottom) / 2, x - half * 0.72, bottom - 4)}"
            ),
            light(leaf, 0.22),
            1.8,
        )
    return drawn


def _spire(leaf: str, bark: str) -> str:
    rows = [(2, 26, 13, 64), (14, 46, 22, 64), (32, 68, 31, 64), (52, 92, 40, 64), (76, 116, 48, 64)]
    return path(taper(((64, 126), (64, 108)), 11, 9), bark) + _tiers(leaf, bark, rows, 4, 6)


def _narrow(leaf: str, bark: str) -> str:
    """A black spruce: a thin spire with a club of dense growth at its top and ragged drooping boughs."""
    rows = [(40, 56, 11, 64), (54, 72, 14, 64), (70, 88, 17, 64), (86, 104, 19, 64), (100, 118, 21, 64)]
    club = ((64, 14, 9, 11), (58, 26, 9, 9), (71, 27, 9, 9), (64, 36, 8, 6))
    return (
        path(taper(((64, 126), (64, 30)), 7, 4), bark) + _tiers(leaf, bark, rows, 2, 4) + foliage(club, leaf)
    )


def _sitka(leaf: str, bark: str) -> str:
    """A broad pyramid of stiff level boughs with curtains of twigs, over a buttressed trunk."""
    drawn = path("M46 126C56 120 58 108 59 90L69 90C70 108 74 120 84 126Z", bark) + path(
        taper(((64, 100), (64, 6)), 9, 3), bark
    )
    for y, half in ((100, 56), (84, 48), (69, 40), (54, 32), (41, 25), (29, 18), (18, 11)):
        for side in (-1, 1):
            tip = 64 + side * half
            bough = (
                f"M64 {y - 9}Q{points(64 + side * half * 0.6, y - 4, tip, y - 8)}"
                f"Q{points(64 + side * half * 0.9, y + 6, 64 + side * half * 0.62, y + 3)}"
                f"Q{points(64 + side * half * 0.5, y + 12, 64 + side * half * 0.34, y + 4)}"
                f"Q{points(64 + side * half * 0.2, y + 12, 64, y + 5)}Z"
            )
            drawn += path(bough, leaf if side < 0 else dark(leaf, 0.18))
        drawn += stroke(
            f"M{64 - half * 0.85:.1f} {y - 6}Q{64 - half * 0.4:.1f} {y - 3} 62 {y - 6}", light(leaf, 0.3), 1.6
        )
    return drawn + path("M64 0L70 16H58Z", leaf)


def _pine(leaf: str, bark: str) -> str:
    """A Scots pine: a bare orange trunk and flat clouds of needles high up."""
    limbs: tuple[Limb, ...] = (
        (14, 7, ((60, 126), (64, 90), (60, 56), (66, 22))), (6, 3, ((62, 74), (84, 62), (96, 60))),
        (6, 3, ((61, 60), (42, 46), (30, 46))), (5, 3, ((62, 46), (80, 36), (90, 34))),
    )  # fmt: skip
    clouds = ((30, 44, 22, 9), (96, 58, 20, 8), (66, 18, 26, 12), (90, 34, 20, 9), (46, 28, 18, 8))
    return (
        timber(limbs, bark)
        + stroke("M58 116l6 -3M62 104l5 3M59 92l6 -2", dark(bark, 0.35), 2)
        + foliage(clouds, leaf)
    )


def _giant(leaf: str, bark: str) -> str:
    """A sequoia: an enormous furrowed red trunk, bare to half its height, under short rounded boughs."""
    trunk = "M38 127C48 118 50 96 52 62C54 40 58 22 62 14L68 14C72 22 75 40 77 62C79 96 82 118 92 127Z"
    boughs = (
        (44, 62, 15, 8),
        (86, 56, 15, 8),
        (48, 46, 15, 8),
        (82, 40, 14, 8),
        (56, 30, 15, 9),
        (74, 26, 13, 9),
        (64, 13, 13, 10),
        (42, 78, 9, 5),
        (88, 74, 9, 5),
    )
    grooves = stroke(
        "M54 120Q58 96 58 66M64 124Q64 96 64 52M76 122Q72 98 71 66M46 124Q52 116 53 104M84 124Q79 116 77 104",
        dark(bark, 0.32),
        2,
    )
    return (
        path(trunk, bark)
        + path("M68 14C72 22 75 40 77 62C79 96 82 118 92 127L76 127C72 100 70 50 66 14Z", dark(bark, 0.16))
        + grooves
        + foliage(boughs, leaf)
    )


def _puzzle(leaf: str, bark: str) -> str:
    """A monkey puzzle: a bare pole with an umbrella of upcurved scaly ropes."""
    drawn = path(taper(((64, 126), (64, 30)), 12, 8), bark)
    drawn += stroke("M59 116h10M59 104h10M60 92h8M60 80h8M60 68h8", dark(bark, 0.25), 1.8)
    ropes = ""
    for y, half, lift in ((62, 42, 10), (50, 54, 14), (38, 56, 18), (28, 46, 18), (20, 32, 14), (14, 16, 10)):
        for side in (-1, 1):
            reach = side * half
            ropes += (
                f"M64 {y}C{points(64 + reach * 0.5, y + 12, 64 + reach * 0.9, y + 8, 64 + reach, y - lift)}"
            )
    ropes += "M64 20V3"
    return (
        drawn
        + stroke(ropes, dark(leaf, 0.25), 8)
        + stroke(ropes, leaf, 5.4)
        + f'<g stroke-dasharray="1.2 3.4">{stroke(ropes, light(leaf, 0.35), 3.4)}</g>'.replace(
            'stroke-linecap="round" ', ""
        )
    )


def _yew(leaf: str, bark: str) -> str:
    """A yew: a low irregular crown of drooping flat sprays on a twisted trunk."""
    trunk: tuple[Limb, ...] = (
        (18, 10, ((66, 126), (58, 108), (66, 84))),
        (10, 4, ((62, 106), (44, 92), (34, 78))),
        (9, 4, ((64, 96), (86, 84), (94, 70))),
    )
    drawn = timber(trunk, bark)
    for x, y, turn, size in (
        (64, 60, 0, 52),
        (50, 66, -42, 50),
        (80, 66, 40, 52),
        (40, 74, -78, 40),
        (90, 76, 78, 40),
        (52, 78, -112, 36),
        (80, 80, 112, 36),
        (64, 70, 14, 40),
        (56, 66, -20, 48),
    ):
        spots = [(*spin(x, y, turn, size * share), turn) for share in (0.1, 0.26, 0.42, 0.58, 0.74, 0.9)]
        tip = spin(x, y, turn, size)
        drawn += twigs(along(spots, 15, 58), leaf if abs(turn) < 60 else dark(leaf, 0.14), 3.4)
        drawn += stroke(f"M{points(x, y)}L{points(*tip)}", light(leaf, 0.25), 1.4)
    return drawn


def _cypress(leaf: str, bark: str) -> str:
    """A bald cypress: a swollen fluted foot with knees in the water, feathery open boughs, hanging moss."""
    trunk = "M34 126C46 122 54 112 57 92C59 66 62 40 63 12L67 12C68 40 70 66 73 92C76 112 84 122 96 126Z"
    drawn = path(trunk, bark) + stroke(
        "M48 124Q58 112 60 92M58 125Q63 112 63 96M76 125Q70 112 68 94M84 124Q74 114 71 96",
        dark(bark, 0.3),
        1.8,
    )
    drawn += path(
        "M16 126C17 116 24 116 25 126ZM102 126C103 112 111 112 112 126ZM116 126C117 119 122 119 123 126Z",
        dark(bark, 0.1),
    )
    boughs = (
        (64, 14, 14, 10),
        (44, 34, 22, 8),
        (88, 30, 20, 8),
        (36, 54, 24, 8),
        (94, 50, 24, 8),
        (42, 74, 18, 6),
        (88, 70, 18, 6),
        (64, 38, 14, 8),
    )
    strands = "".join(
        f"M{x} {y}q-2 8 0 {tall}"
        for x, y, tall in (
            (26, 60, 20),
            (36, 60, 14),
            (48, 58, 18),
            (80, 56, 16),
            (94, 56, 22),
            (106, 54, 16),
            (38, 80, 14),
            (92, 76, 16),
            (34, 40, 12),
        )
    )
    return drawn + foliage(boughs, leaf) + stroke(strands, "AEB59A", 2.6)


def _douglas(leaf: str, bark: str) -> str:
    """A Douglas fir: a tall irregular crown with upswept boughs, the lower trunk bare and deeply furrowed."""
    drawn = path(taper(((64, 126), (64, 8)), 15, 3), bark) + stroke(
        "M60 122V100M66 120V96M69 124V108", dark(bark, 0.35), 1.8
    )
    for i, (y, half) in enumerate(
        ((88, 34), (78, 42), (66, 32), (57, 38), (47, 27), (38, 29), (29, 20), (21, 19), (13, 11))
    ):
        for side in (-1, 1):
            far = half * (1 if (i + (side > 0)) % 2 else 0.82)
            tip = 64 + side * far
            bough = (
                f"M64 {y - 10}"
                f"C{points(64 + side * far * 0.4, y + 4, 64 + side * far * 0.8, y + 2, tip, y - 9)}"
                f"C{points(64 + side * far * 0.9, y + 6, 64 + side * far * 0.5, y + 12, 64, y + 6)}Z"
            )
            drawn += path(bough, leaf if side < 0 else dark(leaf, 0.2))
        drawn += stroke(
            f"M{64 - half * 0.7:.1f} {y}Q{64 - half * 0.35:.1f} {y + 3} 61 {y - 3}", light(leaf, 0.28), 1.8
        )
    return drawn + path("M64 0L69 12H59Z", leaf)


def _scaly(leaf: str, bark: str) -> str:
    """Brachyphyllum, as its fossils show it: thick twigs clad in overlapping fleshy scales."""
    twigs = (
        "M62 126C58 96 66 70 62 16",
        "M61 98C44 90 32 74 26 44",
        "M62 84C80 78 94 66 102 34",
        "M36 78C24 74 16 66 12 56",
        "M92 64C102 66 112 60 118 54",
        "M62 58C54 48 48 38 44 22",
        "M63 48C74 42 80 30 82 14",
    )
    d = "".join(twigs)
    drawn = stroke(d, dark(leaf, 0.32), 13) + stroke(d, leaf, 10.4)
    scales = stroke(d, light(leaf, 0.34), 10.4).replace(
        'stroke-linecap="round" stroke-linejoin="round"', 'stroke-dasharray="1.3 4.4"'
    )
    return drawn + scales + stroke(d, dark(leaf, 0.28), 1.3)


CONIFERS = {
    "spire": _spire,
    "narrow": _narrow,
    "sitka": _sitka,
    "pine": _pine,
    "giant": _giant,
    "puzzle": _puzzle,
    "yew": _yew,
    "cypress": _cypress,
    "douglas": _douglas,
    "scaly": _scaly,
}


FAMILIES = {"conifer": conifer}
