"""Twigs of shrubs, trees and climbers: leaves, simple or compound, with berries, nuts, catkins or flowers."""

from cards.art.figures.blooms import HEADS, Look, blooms
from cards.art.figures.brush import (
    Spot,
    around,
    bearing,
    copies,
    dark,
    discs,
    light,
    path,
    points,
    scatter,
    spin,
    stroke,
    whole,
)
from cards.art.figures.fruits import HUNG, hung
from cards.art.figures.leaves import FORMS, leaves, outline
from cards.art.figures.pen import Figure
from cards.art.figures.spec import Spec

Bow = tuple[float, float, float, float, float, float]
LAYOUTS: dict[str, tuple[Bow, ...]] = {
    "arch": ((6, 118, 20, 40, 116, 26),),
    "up": ((64, 126, 56, 70, 66, 22),),
    "hang": ((8, 10, 70, 6, 104, 72),),
    "level": ((4, 70, 60, 44, 124, 62),),
    "fork": ((60, 126, 40, 90, 22, 34), (62, 126, 62, 70, 70, 16), (66, 126, 92, 100, 110, 46)),
    "spray": (
        (56, 126, 30, 100, 8, 70), (60, 126, 48, 76, 34, 26), (64, 126, 68, 70, 72, 12),
        (70, 126, 96, 84, 106, 38), (72, 126, 104, 108, 122, 84),
    ),
    "trail": ((2, 104, 44, 126, 66, 84), (66, 84, 84, 44, 124, 40), (60, 94, 40, 60, 16, 48)),
    "climb": ((40, 127, 92, 100, 60, 66), (60, 66, 36, 38, 78, 8)),
}  # fmt: skip
ORDERS = ("alternate", "opposite", "whorl", "end", "none")
KINDS = ("simple", "pinnate", "palmate", "three", "needles")
PLACES = ("end", "axils", "below", "bunch", "tips", "none")


def nodes(bow: Bow, count: int, first: float = 0.18, last: float = 1) -> list[Spot]:
    """`count` places along a bow with the direction of growth."""
    x0, y0, cx, cy, x1, y1 = bow
    spots = []
    for i in range(count):
        t = first + (last - first) * i / max(count - 1, 1)
        x = (1 - t) ** 2 * x0 + 2 * t * (1 - t) * cx + t * t * x1
        y = (1 - t) ** 2 * y0 + 2 * t * (1 - t) * cy + t * t * y1
        ahead = (1 - t) * (cx - x0) + t * (x1 - cx), (1 - t) * (cy - y0) + t * (y1 - cy)
        spots.append((x, y, bearing(*ahead)))
    return spots


def leaf_unit(kind: str, form: str, colour: str, wide: float) -> str:
    """One leaf, simple or compound, 100 long."""
    left, right = outline(form, wide)
    simple = (
        path(left + right, colour)
        + path(right, dark(colour, 0.16))
        + stroke("M0 4V-84", light(colour, 0.4), 3)
    )
    if kind == "pinnate":
        pairs = [
            (0, -18 - 18 * i, side * (62 - i * 4), 0.46 - 0.03 * i) for i in range(4) for side in (-1, 1)
        ]
        return stroke("M0 0V-86", dark(colour, 0.2), 4) + copies(
            simple, [*pairs, (0, -74, 0, 0.36)], flip=True
        )
    if kind == "palmate":
        return stroke("M0 0V-34", dark(colour, 0.2), 4) + copies(
            simple, [(0, -30, turn, 0.64 - abs(turn) / 420) for turn in (-110, 110, -58, 58, 0)], flip=True
        )
    if kind == "three":
        return stroke("M0 0V-44", dark(colour, 0.2), 4) + copies(
            simple, [(0, -36, -78, 0.56), (0, -36, 78, 0.56), (0, -42, 0, 0.62)], flip=True
        )
    if kind == "needles":
        d = "".join(f"M0 0L{points(*spin(0, 0, turn, 90))}" for turn in (-40, -14, 14, 40))
        return stroke(d, colour, 13) + stroke("M0 0L-20 -82", light(colour, 0.3), 5)
    return simple


def sprig(spec: Spec) -> Figure:
    """A twig: its `layout`, leaves of a form in an order, and `fruit` or flowers at their places."""
    bows = LAYOUTS[spec.choice("layout", tuple(LAYOUTS))]
    wood, green = spec.colour("wood", "7A5C42"), spec.colour("green", "4F8A3A")
    form, kind = spec.choice("leaf", tuple(FORMS)), spec.choice("kind", KINDS)
    order, long = spec.choice("order", ORDERS), spec.amount("long", 40, 6, 90)
    broad, number = spec.amount("broad", 1, 0.2, 2.4), round(spec.amount("number", 4, 1, 12))
    thick = spec.amount("thick", 4, 1.5, 12)
    drawn = stroke("".join(f"M{points(*bow[:2])}Q{points(*bow[2:])}" for bow in bows), wood, thick)
    drawn += stroke(
        "".join(
            f"M{points(bow[0] - 0.6, bow[1] - 0.6)}Q{points(*(value - 0.7 for value in bow[2:]))}"
            for bow in bows
        ),
        light(wood, 0.2),
        thick * 0.3,
    )
    unit = leaf_unit(kind, form, green, broad)
    spots: list[tuple[float, float, float, float]] = []
    for bow in bows:
        spots += _leaf_spots(nodes(bow, number), order, long / 100)
    foliage = copies(unit, spots, flip=True) if spots else ""
    fruit, hanging = _fruit(spec, bows, number, green)
    reach = [spin(x, y, turn, size * 92) for x, y, turn, size in spots] + [(x, y) for x, y, *_ in spots]
    for bow in bows:
        reach += [bow[:2], bow[4:]]
    return whole(drawn + foliage + fruit, around([*reach, *hanging]))


def _leaf_spots(stem: list[Spot], order: str, size: float) -> list[tuple[float, float, float, float]]:
    spots = []
    for i, (x, y, turn) in enumerate(stem):
        small = size * (1 - 0.2 * i / len(stem))
        if order in ("opposite", "whorl"):
            spots += [(x, y, turn - 58, small), (x, y, turn + 58, small)]
        if order == "alternate":
            spots.append((x, y, turn + (55 if i % 2 else -55), small))
        if order == "whorl":
            spots += [(x, y, turn - 22, small * 0.9), (x, y, turn + 22, small * 0.9)]
    x, y, turn = stem[-1]
    if order in ("alternate", "opposite"):
        spots.append((x, y, turn, size * 0.8))
    if order == "end":
        spots += [
            (x, y, turn + bend, size * (1 - abs(bend) / 400)) for bend in (-105, 105, -66, 66, -30, 30, 0)
        ]
    return spots


def _fruit(
    spec: Spec, bows: tuple[Bow, ...], number: int, green: str
) -> tuple[str, list[tuple[float, float]]]:
    """The fruit with the places that it reaches."""
    form = spec.choice("fruit", ("none", *HUNG, "bramble", "flower", "galls", "bur"))
    where, size = spec.choice("place", PLACES), spec.amount("size", 14, 3, 46)
    colour, many = spec.colour("colour", "C8322C"), round(spec.amount("many", 3, 1, 24))
    head = spec.choice("head", HEADS)
    look = Look(spec)
    if form == "none":
        return "", []
    spots: list[tuple[float, float]] = []
    stalks = ""
    for bow in bows:
        stem = nodes(bow, number)
        if where in ("end", "bunch"):
            x, y, _turn = stem[-1]
            x, y = (x, y) if where == "end" else (x - 6, y + 12)
            cluster = scatter(many, x, y, size * 0.42 * many**0.5, size * 0.36 * many**0.5)
            stalks += "".join(f"M{points(*stem[-1][:2])}L{points(a, b)}" for a, b in cluster)
            spots += sorted(cluster, key=lambda spot: spot[1])
        elif where == "tips":
            spots.append(stem[-1][:2])
        elif where in ("axils", "below"):
            drop = size * 0.5 if where == "below" else -size * 0.4
            for i, (x, y, _) in enumerate(stem):
                row = {1: (0.4 if i % 2 else -0.4,), 2: (-0.5, 0.5)}.get(many, (-0.9, 0, 0.9))
                spots += [(x + dx * size * 0.8, y + drop * (1 + 0.3 * (dx != 0))) for dx in row]
                stalks += f"M{points(x, y)}v{drop + 2:.1f}" if drop > 0 else ""
    drawn, reach = (
        stroke(stalks, dark(green, 0.15), 1.8),
        [(x + dx * size / 2, y + dy * size) for x, y in spots for dx, dy in ((-1, 0), (1, 1), (0, -0.4))],
    )
    if form == "flower":
        return drawn + blooms(head, [(x, y, (x - 64) * 0.3, size / 2) for x, y in spots], look), reach
    if form == "galls":
        return drawn + hung(spots, "gall", colour, size * 0.75), reach
    return drawn + hung(spots, form, colour, size), reach


def vine(spec: Spec) -> Figure:
    """A parasite of threads twined round its host's stem, with balls of tiny flowers."""
    thread, host = spec.colour("thread", "D98A4A"), spec.colour("host", "6F9A5A")
    drawn = stroke("M64 126V18M64 60L42 28M64 74L90 40", host, 4) + leaves(
        [(64, 110, -50, 26), (64, 96, 52, 26), (64, 82, -48, 24), (64, 44, 40, 20), (50, 40, -60, 18)],
        "blade",
        host,
        1.6,
        0,
    )
    drawn += blooms("open", [(64, 14, 0, 12), (40, 24, -20, 11), (92, 36, 20, 11)], Look(spec))
    coils = (
        "M50 126C50 112 82 116 80 104C78 92 48 98 48 86C48 74 82 80 80 68C78 56 50 62 52 50"
        "C54 40 74 44 74 36M80 68C96 66 104 56 98 46M48 86C34 84 26 70 34 58"
        "C40 48 52 56 46 64M80 104C98 106 108 96 102 86M52 50C40 46 34 40 38 34"
    )
    drawn += stroke(coils, dark(thread, 0.25), 3.6) + stroke(coils, thread, 2.2)
    balls = ((48, 100), (80, 90), (48, 72), (80, 58), (32, 62), (101, 80))
    drawn += "".join(
        path(discs((x + a, y + b, 3.4) for a, b in scatter(7, 0, 0, 5, 4.4)), "F0C8C0")
        + path(discs((x + a, y + b, 1.3) for a, b in scatter(7, 0, 0, 5, 4.4)), "C9705A")
        for x, y in balls
    )
    return whole(drawn)


FAMILIES = {
    "sprig": sprig,
    "dodder": vine,
}
