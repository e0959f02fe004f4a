"""The extent of the paths of a small SVG, so that an icon can be cropped to its drawing."""

import re
from collections.abc import Iterator

LENGTH = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
ARC = re.compile(r"[\s,]*([-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?)")
Box = tuple[float, float, float, float]


def _arguments(text: str, command: str) -> list[list[float]]:
    """The argument groups of one command; the flags of an arc need no separator."""
    groups, place, group = [], 0, []
    while True:
        flag = command == "A" and len(group) in (3, 4)
        found = re.compile(r"[\s,]*([01])").match(text, place) if flag else ARC.match(text, place)
        if found is None:
            return groups
        group.append(float(found[1]))
        place = found.end()
        if len(group) == LENGTH[command]:
            groups.append(group)
            group = []


def _cubic(a: float, b: float, c: float, d: float) -> list[float]:
    """Values along one coordinate of a Bézier curve, precise enough for a bounding box."""
    return [
        a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t**3
        for t in (0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1)
    ]


def trace(d: str) -> Iterator[tuple[float, float]]:
    """Points on the path `d`; of an arc, its ends and the point farthest from its chord."""
    x = y = start_x = start_y = 0.0
    control = None
    for letter, text in re.findall(r"([MLHVCSQTAZmlhvcsqtaz])([^MLHVCSQTAZmlhvcsqtaz]*)", d):
        command = letter.upper()
        if command == "Z":
            x, y = start_x, start_y
            continue
        for place, values in enumerate(_arguments(text, command)):
            base_x, base_y = (x, y) if letter.islower() else (0.0, 0.0)
            if command == "H":
                end = (base_x + values[0], y)
            elif command == "V":
                end = (x, base_y + values[0])
            else:
                end = (base_x + values[-2], base_y + values[-1])
            if command in "CS":
                first = (base_x + values[0], base_y + values[1]) if command == "C" else control or (x, y)
                second = (base_x + values[-4], base_y + values[-3])
                yield from zip(
                    _cubic(x, first[0], second[0], end[0]),
                    _cubic(y, first[1], second[1], end[1]),
                    strict=True,
                )
                control = (2 * end[0] - second[0], 2 * end[1] - second[1])
            else:
                control = None
            if command == "A":
                yield from _bulge(x, y, end, values)
            x, y = end
            if command == "M" and place == 0:
                start_x, start_y = x, y
            yield x, y


def _bulge(
    x: float, y: float, end: tuple[float, float], values: list[float]
) -> Iterator[tuple[float, float]]:
    """The point of an arc farthest from its chord."""
    radius = max(values[0], values[1])
    dx, dy = end[0] - x, end[1] - y
    chord = (dx * dx + dy * dy) ** 0.5
    if not chord:
        return
    rise = (max(radius * radius - chord * chord / 4, 0)) ** 0.5
    height = radius + rise if values[3] else radius - rise
    side = 1 if values[4] else -1
    yield (x + end[0]) / 2 + side * dy / chord * height, (y + end[1]) / 2 - side * dx / chord * height


def rounded(d: str) -> str:
    """The path `d` with one decimal per number, for drawings finer than a card can show."""

    def short(value: float) -> str:
        return f"{round(value, 1):g}"

    out = ""
    for letter, text in re.findall(r"([MLHVCSQTAZmlhvcsqtaz])([^MLHVCSQTAZmlhvcsqtaz]*)", d):
        groups = _arguments(text, letter.upper()) if letter.upper() != "Z" else []
        out += letter + " ".join(short(value) for group in groups for value in group)
    return out


def bounds(body: str) -> Box | None:
    """Left, top, right, bottom of all shapes; None when a transform makes the numbers unreliable."""
    if re.search(r"\stransform=|<use|<g[^>]*(clip-path|mask)", body):
        return None
    places = [place for d in re.findall(r'\sd="([^"]+)"', body) for place in trace(d)]
    for tag in re.findall(r"<(?:circle|ellipse)[^>]*>", body):
        value = {name: float(text) for name, text in re.findall(r'\s(cx|cy|r|rx|ry)="([-\d.]+)"', tag)}
        rx, ry = value.get("rx", value.get("r", 0)), value.get("ry", value.get("r", 0))
        places += [(value["cx"] - rx, value["cy"] - ry), (value["cx"] + rx, value["cy"] + ry)]
    if re.search(r"<(rect|line|polyline|polygon)", body) or not places:
        return None
    pad = max((float(width) for width in re.findall(r'stroke-width="([\d.]+)"', body)), default=0) / 2
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad
