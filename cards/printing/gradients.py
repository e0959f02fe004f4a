"""Gradients of SVG as shadings of PDF: one of the colours, and one of the opacities for a soft mask."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element

from cards.printing.matrix import IDENTITY, Matrix, times, transform_of
from cards.printing.paths import Box, figure

Colour = tuple[float, float, float]
AXES = ("x1", "y1", "x2", "y2")
CIRCLE = ("cx", "cy", "r")
FOCUS_REACH = 0.99
ATTRIBUTES = {
    "linearGradient": {"id", "gradientUnits", "gradientTransform", *AXES},
    "radialGradient": {"id", "gradientUnits", "gradientTransform", *CIRCLE, "fx", "fy"},
    "stop": {"offset", "stop-color", "stop-opacity"},
}


@dataclass(frozen=True, slots=True)
class Stop:
    offset: float
    colour: Colour
    opacity: float


@dataclass(frozen=True, slots=True)
class Gradient:
    """`kind` and `place` as PDF has them: 2 from a point to a point, 3 from a circle to a circle."""

    kind: int
    place: tuple[float, ...]
    boxed: bool
    matrix: Matrix
    stops: tuple[Stop, ...]

    @property
    def opacity(self) -> float | None:
        """That of all stops; None if they differ."""
        opacities = {stop.opacity for stop in self.stops}
        return opacities.pop() if len(opacities) == 1 else None

    def within(self, box: Box) -> Matrix:
        """From the gradient's own space to that of the shape, which fills `box`."""
        if not self.boxed:
            return self.matrix
        left, top, right, bottom = box
        return times((right - left, 0, 0, bottom - top, left, top), self.matrix)

    def colours(self) -> str:
        """Entries of a shading in red, green and blue."""
        return self._shading("/DeviceRGB", lambda stop: stop.colour)

    def opacities(self) -> str:
        """Entries of a shading in grey, white for what is opaque."""
        return self._shading("/DeviceGray", lambda stop: (stop.opacity,))

    def _shading(self, space: str, value: Callable[[Stop], tuple[float, ...]]) -> str:
        places = " ".join(figure(number) for number in self.place)
        ends = "/Extend [true true]"
        return (
            f"/ShadingType {self.kind} /ColorSpace {space} /Coords [{places}] {ends} "
            f"/Function {_function([(stop.offset, value(stop)) for stop in self.stops])}"
        )


def gradient_of(element: Element, colour_of: Callable[[str], Colour]) -> Gradient:
    """Raises ValueError for a gradient with more than is known here."""
    name = _name(element)
    _check(element, name)
    units = element.get("gradientUnits", "objectBoundingBox")
    if units not in ("objectBoundingBox", "userSpaceOnUse"):
        raise ValueError(f"gradientUnits {units!r}")
    boxed = units == "objectBoundingBox"
    if name == "linearGradient":
        # Without a box the missing ends would be shares of the picture.
        ends = (0.0, 0.0, 1.0, 0.0) if boxed else (None,) * 4
        place = tuple(_number(element, axis, usual) for axis, usual in zip(AXES, ends, strict=True))
    else:
        half = 0.5 if boxed else None
        x, y, r = (_number(element, measure, half) for measure in CIRCLE)
        focus = _within(x, y, r, _number(element, "fx", x), _number(element, "fy", y))
        place = (*focus, 0.0, x, y, r)
    turned = element.get("gradientTransform")
    matrix = transform_of(turned) if turned else IDENTITY
    kind = 2 if name == "linearGradient" else 3
    return Gradient(kind, place, boxed, matrix, tuple(_stops(element, colour_of)))


def _within(x: float, y: float, r: float, fx: float, fy: float) -> tuple[float, float]:
    """The focus, inside the circle as browsers draw it: from its rim PDF would draw a cone instead."""
    away = hypot(fx - x, fy - y)
    share = min(1, FOCUS_REACH * r / away) if away else 1
    return x + (fx - x) * share, y + (fy - y) * share


def _stops(element: Element, colour_of: Callable[[str], Colour]) -> list[Stop]:
    stops: list[Stop] = []
    for child in element:
        if _name(child) != "stop":
            raise ValueError(f"<{_name(child)}> in a gradient")
        _check(child, "stop")
        offset = min(max(_number(child, "offset", 0), 0), 1)
        if stops:
            offset = max(offset, stops[-1].offset)
        opacity = _number(child, "stop-opacity", 1)
        stops.append(Stop(offset, colour_of(child.get("stop-color", "#000")), opacity))
    if not stops:
        raise ValueError("a gradient without stops")
    return stops


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _check(element: Element, name: str) -> None:
    for attribute in element.attrib.keys() - ATTRIBUTES[name]:
        raise ValueError(f"{attribute} of <{name}>")


def _number(element: Element, name: str, usual: float | None) -> float:
    text = element.get(name)
    if text is None:
        if usual is None:
            raise ValueError(f"<{_name(element)}> without {name}")
        return usual
    return float(text)


def _function(stops: list[tuple[float, tuple[float, ...]]]) -> str:
    """A function of 0 to 1 that goes straight from stop to stop and stays as it is before and behind them."""
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    pieces = [(one, other) for one, other in pairwise(stops) if other[0] > one[0]]
    functions = [
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{_values(one[1])}] /C1 [{_values(other[1])}] >>"
        for one, other in pieces
    ]
    if len(functions) == 1:
        return functions[0]
    bounds = " ".join(figure(other[0]) for _one, other in pieces[:-1])
    encode = " ".join(["0 1"] * len(pieces))
    joined = " ".join(functions)
    return f"<< /FunctionType 3 /Domain [0 1] /Functions [{joined}] /Bounds [{bounds}] /Encode [{encode}] >>"


def _values(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.4g}" for value in values)
