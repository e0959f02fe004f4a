"""Grasses, sedges, reeds and bamboos by their habit and their ears, and plants with leaves in rosettes."""

from cards.art.figures.brush import (
    Spot,
    copies,
    dark,
    path,
    points,
    stroke,
    whole,
)
from cards.art.figures.files import part
from cards.art.figures.pen import Figure, Where
from cards.art.figures.spec import Spec

EARS = ("panicle", "plume", "finger", "comb", "spike", "cotton", "cigar", "drop", "flag", "tassel")
"""Their drawings are in `parts/ears.svg`."""


def grass(spec: Spec) -> Figure:
    """A tuft of blades, how `high` they are and how they `bend`, with `stalks` that bear ears of a form."""
    green, colour = spec.colour("green", "7FA044"), spec.colour("colour", "B5945A")
    ear, high = spec.choice("ear", ("none", *EARS)), spec.amount("high", 70, 10, 112)
    blades, bend = round(spec.amount("blades", 11, 3, 24)), spec.amount("bend", 0.6, 0, 1.6)
    stalks, tall = round(spec.amount("stalks", 3, 0, 7)), spec.amount("tall", 112, 40, 122)
    wide, size = spec.amount("wide", 5, 2, 12), spec.amount("size", 1, 0.4, 2)
    where: Where = "afloat" if spec.choice("stand", ("land", "water")) == "water" else ""
    back = front = ""
    for i in range(blades):
        lean = (i - (blades - 1) / 2) / max((blades - 1) / 2, 1)
        length = high * (1 - 0.3 * abs(lean) - 0.12 * (i % 3))
        foot, tip = 64 + lean * 14, 64 + lean * (24 + length * bend * 0.62)
        droop = abs(lean) * length * bend * 0.3
        mid = (foot + (tip - foot) * 0.35, 126 - length * 0.72)
        blade = (
            f"M{points(foot - wide / 2, 126)}"
            f"Q{points(mid[0] - wide / 2, mid[1], tip, 126 - length + droop)}"
            f"Q{points(mid[0] + wide / 2, mid[1] + 4, foot + wide / 2, 126)}Z"
        )
        back, front = (back + blade, front) if i % 2 else (back, front + blade)
    drawn = path(back, dark(green, 0.2))
    spots: list[Spot] = []
    for i in range(stalks):
        lean = (i - (stalks - 1) / 2) / max((stalks - 1) / 2, 1) if stalks > 1 else 0.12
        x, y = 64 + lean * 40, 126 - tall * (1 - 0.16 * abs(lean) - 0.07 * (i % 2))
        spots.append((x, y, lean * 24))
        drawn += stroke(
            f"M{points(64 + lean * 10, 126)}Q{points(64 + lean * 14, 80, x, y)}", dark(green, 0.06), 2.6
        )
    drawn += path(front, green) + _ears(ear, spots, colour, green, size)
    reach = (
        [(x + dx * size, y + dy * size) for x, y, _ in spots for dx, dy in ((-15, -24), (15, 20))]
        if spots
        else []
    )
    return whole(drawn, _fit([*reach, (20, 126), (108, 126 - high)]), where)


def _fit(spots: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    top = min(y for _, y in spots) - 4
    left, right = min(8, *(x for x, _ in spots)), max(120, *(x for x, _ in spots))
    return left, top, right - left, 128 - top


def _ears(form: str, spots: list[Spot], colour: str, green: str, size: float) -> str:
    if form == "none" or not spots:
        return ""
    return copies(part("ears", form, {"colour": colour, "green": green}), [(*spot, size) for spot in spots])


FAMILIES = {
    "grass": grass,
}
