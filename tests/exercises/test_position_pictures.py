"""A position as a picture: what lies where, whose it is, the hand of one seat, and its size."""

import struct
from xml.etree import ElementTree

import pytest

from cards.art import table_png, table_svg
from engine.phylo.start import from_position
from games.exercises.picture import table_picture

pytestmark = pytest.mark.once

OAK = "Oak <old> & gnarled"
SVG = "{http://www.w3.org/2000/svg}"


def plant(name, **more):
    return {
        "name": name, "kind": "species", "scale": 5, "food_chain": 1, "diet": "photosynthetic",
        "terrains": ["forest"], "climates": ["cool"], "points": 3, "kingdom": "Plantae", **more,
    }  # fmt: skip


CARDS = {
    "oak": plant(OAK, abilities={"spread": {"count": 1}}),
    "aspen": plant("Aspen"),
    "deer": plant("Deer", food_chain=2, diet="herbivore", kingdom="Animalia"),
    "fire": {"name": "Wildfire", "kind": "event", "effects": [{"do": "discard"}]},
}  # fmt: skip
POSITION = {
    "turn": {"seat": 1, "number": 4, "actions_left": 3},
    "spaces": [
        {"at": [0, 0], "owner": 0, "card": "home"}, {"at": [1, 0], "owner": 1, "card": "home"},
        {"at": [2, 0], "owner": 1, "card": "oak"}, {"at": [-1, 0], "owner": 0, "card": "aspen"},
        {"at": [2, 1], "owner": 1, "card": "aspen", "face_down": {"of": [2, 0]}},
    ],
    "hands": [["oak"], ["deer", "fire"]], "decks": [["aspen"], ["oak"]], "discards": [[], []],
}  # fmt: skip


@pytest.fixture
def picture():
    state = from_position("phylo-1.4a", CARDS, POSITION)
    return table_picture(state, 1, CARDS, title="Puzzle of the day", under="23 November 2026", question="+7?")


def test_it_shows_the_table_and_the_hand_of_its_seat_alone(picture):
    # Row by row from the top: the seedling lies above the oak that spread.
    assert [(each.column, each.row, each.face.card["name"]) for each in picture.lying] == [
        (3, 0, OAK), (0, 1, "Aspen"), (1, 1, "HOME"), (2, 1, "HOME"), (3, 1, OAK),
    ]  # fmt: skip
    assert [each.face.seedling for each in picture.lying] == [True, False, False, False, False]
    drawn = ElementTree.fromstring(table_svg(picture))
    titles = [title.text for title in drawn.iter(f"{SVG}title")]
    # Nothing of what is secret: not the other hand, nor the card under the seedling.
    assert titles == [
        "Puzzle of the day 23 November 2026",
        OAK,
        "Aspen",
        "HOME",
        "HOME",
        OAK,
        "Deer",
        "Wildfire",
    ]
    said = {path.get("data-text") for path in drawn.iter(f"{SVG}path")}
    assert {"+7?", "23 November 2026"} <= said
    # Each card's picture is drawn once, whatever lies there twice.
    uses = [use.get("href") for use in drawn.iter(f"{SVG}use")]
    assert (len(uses), len(set(uses))) == (6, 5)
    assert {f"#{group.get('id')}" for group in drawn.iter(f"{SVG}g") if group.get("id")} >= set(uses)


def test_it_is_a_png_of_the_size_that_other_sites_expect(picture):
    png = table_png(picture)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1200, 630)


def test_a_table_of_any_size_stays_within_the_picture():
    """As many cards as a record may have, in one row: small ones, and no more drawings than a game needs."""
    many = {f"plant-{number}": plant(f"Plant {number}") for number in range(190)}
    spaces = [{"at": [-number - 1, 0], "owner": 0, "card": key} for number, key in enumerate(many)]
    homes = [{"at": [0, 0], "owner": 0, "card": "home"}, {"at": [1, 0], "owner": 1, "card": "home"}]
    position = {
        "turn": {"seat": 0, "number": 3, "actions_left": 3}, "spaces": homes + spaces,
        "hands": [[], []], "decks": [[], []], "discards": [[], []],
    }  # fmt: skip
    state = from_position("phylo-1.4a", many, position)
    svg = table_svg(table_picture(state, 0, many, title="A very long title " * 5, question="+123456789?"))
    assert svg.count('id="scene-') == 80
    assert len(svg) < 6_000_000
