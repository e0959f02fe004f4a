"""Leaves and petals, from the foot (0, 0) to the tip (0, -100): `parts/leaves.svg` has their left halves."""

from collections.abc import Sequence

from cards.art.figures.brush import Leaf, Spot, copies, dark, light, path, placed, points, spin, stroke
from cards.art.figures.files import paths

FORMS = paths("leaves")


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
