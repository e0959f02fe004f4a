"""Flowering herbs: heads of many forms on stems with their leaves."""

from cards.art.figures.blooms import HEADS, Look, blooms
from cards.art.figures.brush import (
    Leaf,
    Spot,
    copies,
    dark,
    oval,
    path,
    points,
    ring,
    scatter,
    stroke,
    whole,
)
from cards.art.figures.fruits import hung
from cards.art.figures.leaves import FORMS, along, leaves, petals, twigs
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

STEMS: dict[str, tuple[tuple[float, ...], ...]] = {
    "one": ((64, 126, 58, 84, 64, 38, 0, 34),),
    "nod": ((58, 126, 52, 50, 76, 40, 40, 32),),
    "two": ((60, 126, 50, 86, 38, 54, -12, 27), (66, 126, 80, 70, 88, 32, 10, 29)),
    "three": (
        (62, 126, 44, 96, 28, 62, -18, 23), (64, 126, 60, 80, 66, 28, 2, 26),
        (66, 126, 84, 96, 100, 58, 18, 23),
    ),
    "five": (
        (62, 126, 40, 104, 18, 78, -30, 17), (63, 126, 48, 84, 36, 42, -12, 18),
        (64, 126, 62, 80, 66, 22, 0, 19),
        (65, 126, 80, 84, 94, 44, 12, 18), (66, 126, 88, 104, 110, 80, 30, 17),
    ),
}  # fmt: skip
SETS = ("alternate", "opposite", "whorl", "basal", "broad", "none")


def _stem_spots(stem: tuple[float, ...], shares: tuple[float, ...]) -> list[Spot]:
    """Places along a stem with the stem's direction."""
    x0, y0, cx, cy, x1, y1, *_ = stem
    spots = []
    for t in shares:
        x = (1 - t) ** 2 * x0 + 2 * t * (1 - t) * cx + t * t * x1
        y = (1 - t) ** 2 * y0 + 2 * t * (1 - t) * cy + t * t * y1
        spots.append((x, y, (x1 - x0) * 0.4))
    return spots


def stem_leaves(
    stems: tuple[tuple[float, ...], ...], order: str, form: str, long: float, colour: str, wide: float
) -> str:
    if order == "none":
        return ""
    if order in ("basal", "broad"):
        bends = (-74, 74, -46, 46, -20, 22) if order == "basal" else (-66, 66, -24, 30)
        fan = [(64 + bend * 0.06, 121, bend, long * (1.15 - abs(bend) / 300)) for bend in bends]
        return leaves(fan, form, colour, wide)
    spots: list[Leaf] = []
    for stem in stems[:3]:
        steps = (0.2, 0.42, 0.62) if len(stems) < 3 else (0.3, 0.58)
        pairs = along(_stem_spots(stem, steps), long if len(stems) < 3 else long * 0.8, 60)
        if order == "alternate":
            pairs = [pair for i, pair in enumerate(pairs) if (i // 2 + i) % 2]
        spots += pairs
        if order == "whorl":
            spots += along(_stem_spots(stem, steps), long * 0.8, 24)
    return leaves(spots, form, colour, wide)


def flower(spec: Spec) -> Figure:
    """A herb: `head` form with petals and middle, number of `stems`, and its leaves in their order."""
    head, stems = spec.choice("head", HEADS), STEMS[spec.choice("stems", tuple(STEMS))]
    look = Look(spec)
    order, form = spec.choice("order", SETS), spec.choice("leaf", tuple(FORMS))
    long, broad = spec.amount("long", 30, 8, 70), spec.amount("broad", 1, 0.2, 2.4)
    other, last = spec.choice("other", HEADS), spec.choice("last", ("same", "other", "bud"))
    size = spec.amount("size", 1, 0.4, 1.7)
    drawn = stroke(
        "".join(f"M{points(*stem[:2])}Q{points(*stem[2:6])}" for stem in stems), dark(look.green, 0.12), 3.4
    )
    drawn += stem_leaves(stems, order, form, long, look.green, broad)
    spots = [(x, y, turn, radius * size) for *_, x, y, turn, radius in stems]
    x, y, turn, radius = spots[-1]
    if last == "bud":
        drawn += petals([(x, y + 8, turn)], radius, "drop", look.colour, 0.8) + oval(
            x, y + 6, 5, 6, look.green
        )
    elif last == "other":
        drawn += blooms(other, spots[-1:], look)
    return whole(drawn + blooms(head, spots if last == "same" else spots[:-1], look), (0, -2, 128, 132))


def spire(spec: Spec) -> Figure:
    """A spike of many small flowers: `unit` form, number of `stems`, `length` of the spike and its leaves."""
    unit = spec.choice("unit", ("bell", "star", "four", "fuzz", "hood", "blob", "cross"))
    stems = STEMS[spec.choice("stems", tuple(STEMS))]
    look = Look(spec)
    order, form = spec.choice("order", SETS), spec.choice("leaf", tuple(FORMS))
    long, broad = spec.amount("long", 30, 8, 70), spec.amount("broad", 1, 0.2, 2.4)
    length, girth = spec.amount("length", 62, 20, 90), spec.amount("girth", 10, 3, 22)
    lean = spec.amount("lean", 0, -60, 60)
    drawn = stem_leaves(
        tuple((*stem[:4], stem[4], 60.0) for stem in stems), order, form, long, look.green, broad
    )
    for x0, y0, cx, _, x1, y1, *_ in stems:
        top, steps = y1 - 28 if len(stems) < 3 else y1 - 20, 8 if len(stems) == 1 else 6
        top = max(top, 4)
        foot = (x1, top + length)
        drawn += stroke(
            (
                f"M{points(x0, y0)}Q{points(cx, (y0 + foot[1]) / 2, *foot)}"
                f"Q{points(x1, top + 8, x1 + lean, top)}"
            ),
            dark(look.green, 0.1),
            3,
        )
        spots = []
        for i in range(steps):
            t = i / steps
            y = foot[1] + (top - foot[1]) * t
            spots.append((x1 + lean * t * t * 0.9, y, girth * (1.1 - 0.62 * t)))
        drawn += _units(unit, spots, look, lean)
    return whole(drawn)


def _units(unit: str, spots: list[Spot], look: Look, lean: float) -> str:
    if unit == "fuzz":
        rays = [(0.0, 0.0, float(t), 13.0) for t in (-105, -75, -45, -15, 15, 45, 75, 105)]
        fringe = twigs(rays, dark(look.colour, 0.22), 3.6) + twigs(rays, look.colour, 2)
        return copies(fringe, [(x, y, 0, r / 10) for x, y, r in spots])
    if unit == "bell" and lean:
        spots = spots[::2] + spots[-1:]
        stalks = "".join(f"M{points(x, y)}q{points(r * 0.7, -5, r, 0)}" for x, y, r in spots)
        return stroke(stalks, look.green, 1.8) + copies(
            _unit(unit, look), [(x + r, y, 0, r / 9) for x, y, r in spots]
        )
    sides = [
        (x + side * r, y, side * -8 + 40 * (i % 2), r / 10)
        for i, (x, y, r) in enumerate(spots)
        for side in (-1, 1)
    ]
    if unit == "hood":
        sides = [side for i, side in enumerate(sides) if i // 2 % 2 == 0]
        one = [(x - 5, y, 0, size * 1.3) for x, y, _, size in sides[1::2]]
        other = copies(_unit(unit, look), one)
        return f'<g transform="translate({2 * spots[0][0]:g})scale(-1 1)">{other}</g>{other}'
    if unit == "blob":
        sides = [(x * 0.6 + spots[0][0] * 0.4, y, 0, size) for x, y, _, size in sides]
        return copies(_unit(unit, look), sides)
    buds = copies(
        oval(0, 0, 4, 5.5, dark(look.colour, 0.2)),
        [(x * 0.6 + spots[0][0] * 0.4, y, 0, size) for x, y, _, size in sides[-4:]],
    )
    return copies(_unit(unit, look), sides[:-4]) + buds


def _unit(unit: str, look: Look) -> str:
    """One flower of a spike, about 10 in radius."""
    if unit == "bell":
        return hung([(0, 0)], "bell", look.colour, 16)
    if unit == "blob":
        return oval(0, 0, 6.2, 5, dark(look.colour, 0.2)) + oval(-1, -1.4, 4.2, 3.2, look.colour)
    if unit == "hood":
        hood = "M-8 4C-8 -8 2 -12 8 -8C13 -5 14 0 12 4C9 1 5 2 4 6C0 10 -8 8 -8 4Z"
        return (
            path(hood, look.colour)
            + path("M-9 5C-9 -3 -2 -4 0 1C1 5 -8 9 -9 5Z", look.green)
            + path("M12 4C12 7 9 8 7 5C8 3 10 3 12 4Z", dark(look.colour, 0.2))
        )
    count = {"star": 6, "four": 4, "cross": 5}[unit]
    return petals(ring(0, 0, count, 0), 10.5, look.petal, look.colour, look.wide, 0.28) + oval(
        0, 0, 2.2, 2.2, look.middle
    )


def mat(spec: Spec) -> Figure:
    """A low cushion: a mound of small leaves set with flowers."""
    look = Look(spec)
    form, long = spec.choice("leaf", tuple(FORMS)), spec.amount("long", 14, 6, 30)
    head, size = spec.choice("head", HEADS), spec.amount("size", 11, 4, 26)
    high, number = spec.amount("high", 44, 20, 80), round(spec.amount("number", 9, 1, 16))
    stalk = spec.amount("stalk", 0, 0, 46)
    mound = (
        f"M4 118C4 {118 - high:.0f} 34 {112 - high:.0f} 64 {112 - high:.0f}"
        f"C94 {112 - high:.0f} 124 {118 - high:.0f} 124 118C104 127 24 127 4 118Z"
    )
    drawn = path(mound, dark(look.green, 0.3))
    spots = [
        (x, y, (x - 64) * 1.1, long)
        for x, y in sorted(scatter(26, 64, 122 - high * 0.42, 54, high * 0.46), key=lambda spot: spot[1])
    ]
    drawn += leaves(spots, form, look.green, 1, 0, 0.2)
    heads = sorted(
        scatter(number, 64, 112 - high * 0.5 - stalk, 48, high * 0.42, 1), key=lambda spot: spot[1]
    )
    if stalk:
        drawn += stroke(
            "".join(f"M{points(64 + (x - 64) * 0.7, y + stalk + 8)}L{points(x, y)}" for x, y in heads),
            dark(look.green, 0.1),
            2.2,
        )
    drawn += blooms(head, [(x, y, (x - 64) * 0.5, size) for x, y in heads], look)
    return whole(drawn, (0, max(0, 100 - high - stalk - size), 128, min(128, 28 + high + stalk + size)))


FAMILIES = {
    "flower": flower,
    "spire": spire,
    "mat": mat,
}
