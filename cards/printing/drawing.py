"""Draws the SVG of `cards.art` in PDF: exactly the elements and attributes that stand in those pictures.

What is not known here is refused with UnknownDrawing, so that no card is printed other than it looks.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import hypot
from xml.etree.ElementTree import Element, ParseError, fromstring

from cards.printing.elements import (
    CAPS,
    INHERITED,
    JOINS,
    REFERENCE,
    SHAPES,
    UNSEEN,
    Style,
    check,
    colour_of,
    ink,
    name_of,
    outline,
)
from cards.printing.file import Content
from cards.printing.gradients import Gradient, gradient_of
from cards.printing.matrix import IDENTITY, Matrix, numbers, times, transform_of
from cards.printing.paths import Box, Shape, figure

NESTED = 20


class UnknownDrawing(ValueError):
    """An element, attribute or value that cannot be printed."""


def draw(content: Content, svg: str, matrix: Matrix) -> None:
    """
    Draw the SVG document, whose units `matrix` brings to those of the content.

    Raises UnknownDrawing.
    """
    try:
        root = fromstring(svg)
        check(root, "svg")
        drawing = _Drawing(root, content, matrix)
        for child in root:
            drawing.element(child, INHERITED)
    except (ValueError, KeyError, ParseError) as error:
        raise UnknownDrawing(str(error)) from error


class _Drawing:
    """
    Walks through a document. `matrix` leads from where it is to the space of `content`, in which the
    patterns of PDF stand; `reach` is the box drawn so far in that space. One that gets the `named` elements
    of another draws a part of the same document, to be shown as a whole.
    """

    def __init__(
        self, root: Element, content: Content, matrix: Matrix, named: dict[str, Element] | None = None
    ) -> None:
        self._root = root
        if named is None:
            self._named = {name: each for each in root.iter() if (name := each.get("id"))}
        else:
            self._named = named
        self._content = content
        self._matrix = IDENTITY
        self._depth = 0
        self._whole = named is not None
        self.reach: Box | None = None
        if matrix != IDENTITY:
            self._matrix = matrix
            content.add(f"{numbers(matrix)} cm")

    def element(self, element: Element, style: Style) -> None:
        name = name_of(element)
        if name in UNSEEN:
            return
        if name == "image":
            self._image(element)
            return
        check(element, "g", "use", *SHAPES)
        style = style | {each: value for each, value in element.items() if each in INHERITED}
        with self._placed(element):
            opacity = float(element.get("opacity", 1))
            if name in SHAPES:
                both = style["fill"] != "none" and style["stroke"] != "none"
                if opacity < 1 and both:
                    self._through(opacity, lambda drawing: drawing._shape(element, style, 1))
                else:
                    self._shape(element, style, opacity)
            elif opacity < 1:
                self._through(opacity, lambda drawing: drawing._children(element, style))
            else:
                self._children(element, style)

    def _children(self, element: Element, style: Style) -> None:
        self._depth += 1
        if self._depth > NESTED:
            raise ValueError("too deep")
        shown = element if name_of(element) == "g" else [self._target(element.get("href", ""))]
        for child in shown:
            self.element(child, style)
        self._depth -= 1

    def _target(self, reference: str) -> Element:
        return self._named[reference.removeprefix("#")]

    @contextmanager
    def _placed(self, element: Element) -> Iterator[None]:
        """Within the transform and the clipping of the element."""
        transform, clip = element.get("transform"), element.get("clip-path")
        # Text carries its own place, as the matrix of its letters.
        if "data-text" in element.attrib:
            transform = None
        if not transform and not clip:
            yield
            return
        outer = self._matrix
        self._content.add("q")
        if transform:
            matrix = transform_of(transform)
            self._matrix = times(outer, matrix)
            self._content.add(f"{numbers(matrix)} cm")
        if clip:
            self._clip(self._url(clip))
        yield
        self._content.add("Q")
        self._matrix = outer

    def _clip(self, element: Element) -> None:
        check(element, "clipPath")
        rules = set()
        for child in element:
            if name_of(child) == "use":
                child = self._target(child.get("href", ""))
            check(child, *SHAPES)
            if child.get("transform") or child.get("clip-path") or child.get("data-text"):
                raise ValueError("a clip path with more than shapes")
            rules.add(child.get("clip-rule", "nonzero"))
            self._content.add(outline(child).operators)
        if len(rules) != 1:
            raise ValueError("a clip path without one rule")
        self._content.add("W* n" if rules == {"evenodd"} else "W n")

    def _through(self, opacity: float, paint: Callable[["_Drawing"], None]) -> None:
        """Draw it as a whole and let what lies beneath show through."""
        inner = Content(self._content.file)
        drawing = _Drawing(self._root, inner, IDENTITY, self._named)
        paint(drawing)
        if drawing.reach is None:
            return
        form = self._content.file.form(inner, drawing.reach, "/I true /CS /DeviceRGB")
        self._widen(drawing.reach)
        state = self._state(opacity, opacity)
        self._content.add("q", f"{state} gs {self._content.use('XObject', form)} Do", "Q")

    def _shape(self, element: Element, style: Style, opacity: float) -> None:
        if "data-text" in element.attrib:
            self._text(element, style, opacity)
            return
        shape = outline(element)
        if shape.box is None:
            return
        if style["fill"] != "none" and style["stroke"] != "none" and self._is_plain(style, opacity):
            self._stroke_style(style)
            self._content.add(f"{ink(style['fill'])} rg {ink(style['stroke'])} RG", shape.operators)
            self._content.add("B*" if style["fill-rule"] == "evenodd" else "B")
            self._widen(shape.box, float(style["stroke-width"]))
            return
        order = ["stroke", "fill"] if style["paint-order"].startswith("stroke") else ["fill", "stroke"]
        for part in order:
            if style[part] != "none":
                self._paint(part, shape, shape.box, style, opacity)

    def _is_plain(self, style: Style, opacity: float) -> bool:
        """Whether one operator fills and strokes."""
        opaque = {opacity, float(style["fill-opacity"]), float(style["stroke-opacity"])} == {1}
        solid = style["fill"].startswith("#") and style["stroke"].startswith("#")
        return opaque and solid and style["paint-order"] == "normal" and style["stroke-dasharray"] == "none"

    def _paint(self, part: str, shape: Shape, box: Box, style: Style, opacity: float) -> None:
        opacity *= float(style[f"{part}-opacity"])
        wide = float(style["stroke-width"]) if part == "stroke" else 0.0
        found = REFERENCE.fullmatch(style[part])
        mask, colour = "", ""
        if found:
            gradient = gradient_of(self._named[found[1]], colour_of)
            if gradient.boxed and (box[0] == box[2] or box[1] == box[3]):
                return  # as SVG says
            space = gradient.within(box)
            if gradient.opacity is None:
                mask = self._mask(gradient, space, _grown(box, wide))
            else:
                opacity *= gradient.opacity
            colour = self._pattern(gradient, space, part)
        else:
            colour = f"{ink(style[part])} {'RG' if part == 'stroke' else 'rg'}"
        own = opacity < 1 or bool(mask) or (part == "stroke" and style["stroke-dasharray"] != "none")
        if own:
            self._content.add("q")
        if opacity < 1 or mask:
            self._content.add(f"{self._state(opacity, opacity, mask)} gs")
        if part == "stroke":
            self._stroke_style(style)
        even = part == "fill" and style["fill-rule"] == "evenodd"
        operator = "S" if part == "stroke" else "f*" if even else "f"
        self._content.add(colour, shape.operators, operator)
        if own:
            self._content.add("Q")
        self._widen(box, wide)

    def _stroke_style(self, style: Style) -> None:
        cap, join = CAPS[style["stroke-linecap"]], JOINS[style["stroke-linejoin"]]
        wide, limit = figure(float(style["stroke-width"])), figure(float(style["stroke-miterlimit"]))
        self._content.add(f"{wide} w {cap} J {join} j {limit} M")
        if style["stroke-dasharray"] != "none":
            dashes = " ".join(figure(float(dash)) for dash in re.split(r"[\s,]+", style["stroke-dasharray"]))
            self._content.add(f"[{dashes}] 0 d")

    def _pattern(self, gradient: Gradient, space: Matrix, part: str) -> str:
        matrix = numbers(times(self._matrix, space))
        pattern = self._content.file.shared(
            f"/Type /Pattern /PatternType 2 /Matrix [{matrix}] /Shading << {gradient.colours()} >>"
        )
        cs, scn = ("CS", "SCN") if part == "stroke" else ("cs", "scn")
        return f"/Pattern {cs} {self._content.use('Pattern', pattern)} {scn}"

    def _mask(self, gradient: Gradient, space: Matrix, box: Box) -> str:
        """A soft mask in the space in which it is set; its gradient fills `box`."""
        file = self._content.file
        inner = Content(file)
        shading = inner.use("Shading", file.shared(gradient.opacities()))
        inner.add(f"{numbers(space)} cm {shading} sh")
        return file.form(inner, box, "/CS /DeviceGray")

    def _state(self, fill: float, stroke: float, mask: str = "") -> str:
        entries = f"/Type /ExtGState /ca {figure(fill)} /CA {figure(stroke)}"
        if mask:
            entries += f" /SMask << /Type /Mask /S /Luminosity /G {mask} >>"
        return self._content.use("ExtGState", self._content.file.shared(entries))

    def _text(self, element: Element, style: Style, opacity: float) -> None:
        if style["stroke"] != "none" or not style["fill"].startswith("#") or opacity < 1 or self._whole:
            raise ValueError("text with more than a colour")
        a, b, c, d, e, f = transform_of(element.get("transform", ""))
        # The outline is written in thousandths of the size, with y downwards.
        size = 1000 * hypot(a, b)
        place = numbers((a * 1000 / size, b * 1000 / size, -c * 1000 / size, -d * 1000 / size, e, f))
        self._content.add(f"{ink(style['fill'])} rg")
        spacing = float(element.get("data-spacing", 0))
        self._content.text(element.attrib["data-font"], element.attrib["data-text"], size, place, spacing)

    def _image(self, element: Element) -> None:
        """A JPEG as it is, within its box or filling it; what reaches beyond is clipped from outside."""
        check(element, "image")
        left, top, wide, high = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        fit = element.get("preserveAspectRatio", "")
        how = {"xMidYMid meet": min, "xMidYMid slice": max}[fit]
        head, _comma, data = element.get("href", "").partition(",")
        if head != "data:image/jpeg;base64" or self._whole:
            raise ValueError("an image that is no JPEG")
        jpeg = b64decode(data)
        reference, (across, down) = self._content.file.image(jpeg)
        share = how(wide / across, high / down)
        shown = (across * share, down * share)
        x, y = left + (wide - shown[0]) / 2, top + (high - shown[1]) / 2
        # The space of an image is a square with y upwards.
        place = numbers((shown[0], 0, 0, -shown[1], x, y + shown[1]))
        self._content.add("q", f"{place} cm {self._content.use('XObject', reference)} Do", "Q")
        self._widen((left, top, left + wide, top + high))

    def _url(self, text: str) -> Element:
        found = REFERENCE.fullmatch(text)
        if found is None:
            raise ValueError(f"reference {text!r}")
        return self._named[found[1]]

    def _widen(self, box: Box, stroke: float = 0) -> None:
        a, b, c, d, e, f = self._matrix
        left, top, right, bottom = _grown(box, stroke)
        corners = [(x, y) for x in (left, right) for y in (top, bottom)]
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        before = self.reach or (min(xs), min(ys), max(xs), max(ys))
        self.reach = (
            min(before[0], *xs), min(before[1], *ys), max(before[2], *xs), max(before[3], *ys),
        )  # fmt: skip


def _grown(box: Box, stroke: float) -> Box:
    """The box with room for a stroke and its corners."""
    return box[0] - stroke, box[1] - stroke, box[2] + stroke, box[3] + stroke
