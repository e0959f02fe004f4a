"""The elements and attributes of SVG that stand in the pictures of `cards.art`, and what they say."""

import re
from functools import lru_cache
from xml.etree.ElementTree import Element

from cards.printing.gradients import Colour
from cards.printing.paths import Shape, ellipse, figure, path, rectangle

Style = dict[str, str]
INHERITED = {
    "fill": "#000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "paint-order": "normal",
}
COMMON = {"id", "class", "transform", "clip-path", "opacity", *INHERITED}
SHAPES: dict[str, set[str]] = {
    "path": {"d", "data-font", "data-text", "data-spacing"},
    "rect": {"x", "y", "width", "height", "rx"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
}
ATTRIBUTES: dict[str, set[str]] = {
    "svg": {"viewBox", "width", "height", "role", "aria-labelledby", "aria-describedby"},
    "g": COMMON,
    "use": COMMON | {"href"},
    "clipPath": {"id"},
    "image": {"x", "y", "width", "height", "preserveAspectRatio", "href"},
} | {name: COMMON | own for name, own in SHAPES.items()}
UNSEEN = {"defs", "clipPath", "linearGradient", "radialGradient", "title", "desc"}
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
REFERENCE = re.compile(r"url\(#([^)]+)\)")
HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)


def colour_of(text: str) -> Colour:
    found = HEX.fullmatch(text)
    if found is None:
        raise ValueError(f"colour {text!r}")
    digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


@lru_cache(maxsize=2048)
def ink(text: str) -> str:
    """The three operands of a colour operator."""
    return " ".join(figure(part) for part in colour_of(text))


def name_of(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def check(element: Element, *names: str) -> None:
    name = name_of(element)
    if name not in (names or ATTRIBUTES):
        raise ValueError(f"<{name}>")
    for attribute in element.attrib.keys() - ATTRIBUTES[name]:
        raise ValueError(f"{attribute} of <{name}>")


def outline(element: Element) -> Shape:
    def size(name: str) -> float:
        return float(element.get(name, 0))

    match name_of(element):
        case "path":
            return path(element.get("d", ""))
        case "rect":
            return rectangle(size("x"), size("y"), size("width"), size("height"), size("rx"))
        case "circle":
            return ellipse(size("cx"), size("cy"), size("r"), size("r"))
        case _:
            return ellipse(size("cx"), size("cy"), size("rx"), size("ry"))
