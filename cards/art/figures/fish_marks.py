"""The body of a fish, and the bars, stripes, spots and patches that follow it."""

from collections.abc import Callable

from cards.art.figures.brush import Point, bow, discs, oval, path, points, smooth, stroke

SNOUT, ROOT = 112.0, 26.0
SHARES = (0.0, 0.06, 0.16, 0.3, 0.46, 0.62, 0.78, 0.9, 1.0)
BODIES: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "spindle": ((1, 6, 11, 16, 18, 16, 11, 7, 6), (1, 5, 10, 15, 17, 15, 10, 7, 6)),
    "slender": ((1, 4, 7, 9, 10, 9, 7, 5, 4), (1, 4, 8, 10, 11, 9, 6, 5, 4)),
    "perch": ((1, 8, 17, 25, 26, 20, 12, 7, 6), (1, 6, 12, 17, 18, 16, 10, 7, 6)),
    "deep": ((1, 10, 22, 31, 32, 27, 16, 8, 7), (1, 9, 18, 26, 28, 24, 15, 8, 7)),
    "disc": ((2, 9, 24, 40, 46, 42, 26, 9, 6), (2, 8, 20, 34, 40, 38, 24, 9, 6)),
    "beak": ((8, 15, 22, 27, 28, 25, 17, 10, 9), (8, 14, 19, 23, 24, 22, 16, 10, 9)),
    "carp": ((3, 10, 15, 20, 21, 18, 13, 9, 8), (3, 8, 13, 17, 18, 16, 12, 9, 8)),
    "pike": ((1, 3, 5, 9, 11, 11, 9, 6, 6), (2, 4, 7, 10, 12, 11, 9, 6, 6)),
    "hump": ((1, 6, 12, 26, 29, 22, 13, 8, 6), (1, 8, 12, 15, 16, 14, 10, 7, 6)),
    "ball": ((10, 24, 36, 44, 46, 42, 30, 15, 9), (16, 28, 37, 42, 42, 38, 28, 15, 9)),
    "tuna": ((1, 8, 15, 22, 23, 18, 10, 4, 2.5), (1, 7, 14, 21, 22, 17, 9, 4, 2.5)),
    "cod": ((3, 11, 17, 20, 19, 15, 9, 5, 4), (3, 10, 16, 20, 19, 13, 7, 4, 4)),
    "blunt": ((12, 22, 28, 30, 28, 23, 15, 9, 7), (6, 14, 20, 25, 25, 21, 13, 8, 7)),
}
"""Half the depth at each of `SHARES`, above and below the middle."""


class Body:
    """Places on a fish: `share` 0 at the snout to 1 at the tail, `height` -1 at the back, 1 at the belly."""

    def __init__(self, form: str, bend: float, depth: float) -> None:
        self.top, self.foot = BODIES[form]
        self.bend, self.depth = bend, depth

    def at(self, share: float, height: float, off: float = 0) -> Point:
        row = self.top if height < 0 else self.foot
        i = max(0, min(len(SHARES) - 2, sum(share > limit for limit in SHARES) - 1))
        part = (share - SHARES[i]) / (SHARES[i + 1] - SHARES[i])
        half = (row[i] + (row[i + 1] - row[i]) * part) * self.depth
        y = 64 + self.bend * (2 * share - 1) ** 2 + height * half + (off if height > 0 else -off)
        return SNOUT + (ROOT - SNOUT) * share, y

    def edge(self, start: float, end: float, height: float, off: float = 0, steps: int = 6) -> list[Point]:
        return [self.at(start + (end - start) * i / steps, height, off) for i in range(steps + 1)]

    def belt(self, start: float, end: float, lean: float = 0, high: float = -1, low: float = 1) -> str:
        """Path data of a bar from back to belly."""
        rows = [high + (low - high) * i / 4 for i in range(5)]
        front = [self.at(start + lean * row, row) for row in rows]
        back = [self.at(end + lean * row, row) for row in reversed(rows)]
        return f"M{'L'.join(points(*spot) for spot in [*front, *back])}Z"

    def strip(self, height: float, thick: float, start: float = 0.12, end: float = 1) -> str:
        """Path data of a stripe along the body."""
        upper = self.edge(start, end, height - thick, steps=8)
        lower = self.edge(start, end, height + thick, steps=8)[::-1]
        return f"{smooth(upper, closed=False)}L{smooth(lower, closed=False)[1:]}Z"

    def outline(self) -> str:
        upper = [self.at(share, -1) for share in SHARES]
        lower = [self.at(share, 1) for share in reversed(SHARES)]
        return f"{smooth(upper, closed=False)}L{smooth(lower, closed=False)[1:]}Z"


def _bars(body: Body, mark: str, edge: str, number: int) -> str:
    step = 0.62 / number
    bars = (body.belt(0.3 + i * step, 0.3 + (i + 0.45) * step, 0.02, -0.98, 0.45) for i in range(number))
    return path("".join(bars), mark)


def _bands(body: Body, mark: str, edge: str, number: int) -> str:
    outer = (body.belt(0.205, 0.375, 0.03), body.belt(0.485, 0.675, -0.03), body.belt(0.86, 1))
    inner = (body.belt(0.22, 0.36, 0.03), body.belt(0.5, 0.66, -0.03), body.belt(0.88, 0.98))
    return path("".join(outer), edge) + path("".join(inner), mark)


def _stripes(body: Body, mark: str, edge: str, number: int) -> str:
    rows = (-0.7 + 1.35 * i / max(number - 1, 1) for i in range(number))
    return path("".join(body.strip(row, 0.11, 0.24) for row in rows), mark)


def _spots(body: Body, mark: str, edge: str, number: int) -> str:
    spots = [(*body.at(0.3 + 0.058 * i, -0.75 + (i * 7 % 5) * 0.24), 1.5 + i % 3 * 0.4) for i in range(12)]
    spots += [(*body.at(0.34 + 0.075 * i, -0.55 + (i * 3 % 4) * 0.26), 1.3) for i in range(8)]
    halo = path(discs((x, y, r + 1.2) for x, y, r in spots), edge, 0.5) if edge != mark else ""
    return halo + path(discs(spots), mark)


def _patch(body: Body, mark: str, edge: str, number: int) -> str:
    """The palette of a blue tang."""
    corners = ((0.2, -0.4), (0.4, -1.05), (0.98, -0.5), (0.98, 0.5), (0.7, 0.25), (0.62, 0.1), (0.52, 0.5))
    a, b, c, d, e, f, g = (points(*body.at(*corner)) for corner in corners)
    end = points(*body.at(0.42, 0.32)), points(*body.at(0.32, 0.2))
    sweep = f"M{a}Q{b} {c}L{d}Q{e} {f}Q{g} {end[0]}Q{end[1]} {a}Z"
    window = [body.at(0.46, -0.3), body.at(0.56, -0.42), body.at(0.64, -0.2), body.at(0.54, 0.02)]
    return path(sweep, mark) + path(smooth(window), edge)


def _band(body: Body, mark: str, edge: str, number: int) -> str:
    return path(body.strip(0.02, 0.17, 0.1), mark, 0.85)


def _saddles(body: Body, mark: str, edge: str, number: int) -> str:
    step = 0.62 / number
    rows = (body.belt(0.34 + i * step, 0.34 + (i + 0.5) * step, -0.06, -0.98, -0.05) for i in range(number))
    return path("".join(rows), mark)


def _discs(body: Body, mark: str, edge: str, number: int) -> str:
    """Large white discs below, a bright saddle and bright lips."""
    spots = [(*body.at(0.38 + 0.15 * (i % 4), 0.3 + 0.36 * (i // 4)), 5.6 - i // 4) for i in range(8)]
    saddle = [body.at(0.42, -0.95), body.at(0.7, -0.95), body.at(0.66, -0.5), body.at(0.46, -0.5)]
    return (
        path(discs(spots), mark) + path(smooth(saddle), edge) + oval(*body.at(0.05, 0.25), 6.5, 6, "F0A81E")
    )


def _chevrons(body: Body, mark: str, edge: str, number: int) -> str:
    """Slanting lines; with another `edge` also a bar through the eye and a bright rear."""
    lines = ""
    for i in range(5):
        start, over, end = (0.34 + i * 0.09, -0.9), (0.4 + i * 0.08, -0.5), (0.56 + i * 0.06, -0.05 - i * 0.1)
        lines += bow(*body.at(*start), *body.at(*over), *body.at(*end))
    for i in range(4):
        start, over, end = (0.36 + i * 0.09, 0.85), (0.5 + i * 0.07, 0.5), (0.62 + i * 0.05, 0.1)
        lines += bow(*body.at(*start), *body.at(*over), *body.at(*end))
    rear = path(body.belt(0.74, 1, 0.1), edge) + path(body.belt(0.1, 0.19, 0.02), "1E1A18")
    return (rear if edge != mark else "") + stroke(lines, mark, 1.8)


def _mottle(body: Body, mark: str, edge: str, number: int) -> str:
    places = ((0.3 + (i * 0.137) % 0.62, -0.85 + (i * 0.31) % 1.1, 2.6 + i % 3 * 1.4) for i in range(16))
    return path(discs((*body.at(share, height), r) for share, height, r in places), mark, 0.85)


def _line(body: Body, mark: str, edge: str, number: int) -> str:
    return path(body.strip(-0.08, 0.045, 0.28), mark)


def _half(body: Body, mark: str, edge: str, number: int) -> str:
    return path(body.belt(0.42, 1, 0.05), mark) + path(body.belt(0.36, 0.42, 0.05), edge)


def _scales(body: Body, mark: str, edge: str, number: int) -> str:
    d = ""
    for row in range(5):
        for i in range(9):
            x, y = body.at(0.34 + i * 0.068 + (row % 2) * 0.034, -0.75 + row * 0.32)
            d += f"M{points(x - 1, y - 4)}q5 4 0 8"
    return stroke(d, mark, 1.5)


MARKS: dict[str, Callable[[Body, str, str, int], str]] = {
    "none": lambda *_: "",
    "bars": _bars,
    "bands": _bands,
    "stripes": _stripes,
    "spots": _spots,
    "patch": _patch,
    "band": _band,
    "saddles": _saddles,
    "discs": _discs,
    "chevrons": _chevrons,
    "mottle": _mottle,
    "line": _line,
    "half": _half,
    "scales": _scales,
}
"""By body, colour of the mark, colour of its edge and how many there are."""
