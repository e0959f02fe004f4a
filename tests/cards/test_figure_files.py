"""Figures that are SVG files: how a file is read, and that each agrees with the table of its family."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from cards.art.figures import FAMILIES, draw, traits_of
from cards.art.figures.bodies import BODIES, builds, outline_of, outlines, spine_of
from cards.art.figures.files import (
    DRAWINGS,
    HANG,
    ONLY,
    PAINT,
    PAINTED,
    PARTS,
    RULE,
    SVG,
    Family,
    Paint,
    families,
    load,
    part,
    read_view,
)
from cards.art.figures.fruits import HUNG
from cards.art.figures.grasses import EARS
from cards.art.figures.leaves import FORMS
from cards.art.version import composer_version

FILES = sorted(DRAWINGS.rglob("*.svg"))
TABLES: dict[str, Family] = {name: draw.__self__ for name, draw in families().items()}  # type: ignore[attr-defined]
OTHER = {"line"}


def drawing(tmp_path, body, opening='viewBox="0 0 100 100"'):
    file = tmp_path / "drawing.svg"
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    file.write_text(f"<svg {spaces} {opening}>{body}</svg>")
    return load(file)


def family_of(file):
    return TABLES[(file if file.parent == DRAWINGS else file.parent).stem]


def defaults(family):
    told = {name: options[0] for name, options in family.choices.items()}
    for name, default in family.colours.items():
        told[name] = Paint(default).mixed(told) if default.partition("-")[0] in told else default
    return told


def test_a_class_is_a_colour_of_the_card(tmp_path):
    body = '<path id="leg" class="fill-back stroke-back-dark-50" fill="#123456" d="M0 0\n  L9 9"/>'
    figure = drawing(tmp_path, body).figure({"back": "FFFFFF"})
    assert figure.markup == '<path fill="#FFFFFF" d="M0 0L9 9" stroke="#8A8E96"/>'
    assert figure.box == (0, 0, 100, 100)


def test_a_part_whose_colour_is_left_away_is_not_drawn(tmp_path):
    body = '<g><path class="fill-stripe" d="M0 0"/><path d="M1 1"/></g>'
    assert drawing(tmp_path, body).figure({"stripe": None}).markup == '<path d="M1 1"/>'


def test_a_part_is_shown_by_a_choice_whatever_the_drawing_program_hides(tmp_path):
    body = (
        '<view class="when-form-b where-air" viewBox="1 2 3 4"/>'
        '<path class="when-form-a-b" style="display:none" d="M1 1"/>'
        '<path class="unless-form-b" display="none" d="M2 2"/>'
    )
    file = drawing(tmp_path, body)
    assert file.figure({"form": "b"}).markup == '<path d="M1 1"/>'
    assert file.figure({"form": "b"}).box == (1, 2, 3, 4)
    assert file.figure({"form": "b"}).where == "air"
    assert file.figure({"form": "a"}).markup == '<path d="M1 1"/><path d="M2 2"/>'
    assert file.figure({"form": "a"}).where == ""


def test_what_a_drawing_program_adds_is_left_out(tmp_path):
    body = (
        "<title>Crab</title><metadata><a/></metadata><inkscape:page/>"
        '<path inkscape:label="leg" style="fill:#112233;-inkscape-stroke:none" d="M0 0"/>'
    )
    assert drawing(tmp_path, body).figure({}).markup == '<path d="M0 0" fill="#112233"/>'


def test_the_ids_of_copies_are_those_of_their_figure(tmp_path):
    body = '<g id="leg"><path class="fill-back" d="M0 0"/></g><use href="#leg" transform="scale(-1 1)"/>'
    one, other = (drawing(tmp_path, body).figure({"back": colour}).markup for colour in ("112233", "332211"))
    assert re.search(r'id="(\w+)".*href="#\1"', one)
    assert not set(re.findall(r'id="(\w+)"', one)) & set(re.findall(r'id="(\w+)"', other))


def test_circles_of_one_colour_are_one_path(tmp_path):
    body = '<g class="fill-back"><circle cx="5" cy="5" r="1"/><circle cx="9" cy="9" r="2"/></g>'
    markup = drawing(tmp_path, body).figure({"back": "112233"}).markup
    assert markup.startswith("<path d=")
    assert markup.count("<") == 1


def test_circles_of_a_group_are_places_where_a_fruit_hangs(tmp_path):
    body = '<g class="hang-fruits-fruit-size"><circle cx="5" cy="6" r="1"/><circle cx="9" cy="9" r="1"/></g>'
    file = drawing(tmp_path, body)
    told = {"fruit": "nut", "size": "20", "colour": "112233"}
    assert file.figure(told).markup.count('<use href="#') == 2
    assert 'transform="translate(5 6)scale(0.2)"' in file.figure(told).markup
    assert file.figure(told | {"fruit": "none"}).markup == ""


@pytest.mark.parametrize("name", TABLES)
def test_a_family_has_a_file_for_each_figure(name):
    family, known = TABLES[name], traits_of(f"figure:{name}")
    assert FAMILIES[name].__self__ == family
    choices = [[(choice, option) for option in options] for choice, options in family.choices.items()]
    used = {family.file(dict(told)) for told in product(*choices)}
    assert used == {file for file in FILES if family_of(file) == family}
    assert {*family.choices, *family.colours, *family.amounts, "stretch"} == known.keys()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(DRAWINGS)))
def test_a_file_looks_in_a_drawing_program_as_the_default_of_its_family(file):
    family, root = family_of(file), ElementTree.parse(file).getroot()
    told = defaults(family)
    shown = told | ({} if file.parent == DRAWINGS else {next(iter(family.choices)): file.stem})
    rules = dict(RULE.findall("".join(each.text for each in root.iter(f"{SVG}style"))))
    used = set()
    assert root.find(f"{SVG}title").text.strip()
    for element in root.iter():
        hidden = False
        for word in element.get("class", "").split():
            if paint := PAINT.fullmatch(word):
                colour = Paint(paint["colour"]).mixed(told)
                assert rules[word].strip() == f"{PAINTED[paint['what']]}: #{colour}", word
                used.add(word)
            elif only := ONLY.fullmatch(word):
                options = set(only["options"].split("-"))
                assert options <= set(family.choices[only["choice"]]), word
                hidden |= (shown[only["choice"]] in options) != (only["how"] == "when")
            elif hung := HANG.fullmatch(word):
                assert hung["choice"] in family.choices
                assert hung["size"] in family.amounts
                assert {circle.tag for circle in element} == {f"{SVG}circle"}
            elif not word.startswith("where-"):
                assert word in OTHER
                used.add(word)
        if element.tag != f"{SVG}view":
            assert (element.get("display") == "none") == hidden, element.get("id")
    assert used == rules.keys()
    assert read_view(root).where in ("", "air", "below", "bed", "afloat")


def test_the_nodes_of_a_path_are_an_outline():
    kinds = 'xmlns:s="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" s:nodetypes="cssc"'
    relative = ElementTree.fromstring(f'<path {kinds} d="M1 2c1 1 2 2 3-4l-.5 1h2z"/>')
    absolute = ElementTree.fromstring(f'<path {kinds} d="M1,2 C2,3 3,4 4,-2 L3.5,-1 H5.5 V2 L1 2 Z"/>')
    assert outline_of(relative) == "1,2! 4,-2 3.5,-1 5.5,-1!"
    assert outline_of(absolute) == "1,2! 4,-2 3.5,-1 5.5,-1! 5.5,2"


def test_a_group_of_circles_is_a_spine():
    group = ElementTree.fromstring('<g><circle cx="1" cy="2" r="3"/><circle cx="4" cy="5" r="6.5"/></g>')
    assert spine_of(group) == ((1, 2, 3), (4, 5, 6.5))


@pytest.mark.parametrize("family", sorted(file.stem for file in BODIES.glob("*.toml")))
def test_each_build_of_a_body_has_a_file(family):
    named = builds(family, dict)
    assert named.keys() == {file.stem for file in (BODIES / family).glob("*.svg")}
    assert named.keys() == set(traits_of(f"figure:{family}")["build"].options)


@pytest.mark.parametrize(
    ("sheet", "names"),
    [
        ("fruits", {*HUNG, "bramble", "bur"}),
        ("ears", set(EARS)),
        ("fish", {"fans-behind", "glide", "glide-behind", "lure", "wings", "wings-behind"}),
        ("leaves", set(FORMS)),
    ],
)
def test_a_sheet_has_each_part(sheet, names):
    root = ElementTree.parse(PARTS / f"{sheet}.svg").getroot()
    assert {group.attrib["id"] for group in root.iterfind(f"{SVG}g")} == names
    for name in names:
        assert part(sheet, name, dict.fromkeys(("colour", "green", "back", "fin", "mark"), "112233"))


def test_a_sheet_shows_parts_beside_each_other():
    assert outlines("mammal-ears")["none"] == ()
    assert outlines("mammal-ears")["droop"] == ("-4,0! -14,0 -20,9 -14,14! -5,9 4,4!",)


def test_the_version_of_a_face_covers_the_files(monkeypatch, tmp_path):
    read = []
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda file: read.append(file) or b"")
    composer_version.__wrapped__()
    assert {*FILES, DRAWINGS / "families.toml", *BODIES.rglob("*.svg"), BODIES / "bird.toml"} <= set(read)
    assert draw("figure:kelp").markup
