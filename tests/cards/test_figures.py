"""Drawn figures: what their text may say, and that each draws small, plain SVG."""

import re
from xml.etree import ElementTree

import pytest

from cards.art.figures import FAMILIES, BadFigure, draw, traits_of
from cards.art.subject import fault_of, load_subject

PLAIN = {"svg", "defs", "g", "use", "path", "circle", "ellipse", "linearGradient", "stop", "clipPath"}
LARGEST = 10_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("figure:griffin", "no figure “griffin”, but: .*bird"),
        ("figure:bird colour=red", "has no “colour”, but: .*belly"),
        ("figure:bird body=red", "“body” is a colour such as"),
        ("figure:bird build=brick", "“build” is one of: songbird"),
        ("figure:bird plump=9", "“plump” is a number from 0.6 to 1.5"),
        ("figure:bird plump=1..2", "“plump” is a number"),
        ("figure:bird body=112233 body=332211", "twice"),
        ("figure:bird  body=112233", "written like this"),
        ("figure:bird <script>", "written like this"),
    ],
)
def test_a_figure_is_read_strictly(text, says):
    with pytest.raises(BadFigure, match=says):
        draw(text)
    assert load_subject(text) is None
    assert re.search(says, fault_of(text))


def test_a_figure_is_drawn_from_its_values():
    red, blue = (draw(f"figure:bird body={colour}") for colour in ("CC2222", "2222CC"))
    assert red.box == blue.box
    assert red.markup != blue.markup
    assert fault_of("figure:bird body=CC2222") == ""


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_draws_plain_svg(family):
    figure = draw(f"figure:{family}")
    tree = ElementTree.fromstring(f"<svg>{figure.markup}</svg>")
    assert {element.tag for element in tree.iter()} <= PLAIN
    assert len(figure.markup) < LARGEST


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_asks_the_same_whatever_it_is_told(family):
    known = traits_of(f"figure:{family}")
    for trait in known.values():
        for option in trait.options:
            told = traits_of(f"figure:{family} {trait.name}={option}")
            assert told.keys() == known.keys(), (trait.name, option)
