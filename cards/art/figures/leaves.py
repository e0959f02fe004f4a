"""Leaves and petals: the left half of each outline from its foot (0, 0) to its tip (0, -100)."""

from collections.abc import Sequence

from cards.art.figures.brush import Leaf, Spot, copies, dark, light, path, placed, points, spin, stroke

FORMS = {
    "oval": "M0 0C-34 -18 -36 -72 0 -100Z",
    "lance": "M0 0C-18 -25 -18 -70 0 -100Z",
    "blade": "M0 0C-8 -30 -8 -75 0 -100Z",
    "round": "M0 0C-58 -4 -62 -96 0 -100Z",
    "spoon": "M0 0C-10 -30 -48 -60 -30 -88C-22 -98 -8 -100 0 -100Z",
    "heart": "M0 -6C-26 12 -58 -10 -48 -44C-40 -68 -12 -82 0 -100Z",
    "oak": (
        "M0 0C-6 -6 -12 -10 -12 -16C-28 -14 -34 -28 -20 -34C-44 -32 -50 -52 -26 -56"
        "C-48 -58 -48 -80 -24 -78C-28 -94 -10 -102 0 -100Z"
    ),
    "bur": (
        "M0 0C-4 -10 -6 -14 -8 -20C-24 -16 -28 -28 -12 -36C-20 -36 -16 -44 -12 -48C-52 -44 -60 -64 -42 -70"
        "C-54 -84 -36 -96 -24 -92C-18 -102 -6 -102 0 -100Z"
    ),
    "birch": ("M0 0L-22 -8L-42 -26L-36 -32L-40 -42L-30 -46L-32 -58L-22 -62L-22 -74L-12 -76L-10 -86L0 -100Z"),
    "saw": (
        "M0 0L-14 -10L-24 -12L-24 -24L-32 -28L-28 -38L-35 -44L-28 -54L-32 -62L-22 -68L-23 -78L-12 -82L0 -100Z"
    ),
    "holly": ("M0 0Q-6 -10 -28 -8Q-14 -20 -38 -30Q-16 -42 -38 -56Q-14 -62 -28 -80Q-8 -82 0 -100Z"),
    "plane": (
        "M0 0C-10 6 -26 10 -40 4L-38 -12L-62 -30L-50 -38L-58 -64L-38 -56L-30 -50L-22 -58"
        "L-26 -76L-12 -76L0 -100Z"
    ),
    "ivy": "M0 0C-10 10 -34 14 -44 2C-40 -10 -44 -20 -62 -36C-46 -44 -32 -46 -22 -54C-20 -74 -10 -88 0 -100Z",
    "fan": "M0 0C-4 -30 -40 -52 -66 -66C-56 -90 -32 -102 -4 -98L0 -70Z",
    "cleft": (
        "M0 0C-6 -8 -10 -12 -10 -20L-40 -14L-18 -32L-54 -40L-20 -50L-50 -68L-16 -66L-26 -88L-8 -84L0 -100Z"
    ),
    "notched": "M0 0C-20 -20 -52 -60 -40 -90C-30 -108 -8 -100 0 -86Z",
    "tongue": "M0 0C-12 -10 -22 -60 -20 -84C-18 -96 -8 -94 -5 -100L0 -95Z",
    "trefoil": (
        "M-2 0L-2 -48C-18 -26 -54 -26 -56 -46C-57 -56 -50 -60 -46 -62C-50 -66 -48 -76 -36 -76"
        "C-22 -76 -8 -62 -2 -52C-22 -70 -30 -88 -22 -98C-14 -106 -3 -102 0 -96Z"
    ),
    "flame": "M0 0C-26 -10 -34 -50 -16 -70C-8 -80 -4 -90 0 -100Z",
    "drop": "M0 0C-6 -30 -34 -60 -26 -84C-20 -98 -8 -100 0 -100Z",
    "arrow": "M0 -20C-10 -10 -20 0 -36 6C-38 -30 -20 -70 0 -100Z",
}


def outline(form: str, wide: float = 1) -> tuple[str, str]:
    """Path data of the left and the right half of a leaf, 100 long."""
    return placed(FORMS[form], 0, 0, 0, wide, 1), placed(FORMS[form], 0, 0, 0, -wide, 1)


def leaves(
    spots: Sequence[Leaf],
    form: str,
    colour: str,
    wide: float = 1,
    rib: float = 2.6,
    shade: float = 0.16,
) -> str:
    """Leaves with one half lit and one in shade; a light rib where `rib` is its width."""
    left, right = outline(form, wide)
    unit = path(left + right, colour) + path(right, dark(colour, shade))
    if rib:
        unit += stroke("M0 0V-84", light(colour, 0.4), rib)
    return copies(unit, [(x, y, turn, length / 100) for x, y, turn, length in spots], flip=True)


def petals(
    spots: Sequence[Spot], length: float, form: str, colour: str, wide: float = 1, rim: float = 0.2
) -> str:
    """Petals at (x, y, direction) with a darker edge between them."""
    left, right = outline(form, wide)
    edge = f' stroke="#{dark(colour, rim)}" stroke-width="4"' if rim else ""
    unit = f'<path d="{left}{right}" fill="#{colour}"{edge} paint-order="stroke"/>'
    return copies(unit, [(*spot, length / 100) for spot in spots])


def along(spots: Sequence[Spot], length: float, spread: float = 55, ends: bool = True) -> list[Leaf]:
    """Leaves in pairs along a stem: `spots` are (x, y, direction of the stem)."""
    placed_leaves: list[Leaf] = []
    for i, (x, y, turn) in enumerate(spots):
        size = length * (1 - 0.35 * i / max(len(spots) - 1, 1))
        placed_leaves += [(x, y, turn - spread, size), (x, y, turn + spread, size)]
    return placed_leaves


def twigs(spots: Sequence[Leaf], colour: str, wide: float) -> str:
    """Narrow leaves, needles or rays at (x, y, direction, length), each a single stroke."""
    d = ""
    for x, y, turn, length in spots:
        tip = spin(x, y, turn, length)
        d += f"M{points(x, y)}L{points(*tip)}"
    return stroke(d, colour, wide)
