"""
The bodies of figures with proportions, read from SVG files: places from which outlines are computed.

A group of circles is a spine: the places and radii along a limb or a trunk. A path is an outline through its
nodes, which `sodipodi:nodetypes` calls corners (`c`) or smooth (`s`); its curves are laid anew when a body is
stretched. What is no place, such as a length or a manner, is in a table beside the files.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar
from xml.etree import ElementTree

from cards.art.figures.pen import Spine

BODIES = Path(__file__).parent / "bodies"
SVG = "{http://www.w3.org/2000/svg}"
NODE_TYPES = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}nodetypes"
COMMAND = re.compile(r"([MLHVCZ])([^MLHVCZ]*)", re.IGNORECASE)
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6}
"""How many numbers a command has for each node."""
Build = TypeVar("Build")
Place = str | Spine | tuple[str, ...] | tuple[tuple[float, float], ...]


def builds(family: str, build: Callable[..., Build]) -> dict[str, Build]:
    """The builds of a family by name, from `FAMILY.toml` in its order and a file of `FAMILY/` for each."""
    table = tomllib.loads((BODIES / f"{family}.toml").read_text(encoding="utf-8"))
    return {
        name: build(**_places(BODIES / family / f"{name}.svg"), **_tuples(said))
        for name, said in table.items()
    }


@cache
def outlines(name: str) -> dict[str, tuple[str, ...]]:
    """The outlines of each group of a sheet such as `bird-bills`, drawn around (0, 0) before it is placed."""
    return {group.attrib["id"]: tuple(outline_of(each) for each in group) for group in _groups(name)}


@cache
def spines(name: str) -> dict[str, tuple[Spine, ...]]:
    """The spines of each group of a sheet such as `mammal-horns`."""
    return {group.attrib["id"]: tuple(spine_of(each) for each in group) for group in _groups(name)}


def spine_of(group: ElementTree.Element) -> Spine:
    """x, y and radius of each circle."""
    return tuple(
        (float(each.attrib["cx"]), float(each.attrib["cy"]), float(each.attrib["r"])) for each in group
    )


def outline_of(path: ElementTree.Element) -> str:
    """The nodes of a path as `pen.outline` reads them: `10,20 30,40!`."""
    nodes = list(_nodes(path.attrib["d"]))
    kinds = path.get(NODE_TYPES, "").ljust(len(nodes), "s")
    if len(nodes) > 1 and nodes[0] == nodes[-1]:
        nodes.pop()
    return " ".join(f"{x:g},{y:g}{'!' * (kind == 'c')}" for (x, y), kind in zip(nodes, kinds, strict=False))


def _nodes(d: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, rest in COMMAND.findall(d):
        takes, relative = TAKES.get(command.upper(), 0), command.islower()
        values = [float(each) for each in NUMBER.findall(rest)]
        for at in range(0, len(values), takes or 1):
            end = values[at : at + takes]
            across = 0 if command in "Vv" else end[0 if command in "Hh" else -2]
            down = 0 if command in "Hh" else end[-1]
            x = round(x + across if relative or command == "V" else across, 2)
            y = round(y + down if relative or command == "H" else down, 2)
            yield x, y


def _groups(name: str) -> Iterator[ElementTree.Element]:
    return ElementTree.parse(BODIES / f"{name}.svg").getroot().iterfind(f"{SVG}g")


def _places(file: Path) -> dict[str, Place]:
    """What a file of a build shows, by its ids."""
    return {
        each.attrib["id"].replace("-", "_"): _place(each)
        for each in ElementTree.parse(file).getroot()
        if each.tag.removeprefix(SVG) in ("g", "path", "polyline")
    }


def _place(element: ElementTree.Element) -> Place:
    match element.tag.removeprefix(SVG):
        case "path":
            return outline_of(element)
        case "polyline":
            values = [float(each) for each in NUMBER.findall(element.attrib["points"])]
            return tuple(zip(values[::2], values[1::2], strict=True))
    paths = element.findall(f"{SVG}path")
    return tuple(outline_of(each) for each in paths) if paths else spine_of(element)


def _tuples(said: dict[str, object]) -> dict[str, object]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
