"""Path data and paint for figures of many small parts: plants, insects, shells, cells (`pen`: large bodies).

Figures are drawn in units of about 1/128 of their height, y downwards. Angles are degrees clockwise from
upright.
"""

import hashlib
import math
import re
from collections.abc import Iterable, Sequence

from cards.art.drawing import disc, mix, number, oval, path, points, stroke
from cards.art.figures.pen import Figure, Where

__all__ = ["disc", "mix", "number", "oval", "path", "points", "stroke"]
PIECE = re.compile(r"([MLCQZ])([^MLCQZ]*)")
NUMBER = re.compile(r"-?[\d.]+")
DEFINED = re.compile(r"<defs>((?:(?!<defs>).)*?)</defs>")
Point = tuple[float, float]
Spot = tuple[float, float, float]
Leaf = tuple[float, float, float, float]
"""x, y, direction, length."""


def light(colour: str, share: float = 0.25) -> str:
    return mix(colour, "FFF8E4", share)


def dark(colour: str, share: float = 0.22) -> str:
    return mix(colour, "141C2C", share)


def spin(x: float, y: float, turn: float, length: float) -> Point:
    """The point `length` away from (x, y) in the direction `turn`."""
    angle = math.radians(turn)
    return x + length * math.sin(angle), y - length * math.cos(angle)


def placed(d: str, x: float, y: float, turn: float = 0, wide: float = 1, tall: float | None = None) -> str:
    """Path data of absolute commands, scaled, turned and moved to (x, y)."""
    tall = abs(wide) if tall is None else tall
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    parts = []
    for command, rest in PIECE.findall(d):
        values = [float(value) for value in NUMBER.findall(rest)]
        moved: list[float] = []
        for a, b in zip(values[::2], values[1::2], strict=True):
            a, b = a * wide, b * tall
            moved += (x + a * cos - b * sin, y + a * sin + b * cos)
        parts.append(command + points(*moved))
    return "".join(parts)


def smooth(spots: Sequence[Point], closed: bool = True) -> str:
    """Path data of a curve through all `spots`."""
    count = len(spots)
    d = f"M{points(*spots[0])}"
    for i in range(count if closed else count - 1):
        before = spots[i - 1] if closed or i else spots[0]
        here, there = spots[i], spots[(i + 1) % count]
        after = spots[(i + 2) % count] if closed or i + 2 < count else there
        d += f"C{points(here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)}"
        d += f" {points(there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6, *there)}"
    return d + ("Z" if closed else "")


def discs(spots: Iterable[Spot]) -> str:
    return "".join(disc(*spot) for spot in spots)


def taper(spots: Sequence[Point], start: float, end: float) -> str:
    """Path data of a limb along `spots` whose width runs from `start` to `end`."""
    left, right = [], []
    for i, (x, y) in enumerate(spots):
        ahead, behind = spots[min(i + 1, len(spots) - 1)], spots[max(i - 1, 0)]
        length = math.hypot(ahead[0] - behind[0], ahead[1] - behind[1]) or 1
        half = (start + (end - start) * i / (len(spots) - 1)) / 2
        across = (ahead[1] - behind[1]) / length * half, -(ahead[0] - behind[0]) / length * half
        left.append((x + across[0], y + across[1]))
        right.append((x - across[0], y - across[1]))
    side, back = smooth(left, closed=False), smooth(right[::-1], closed=False)
    return f"{side}L{back[1:]}Z"


def ring(x: float, y: float, count: int, radius: float, start: float = 0, span: float = 360) -> list[Spot]:
    """`count` places around (x, y), each with its direction outwards."""
    step = span / count if span == 360 else span / max(count - 1, 1)
    return [(*spin(x, y, start + i * step, radius), start + i * step) for i in range(count)]


def scatter(count: int, x: float, y: float, rx: float, ry: float, seed: float = 0) -> list[Point]:
    """Evenly strewn places within an oval, the same each time."""
    spots = []
    for i in range(count):
        turn, far = i * 2.39996 + seed, math.sqrt((i + 0.5) / count)
        spots.append((x + rx * far * math.cos(turn), y + ry * far * math.sin(turn)))
    return spots


def copies(unit: str, spots: Iterable[Leaf], flip: bool = False) -> str:
    """
    `unit`, drawn around (0, 0), at each (x, y, turn, size), defined once. The id is made of the unit itself,
    so that several figures can share a document. With `flip` those that lean left are mirrored, to be lit
    from the left.
    """
    placed_units = []
    for x, y, turn, size in spots:
        across = f"{-size:.3g} {size:.3g}" if flip and turn % 360 > 180 else f"{size:.3g}"
        move = f"translate({points(x, y)})" + (f"rotate({turn:.0f})" if round(turn) else "")
        placed_units.append(move + (f"scale({across})" if across != "1" else ""))
    if len(placed_units) == 1:
        return f'<g transform="{placed_units[0]}">{unit}</g>'
    name = "u" + hashlib.blake2b(unit.encode(), digest_size=4).hexdigest()
    uses = "".join(f'<use href="#{name}" transform="{move}"/>' for move in placed_units)
    return f'<defs><g id="{name}">{unit}</g></defs>{uses}'


def eye(x: float, y: float, r: float, iris: str = "241C18", white: str = "") -> str:
    ground = oval(x, y, r * 1.5, r * 1.5, white) if white else ""
    return ground + oval(x, y, r, r, iris) + oval(x - r * 0.3, y - r * 0.35, r * 0.34, r * 0.34, "FFFFFF")


def whole(drawn: str, box: tuple[float, float, float, float] = (0, 0, 128, 128), where: Where = "") -> Figure:
    """The figure of all that is drawn, each repeated unit defined once before it."""
    units: dict[str, None] = {}
    while found := DEFINED.search(drawn):
        units[found[1]] = None
        drawn = drawn[: found.start()] + drawn[found.end() :]
    return Figure(f"<defs>{''.join(units)}</defs>{drawn}" if units else drawn, box, where)


def bearing(across: float, down: float) -> float:
    """The direction of a step."""
    return math.degrees(math.atan2(across, -down))


def around(spots: Iterable[Sequence[float]], margin: float = 2) -> tuple[float, float, float, float]:
    """The box that holds all places: left, top, width, height."""
    xs, ys = zip(*((spot[0], spot[1]) for spot in spots), strict=True)
    left, top = min(xs) - margin, min(ys) - margin
    return round(left, 1), round(top, 1), round(max(xs) + margin - left, 1), round(max(ys) + margin - top, 1)


def bow(*values: float) -> str:
    """Path data of one curve: from, over, to."""
    return f"M{points(*values[:2])}Q{points(*values[2:])}"


def rays(spots: Iterable[Leaf]) -> str:
    """Path data of straight lines from (x, y) in a direction, each of its length."""
    return "".join(f"M{points(x, y)}L{points(*spin(x, y, turn, length))}" for x, y, turn, length in spots)


def mirrored(half: str) -> str:
    """The right half of a figure, drawn around (0, 0), and its mirror image, both about (64, 64)."""
    return copies(half, [(64, 64, 0, 1)]) + f'<g transform="translate(64 64)scale(-1 1)">{half}</g>'
