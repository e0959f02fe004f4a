"""Affine transforms as SVG and PDF write them: (a, b, c, d, e, f) is x' = ax + cy + e, y' = bx + dy + f."""

import re
from math import cos, radians, sin

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
ONE = re.compile(r"\s*,?\s*([a-z]+)\s*\(([^()]*)\)", re.IGNORECASE)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """First `inner`, then `outer`."""
    a, b, c, d, e, f = outer
    m, n, o, p, q, r = inner
    return (
        a * m + c * n,
        b * m + d * n,
        a * o + c * p,
        b * o + d * p,
        a * q + c * r + e,
        b * q + d * r + f,
    )


def numbers(matrix: Matrix) -> str:
    """As operands in PDF."""
    return " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in matrix)


def transform_of(text: str) -> Matrix:
    """The transform of an SVG attribute. Raises ValueError for one that is not known here."""
    matrix, end = IDENTITY, 0
    while end < len(text.rstrip()):
        found = ONE.match(text, end)
        if found is None:
            raise ValueError(f"transform {text!r}")
        values = [float(value) for value in re.split(r"[\s,]+", found[2].strip())]
        matrix, end = times(matrix, _one(found[1], values)), found.end()
    return matrix


def _one(name: str, values: list[float]) -> Matrix:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case "translate", [x, *rest] if len(rest) < 2:
            return 1, 0, 0, 1, x, rest[0] if rest else 0
        case "scale", [x, *rest] if len(rest) < 2:
            return x, 0, 0, rest[0] if rest else x, 0, 0
        case "rotate", [angle]:
            c, s = cos(radians(angle)), sin(radians(angle))
            return c, s, -s, c, 0, 0
        case "rotate", [angle, x, y]:
            turned = times((1, 0, 0, 1, x, y), _one("rotate", [angle]))
            return times(turned, (1, 0, 0, 1, -x, -y))
    raise ValueError(f"transform {name} of {len(values)} numbers")
