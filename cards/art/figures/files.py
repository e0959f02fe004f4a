"""
Figures that are SVG files: parts with classes, which say what a card may colour and when a part is shown.

`fill-back-dark-20` fills with the card's colour `back`, a fifth darker; `when-form-wasp-hover` shows a part
if the card's `form` is one of these; `hang-fruits-fruit-size` hangs the card's `fruit` of `parts/fruits.svg`
at each circle of a group, as large as its `size`. `drawings/families.toml` tells what each family asks for.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from sys import intern
from typing import TypeGuard, cast
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from cards.art.drawing import disc
from cards.art.figures.brush import Point, copies, dark, light
from cards.art.figures.pen import Figure, Where, shade, tint
from cards.art.figures.spec import Spec

DRAWINGS = Path(__file__).parent / "drawings"
PARTS = Path(__file__).parent / "parts"
SVG = "{http://www.w3.org/2000/svg}"
PAINT = re.compile(r"(?P<what>fill|stroke|stop)-(?P<colour>[a-z]+(-(dark|light|shade|tint)-\d+)*)")
PAINTED = {"fill": "fill", "stroke": "stroke", "stop": "stop-color"}
ONLY = re.compile(r"(?P<how>when|unless)-(?P<choice>[a-z]+)-(?P<options>[a-z0-9-]+)")
HANG = re.compile(r"hang-(?P<sheet>[a-z]+)-(?P<choice>[a-z]+)-(?P<size>[a-z]+)")
RULE = re.compile(r"\.([\w-]+)\s*\{([^}]*)\}")
REFERENCE = re.compile(r"#([\w-]+)")
BEFORE_COMMAND = re.compile(r"\s+(?=[A-Za-z])")
ROUND = {"circle": ("cx", "cy", "r"), "ellipse": ("cx", "cy", "rx", "ry")}
NOT_DRAWN = {"id", "class", "style", "display"}
SHADES = {"dark": dark, "light": light, "shade": shade, "tint": tint}
Chosen = Mapping[str, str | None]
"""
What a card says of a figure: the option of each choice, each colour, None for one that it leaves away, and
the digits of each amount.
"""


class Missing(LookupError):
    """A part has a colour that the card leaves away, so that it is not drawn."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour such as `back-dark-20`, of which the card tells `back`."""

    recipe: str

    def mixed(self, chosen: Chosen) -> str:
        name, *steps = self.recipe.split("-")
        colour = chosen[name]
        if colour is None:
            raise Missing
        for way, percent in zip(steps[::2], steps[1::2], strict=True):
            colour = SHADES[way](colour, int(percent) / 100)
        return colour


paint_of = cache(Paint)
"""The same object for the same recipe: hundreds of parts have one colour."""


@dataclass(frozen=True, slots=True)
class Only:
    """Whether a part is shown: if a choice is (`wanted`) or is not one of the options."""

    choice: str
    options: tuple[str, ...]
    wanted: bool

    def holds(self, chosen: Chosen) -> bool:
        return (chosen[self.choice] in self.options) == self.wanted


@dataclass(frozen=True, slots=True)
class Part:
    """An element of a drawing; `fields` are its attributes, in which `{}` stands before the ids of others."""

    tag: str
    fields: tuple[tuple[str, str | Paint], ...]
    parts: tuple["Part | Places", ...]
    only: tuple[Only, ...]

    def shown(self, chosen: Chosen) -> bool:
        return all(each.holds(chosen) for each in self.only)

    def markup(self, chosen: Chosen) -> str:
        if not self.shown(chosen):
            return ""
        try:
            fields = [
                f' {name}="#{value.mixed(chosen)}"'
                if isinstance(value, Paint)
                else f" {name}={quoteattr(value)}"
                for name, value in self.fields
            ]
        except Missing:
            return ""
        inner = "".join(each.markup(chosen) for each in self.parts)
        if self.tag == "g" and not fields:
            return inner
        return (
            f"<{self.tag}{''.join(fields)}>{inner}</{self.tag}>"
            if inner
            else f"<{self.tag}{''.join(fields)}/>"
        )


@dataclass(frozen=True, slots=True)
class Places:
    """Where the part of a sheet that a `choice` names is hung, drawn there as large as an amount says."""

    sheet: str
    choice: str
    size: str
    spots: tuple[Point, ...]
    only: tuple[Only, ...]

    def markup(self, chosen: Chosen) -> str:
        name, size = chosen[self.choice], chosen[self.size]
        if not name or not size or name == "none" or not all(each.holds(chosen) for each in self.only):
            return ""
        return copies(part(self.sheet, name, chosen), [(x, y, 0, float(size) / 100) for x, y in self.spots])


@dataclass(frozen=True, slots=True)
class View:
    """The box of a drawing and where it is in a scene."""

    box: tuple[float, float, float, float]
    where: Where
    only: tuple[Only, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A file; the last of its views that is shown counts."""

    views: tuple[View, ...]
    parts: tuple[Part | Places, ...]

    def figure(self, chosen: Chosen) -> Figure:
        view = [each for each in self.views if all(only.holds(chosen) for only in each.only)][-1]
        return Figure(drawn(self.parts, chosen), view.box, view.where)


@lru_cache(maxsize=128)  # of 20 KB
def load(file: Path) -> Drawing:
    root = ElementTree.parse(file).getroot()
    views = (root, *root.iter(f"{SVG}view"))
    return Drawing(tuple(read_view(each) for each in views), tuple(reader_of(root).parts(root)))


def part(sheet: str, name: str, chosen: Chosen) -> str:
    """A part of a sheet such as `parts/fruits.svg`, drawn around (0, 0)."""
    return drawn(_parts(PARTS / f"{sheet}.svg")[name], chosen)


def paths(sheet: str) -> dict[str, str]:
    """The data of the first path of each group of a sheet, such as one half of a leaf."""
    root = ElementTree.parse(PARTS / f"{sheet}.svg").getroot()
    return {
        group.attrib["id"]: next(group.iter(f"{SVG}path")).attrib["d"] for group in root.iterfind(f"{SVG}g")
    }


@cache
def _parts(file: Path) -> dict[str, tuple[Part | Places, ...]]:
    """The groups of a sheet by their ids, before each is placed on it."""
    root = ElementTree.parse(file).getroot()
    reader = reader_of(root)
    return {group.attrib["id"]: tuple(reader.parts(group)) for group in root.iterfind(f"{SVG}g")}


def drawn(parts: tuple[Part | Places, ...], chosen: Chosen) -> str:
    markup = "".join(part.markup(chosen) for part in parts)
    # A page can show many figures, so that the ids of each are its own.
    own = "f" + hashlib.blake2b(markup.encode(), digest_size=4).hexdigest()
    return markup.replace("{}", own)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the parts of a file, given the attributes of each class and the ids that are referred to."""

    rules: Mapping[str, Mapping[str, str]]
    referred: frozenset[str]

    def parts(self, element: ElementTree.Element) -> Iterator[Part | Places]:
        """What is drawn within an element, without what only a drawing program reads."""
        for each in element:
            tag = intern(str(each.tag).removeprefix(SVG))
            if tag not in ("title", "desc", "style", "view", "metadata") and "}" not in tag:
                yield self.part(each, tag)

    def part(self, element: ElementTree.Element, tag: str) -> Part | Places:
        classes = element.get("class", "")
        only, hung = conditions(classes), HANG.search(classes)
        if hung:
            spots = tuple((float(each.attrib["cx"]), float(each.attrib["cy"])) for each in element)
            return Places(hung["sheet"], hung["choice"], hung["size"], spots, only)
        fields = tuple(self.fields(element).items())
        parts = tuple(self.parts(element))
        rounds = [each for each in parts if bare_round(each)]
        if tag == "g" and fields and parts and len(rounds) == len(parts):
            # One path is shorter, and does not show where circles that can be seen through overlap.
            return Part("path", (("d", "".join(outline(each) for each in rounds)), *fields), (), only)
        return Part(tag, fields, parts, only)

    def fields(self, element: ElementTree.Element) -> dict[str, str | Paint]:
        """The attributes, with those that the classes and the style of an element tell."""
        found: dict[str, str | Paint] = {}
        if element.get("id") in self.referred:
            found["id"] = "{}" + element.attrib["id"]
        for name, value in element.items():
            if name.endswith("href"):
                found["href"] = REFERENCE.sub(r"#{}\1", value)
            elif name == "d":
                found["d"] = BEFORE_COMMAND.sub("", value.strip())
            elif name not in NOT_DRAWN and "}" not in name:
                found[name] = REFERENCE.sub(r"#{}\1", value) if "url(" in value else value
        for word in element.get("class", "").split():
            paint = PAINT.fullmatch(word)
            found |= (
                {PAINTED[paint["what"]]: paint_of(paint["colour"])} if paint else self.rules.get(word, {})
            )
        return found | dict(declarations(element.get("style", "")))


def reader_of(root: ElementTree.Element) -> Reader:
    style = "".join(each.text or "" for each in root.iter(f"{SVG}style"))
    return Reader(
        {name: dict(declarations(rule)) for name, rule in RULE.findall(style)},
        frozenset(name for each in root.iter() for name in referred(each)),
    )


def bare_round(part: Part | Places) -> TypeGuard[Part]:
    """Whether it is a circle or an ellipse that has no colour of its own."""
    if not isinstance(part, Part) or part.tag not in ROUND:
        return False
    return {name for name, _value in part.fields} == set(ROUND[part.tag]) and not part.only


def outline(part: Part) -> str:
    values = dict(part.fields)
    return disc(*(float(str(values[name])) for name in ROUND[part.tag]))


def referred(element: ElementTree.Element) -> Iterator[str]:
    """The ids to which an element refers."""
    for name, value in element.items():
        if name.endswith("href") or "url(" in value:
            yield from REFERENCE.findall(value)


def declarations(text: str) -> Iterator[tuple[str, str]]:
    """The attributes that a style tells; whether a part is displayed is told by its class."""
    for each in text.split(";"):
        name, colon, value = each.partition(":")
        if colon and name.strip() != "display" and not name.strip().startswith("-"):
            yield name.strip(), value.strip()


@cache
def conditions(classes: str) -> tuple[Only, ...]:
    found = (ONLY.fullmatch(word) for word in classes.split())
    return tuple(
        Only(each["choice"], tuple(each["options"].split("-")), each["how"] == "when")
        for each in found
        if each
    )


def read_view(element: ElementTree.Element) -> View:
    left, top, width, height = (float(each) for each in element.attrib["viewBox"].split())
    classes = element.get("class", "")
    where = next((word.removeprefix("where-") for word in classes.split() if word.startswith("where-")), "")
    return View((left, top, width, height), cast(Where, where), conditions(classes))


@dataclass(frozen=True, slots=True)
class Family:
    """
    What a family asks a card for: the options of its choices, the default first, its colours, and its amounts
    with their default, least and most.

    A colour's default is six digits, a shade of a colour before it, or empty for a mark that may be missing.
    """

    name: str
    choices: Mapping[str, tuple[str, ...]]
    colours: Mapping[str, str]
    amounts: Mapping[str, tuple[float, float, float]]

    def chosen(self, spec: Spec) -> Chosen:
        chosen: dict[str, str | None] = {
            name: spec.choice(name, options) for name, options in self.choices.items()
        }
        for name, default in self.colours.items():
            other = default.partition("-")[0] in chosen
            fallback = Paint(default).mixed(chosen) if other else default
            chosen[name] = spec.colour(name, fallback) if fallback else spec.colour(name)
        for name, (default_amount, least, most) in self.amounts.items():
            chosen[name] = f"{spec.amount(name, default_amount, least, most):g}"
        return chosen

    def file(self, chosen: Chosen) -> Path:
        """The file of the family or, if it has several, that of the first choice."""
        first = next(iter(self.choices), "")
        one = DRAWINGS / f"{self.name}.svg"
        return one if one.is_file() else DRAWINGS / self.name / f"{chosen[first]}.svg"

    def draw(self, spec: Spec) -> Figure:
        chosen = self.chosen(spec)
        return load(self.file(chosen)).figure(chosen)


def families() -> dict[str, Callable[[Spec], Figure]]:
    """The families whose figures are files, as functions that draw them."""
    tables = tomllib.loads((DRAWINGS / "families.toml").read_text(encoding="utf-8"))
    return {name: read_family(name, table).draw for name, table in tables.items()}


def read_family(name: str, table: Mapping[str, Mapping[str, object]]) -> Family:
    choices = cast(Mapping[str, list[str]], table.get("choices", {}))
    amounts = cast(Mapping[str, list[float]], table.get("amounts", {}))
    return Family(
        name,
        {choice: tuple(options) for choice, options in choices.items()},
        cast(Mapping[str, str], table["colours"]),
        {amount: (default, least, most) for amount, (default, least, most) in amounts.items()},
    )
