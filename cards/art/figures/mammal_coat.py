"""The coat of mammals: marks, patterns and manes, placed by the points of a body's spine."""

from dataclasses import dataclass
from itertools import pairwise

from cards.art.figures.mammal_builds import Build
from cards.art.figures.pen import Outline, Pen, Point, Spine, course, oval, put, taper
from cards.art.figures.spec import Spec

MARKS = (
    "back", "belly", "flank", "saddle", "rump", "bib", "throat", "hood", "cap", "face", "cheek", "muzzle",
    "mask", "blaze", "brow", "tear",
)  # fmt: skip
"""Colours of parts of the coat, painted in this order if they are given."""
OVALS: dict[str, tuple[str, float, float, float, float, float]] = {
    "rump": ("rump", -0.75, 0.1, 0.55, 0.75, 0),
    "saddle": ("middle", 0, -0.5, 1.3, 0.75, 0),
    "bib": ("chest", 0.72, 0.35, 0.62, 0.8, -20),
    "throat": ("head", 0.25, 1.05, 0.75, 0.5, 20),
    "hood": ("head", 0, 0, 1.2, 1.15, 0),
    "cap": ("head", -0.1, -0.75, 0.95, 0.55, 12),
    "face": ("head", 0.75, 0.25, 0.75, 0.75, 0),
    "cheek": ("head", 0.2, 0.55, 0.62, 0.42, 10),
    "mask": ("head", 0.42, -0.05, 0.66, 0.3, 18),
    "brow": ("head", 0.36, -0.52, 0.36, 0.14, 10),
}
"""Part of the body, place and radii in its radii, degrees."""
PATTERNS = ("none", "stripes", "bands", "spots", "rosettes", "patches", "dapple", "lines")


@dataclass(frozen=True, slots=True)
class Shape:
    """A build stretched as the species is; `lift` is how far its trunk stands above that of the build."""

    build: Build
    spine: Spine
    snout: Spine
    hind: Spine
    fore: Spine
    lift: float

    def part(self, name: str) -> tuple[float, float, float]:
        """Place and radius of the `head`, `chest`, `middle` or `rump`."""
        trunk = len(self.spine) - self.build.neck
        return self.spine[{"head": -1, "rump": 0, "middle": trunk // 2}.get(name, trunk - 1)]

    @property
    def trunk(self) -> Spine:
        return self.spine[: len(self.spine) - self.build.neck]


def between(spine: Spine) -> list[tuple[float, float, float]]:
    """Places along the trunk, half as far from each other as the points of its spine."""
    halves = [((a + c) / 2, (b + d) / 2, (r + s) / 2) for (a, b, r), (c, d, s) in pairwise(spine)]
    return sorted([*spine, *halves])


def draw_mane(pen: Pen, spec: Spec, shape: Shape, snout: Outline, head: str) -> None:
    colour, kind = spec.colour("mane"), spec.choice("maneshape", ("crest", "ruff", "hump", "beard", "skirt"))
    if not colour:
        return
    x, y, r = shape.part("head")
    cx, cy, cr = shape.part("chest")
    nx, ny, nr = shape.spine[-2]
    if kind == "ruff":
        pen.solid(
            put(
                "0,-27 14,-24 23,-13 25,2 20,18 10,30 -4,33 -20,28 -28,12 -28,-8 -20,-22 -10,-27",
                x - r * 0.35,
                y + r * 0.25,
                r / 15,
            ),
            colour,
        )
        pen.solid(oval(x, y, r * 0.96), head)
        pen.solid(snout, head)
    elif kind == "crest":
        pen.solid(
            taper(
                (x + r * 0.2, y - r * 1.0, 3),
                (nx - nr * 0.7, ny - nr * 0.7, 5.5),
                (cx - cr * 0.5, cy - cr * 0.8, 4.5),
                (cx - cr * 1.3, cy - cr * 0.9, 2),
            ),
            colour,
        )
    elif kind == "hump":
        pen.solid(
            taper(
                (x - r * 0.5, y - r * 0.5, 8),
                (nx - 4, ny - 4, nr * 1.02),
                (cx - 2, cy - 3, cr * 1.06),
                (cx - 4, cy + cr * 0.6, cr * 0.7),
            ),
            colour,
        )
        pen.solid(oval(x, y, r * 1.04), head)
        pen.solid(snout, head)
    elif kind == "skirt":
        mx, my, mr = shape.part("middle")
        rx, ry, rr = shape.part("rump")
        pen.solid(
            taper(
                (rx - 2, ry + rr * 0.35, rr * 0.85),
                (mx, my + mr * 0.45, mr * 0.95),
                (cx + 2, cy + cr * 0.45, cr),
            ),
            colour,
        )
    else:
        pen.solid(put("-8,-2! 8,-2! 5,14 -1,26! -8,14", x + r * 0.35, y + r * 0.85, r / 15), colour)


def draw_mark(pen: Pen, shape: Shape, name: str, colour: str) -> None:
    """A mark of the coat, clipped to the body."""
    x, y, r = shape.part("head")
    trunk = shape.trunk
    if name in OVALS:
        part, dx, dy, rx, ry, turn = OVALS[name]
        a, b, s = shape.part(part)
        pen.flat(oval(a + s * dx, b + s * dy, s * rx, s * ry, turn), colour)
    elif name == "back":
        pen.flat(
            taper(
                *[(a, b - s * 0.75, s * 0.62) for a, b, s in shape.spine[:-1]],
                (x - r * 0.5, y - r * 0.7, r * 0.5),
            ),
            colour,
        )
    elif name == "belly":
        pen.flat(taper(*[(a, b + s * 0.86, s * 0.5) for a, b, s in trunk]), colour)
    elif name == "flank":
        pen.flat(taper(*[(a, b + s * 0.42, s * 0.2) for a, b, s in trunk]), colour)
    elif name == "muzzle":
        mx, my, mr = shape.snout[-1]
        pen.flat(oval(mx - mr * 0.1, my + mr * 0.1, mr * 1.25, mr * 1.2), colour)
    elif name == "blaze":
        a, b, s = shape.snout[-1]
        pen.flat(taper((x - r * 0.1, y - r * 0.95, r * 0.2), (a - s * 0.2, b - s * 0.85, s * 0.36)), colour)
    else:
        a, b, s = shape.snout[-1]
        pen.line(
            (
                Point(x + r * 0.5, y),
                Point((x + r * 0.5 + a) / 2, (y + b) / 2 + s * 0.5),
                Point(a - s * 0.4, b + s * 0.5),
            ),
            colour,
            r * 0.14,
        )


def draw_pattern(pen: Pen, spec: Spec, shape: Shape) -> None:
    """The coat's pattern of one colour, on trunk and legs."""
    kind, colour = spec.choice("pattern", PATTERNS), spec.colour("ink", "4A3A2A")
    grain = spec.amount("grain", 1, 0.5, 2)
    heart = spec.colour("heart", "B87A3A")
    thighs = [] if kind in ("stripes", "bands", "lines") else [*shape.hind[:2], *shape.fore[:2]]
    places = [*between(between(shape.trunk)), *thighs]
    dots: list[tuple[float, float, float]] = []
    for row, (x, y, r) in enumerate(places):
        if kind in ("stripes", "bands"):
            lean = -6 if kind == "stripes" else 0
            deep = 0.9 if kind == "stripes" and row % 2 else 1.5
            pen.flat(
                put(
                    (
                        *course(-2.2, -r * 1.1, 2.2, -r * 1.1, 1.6 + lean / 4, 0),
                        Point(lean, r * deep, corner=True),
                        Point(lean / 4 - 1.6, 0),
                    ),
                    x,
                    y,
                    1,
                    wide=grain,
                ),
                colour,
            )
        elif kind == "lines" and row % 2 == 0:
            pen.flat(
                put(f"-1,-{r:.1f} 1,-{r:.1f} 1,{r * 0.7:.1f} -1,{r * 0.7:.1f}", x, y, 1, wide=grain), colour
            )
        elif kind != "none":
            count = 4
            for at in range(count):
                up = (at + 0.5 * (row % 2)) / count * 1.9 - 0.92
                wobble = (row * 7 + at * 3) % 5 / 5 - 0.4
                dots.append((x + wobble * 3, y + r * up, (1.9 + wobble * 0.6) * grain))
    if kind in ("spots", "dapple"):
        pen.dots(dots, colour, 0.9 if kind == "spots" else 0.55)
    elif kind == "rosettes":
        rings = [(x, y, r * (1.3 + at % 3 * 0.12)) for at, (x, y, r) in enumerate(dots) if at % 5 in (0, 2)]
        pen.dots(rings, colour)
        pen.dots([(x + 0.3, y - 0.2, r * 0.55) for x, y, r in rings], heart)
    elif kind == "patches":
        pen.flat(
            [oval(x, y, r * 2.6, r * 2.1, (i * 40) % 90) for i, (x, y, r) in enumerate(dots[::3])], colour
        )
