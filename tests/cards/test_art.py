"""The composed art and the card face."""

import csv
import json
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cards.art import art_version, compose
from cards.art.face import face_context
from cards.art.subject import HERE, load_subject
from cards.words import TERRAINS

ROOT = Path(__file__).parents[2]
LARGEST = 25_000
FINELY_DRAWN = {"home", "western-gorilla"}
HORSE = {
    "key": "horse",
    "name": "Horse",
    "latin_name": "Equus ferus caballus",
    "kind": "species",
    "scale": 7,
    "food_chain": 2,
    "diet": "herbivore",
    "terrains": ["grassland"],
    "climates": ["cool", "warm"],
    "points": 7,
    "kingdom": "Animalia",
    "phylum": "Chordata",
    "class": "Mammalia",
    "tags": [],
    "abilities": {"move": 2},
    "subject": "noto:horse",
}
DROUGHT = {
    "key": "severe-drought",
    "name": "Severe Drought",
    "kind": "event",
    "duration": 2,
    "effects": [{"do": "set-terrains", "to": ["desert"]}],
}


BOG = {
    "key": "boreal-bog",
    "name": "Boreal Bog",
    "kind": "habitat",
    "terrains": ["forest", "freshwater"],
    "climates": ["cold", "cool"],
    "points": 1,
    "subject": "shape:bog-spruce",
}


def split(text):
    return [part for part in text.split(";") if part]


def all_cards():
    with (ROOT / "engine/data/cards.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            card = {
                name: row[name] for name in ("key", "name", "latin_name", "kind", "diet", "subject", "class")
            }
            card |= {
                name: int(row[name]) if row[name] else None
                for name in ("scale", "food_chain", "points", "duration")
            }
            card |= {name: split(row[name]) for name in ("terrains", "climates", "tags")}
            card["abilities"] = tomllib.loads(f"x = {{{row['abilities']}}}")["x"]
            card["effects"] = tomllib.loads(f"x = [{row['effects']}]")["x"]
            card["target"] = tomllib.loads(f"x = {{{row['target']}}}")["x"]
            yield card


CARDS = list(all_cards())


def test_the_same_card_and_key_give_the_same_picture():
    assert compose(HORSE, "horse") == compose(json.loads(json.dumps(HORSE)), "horse")
    assert compose(HORSE, "horse") != compose(HORSE, "another-horse")


def test_the_version_follows_the_picture_and_not_the_words():
    assert art_version(HORSE, "horse") == art_version(HORSE | {"fact": "It sleeps standing."}, "horse")
    assert art_version(HORSE, "horse") != art_version(HORSE | {"terrains": ["tundra"]}, "horse")


def test_every_card_has_a_small_valid_picture():
    for card in CARDS:
        key = card["key"]
        svg = compose(card, key)
        assert ElementTree.fromstring(svg).get("viewBox") == "0 0 58.2 38", key
        assert len(svg) <= (40_000 if key in FINELY_DRAWN else LARGEST), key
        ids = re.findall(r'\sid="([^"]+)"', svg)
        assert len(ids) == len(set(ids)), key
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids), key


def test_every_subject_is_drawn():
    assert [card["subject"] for card in CARDS if not load_subject(card["subject"])] == []


def test_every_card_has_a_face():
    marks = (ROOT / "static/img/marks.svg").read_text(encoding="utf-8")
    for card in CARDS:
        face = face_context(card)
        assert face["description"].lower().startswith(card["name"].lower())
        assert all(f'id="{chip.icon}"' in marks for chip in face["chips"]), card["key"]


@pytest.mark.parametrize("file", sorted((HERE / "shapes").glob("*.svg")), ids=lambda file: file.stem)
def test_own_drawings_are_plain_svg(file):
    names = {element.tag.rpartition("}")[2] for element in ElementTree.parse(file).iter()}
    assert names <= {"svg", "g", "path", "ellipse", "rect"}


@pytest.mark.parametrize("terrain", list(TERRAINS))
def test_every_terrain_has_its_own_scene(terrain):
    others = compose(HORSE | {"terrains": ["grassland" if terrain != "grassland" else "forest"]}, "horse")
    assert compose(HORSE | {"terrains": [terrain]}, "horse") != others


def test_a_face_has_one_sentence():
    expected = "Horse, plant eater, number 2, scale 7, grassland, cool and warm, 7 points, moves 2"
    assert face_context(HORSE)["description"] == expected


def test_the_sentence_tells_whose_it_is_and_what_threatens_it():
    events = [{"name": "Wind", "turns_left": 1}]
    face = face_context(HORSE, owner=1, mine=False, events=events, at_risk="no food", points=5)
    assert face["description"].endswith(
        "your opponent’s; Wind: 1 more turn; printed 7 points; at risk: no food"
    )
    assert {"seat-1", "is-turned", "is-at-risk", "stock-grassland"} <= set(face["classes"].split())
    assert face["points"] == 5
    assert face["points_changed"]


def test_a_seedling_shows_the_card_that_spread_and_nothing_of_its_own():
    face = face_context({"key": "secret", "name": "Secret"}, owner=0, mine=True, face_down_of=HORSE)
    assert face["description"] == "Seedling of Horse, face down, number 2, grassland; yours"
    assert "Secret" not in str(face)


def test_an_event_shows_turns_in_the_strip():
    face = face_context(DROUGHT)
    assert [slot["on"] for slot in face["strip"]] == [True, True, False, False]
    assert [chip.words for chip in face["chips"]] == ["Terrain becomes desert"]


def test_chips_name_their_criteria():
    abilities = {
        "spread": {"count": 2, "needs": ["pollinator", "wind"]},
        "invasive": {"on": {"class": "Mammalia", "same": ["scale"]}},
        "feeds_only": {"scale": {"min": 5}},
        "beside": {"tags": ["tree"]},
    }
    words = [chip.words for chip in face_context(HORSE | {"abilities": abilities})["chips"]]
    assert words == [
        "SPREAD 2 · pollinator or wind",
        "INVASIVE · mammal, same scale",
        "Only eats scale 5 or more",
        "Beside a tree",
    ]


def test_long_names_shrink():
    sizes = [
        face_context(HORSE | {"name": name})["classes"] for name in ("Elk", "North American River Otter")
    ]
    assert "name-0 short-0" in sizes[0]
    assert "name-4" in sizes[1]


def test_a_habitat_says_what_it_does_and_shows_no_species():
    face = face_context(BOG)
    assert face["description"] == (
        "Boreal Bog, habitat, forest and freshwater, cold and cool, 1 point, "
        "supports any species of number 1 that shares a terrain and a climate, Stays for good"
    )
    assert "Any species of number 1 that shares a terrain and a climate" in face["classification"]
    assert (face["badge"], face["points"], face["cells"]) == ("Habitat", 1, [])
    assert "card--habitat" in face["classes"].split()


def test_a_habitat_without_a_drawing_is_a_landscape():
    bare = compose(BOG | {"subject": ""}, "boreal-bog")
    assert "<use" not in bare
    assert compose(BOG, "boreal-bog").count("<use") >= 4
