"""The cards' faces as pictures: what they show, that it fits, their versions and addresses."""

import csv
import re
import struct
import tomllib
from itertools import pairwise
from math import ceil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.urls import reverse

from cards.art import (
    WIDTHS,
    art_version,
    back_svg,
    back_version,
    face_png,
    face_svg,
    face_version,
    preview_png,
)
from cards.art import paper as printed
from cards.art.lettering import font
from tests.cards.test_art import HORSE as CARD
from tests.factories import CardFactory

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
EDGE = 0.55
# Left, top, right and bottom of what each part of a face may cover, within the card's edge. Letters such as a
# swash may reach out a little.
BOXES = {
    "name": (2.9, 1.2, 44.9, 12.6),
    "latin": (2.9, 4.0, 44.9, 12.8),
    "corner": (38.0, 1.0, 60.6, 12.3),
    "class": (2.4, 51.5, 59.7, 66.0),
    "chips": (2.4, 51.5, 59.7, 70.0),
    "fact": (2.4, 58.0, 59.7, 73.6),
    "foot": (2.4, 72.9, 36.0, 79.9),
    "strip": (2.3, 79.9, 59.6, 83.6),
    "credit": (2.4, 83.5, 59.6, 86.4),
}
REACH = 0.25
HORSE = CARD | {"fact": "Horses sleep standing up.", "source": "estimate"}
LOADED = HORSE | {
    "name": "Great Northern Long-eared Mountain Wandering Horse",
    "latin_name": "Equus ferus caballus borealis magnus auriculatus",
    "terrains": ["desert", "forest", "freshwater", "grassland"],
    "abilities": {
        "move": 2,
        "flight": 3,
        "spread": {"count": 2, "needs": ["pollinator", "wind"]},
        "invasive": {"on": {"class": "Mammalia", "terrains": ["grassland", "forest"], "same": ["scale"]}},
        "feeds_only": {"class": "Insecta", "scale": {"min": 2, "max": 5}},
        "any_terrain": True,
    },
    "fact": "Wherever the mountains wander, so does the horse; nobody has ever counted how often it "
    "turned its ears to us.",
}


def split(text):
    return [part for part in text.split(";") if part]


def all_cards():
    with (ROOT / "engine/data/cards.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            texts = (
                "name",
                "latin_name",
                "kind",
                "diet",
                "subject",
                "kingdom",
                "phylum",
                "class",
                "fact",
                "source",
            )
            card = {name: row[name] for name in texts}
            numbers = ("scale", "food_chain", "points", "duration")
            card |= {name: int(row[name]) if row[name] else None for name in numbers}
            card |= {name: split(row[name]) for name in ("terrains", "climates", "tags")}
            card["abilities"] = tomllib.loads(f"x = {{{row['abilities']}}}")["x"]
            card["effects"] = tomllib.loads(f"x = [{row['effects']}]")["x"]
            card["target"] = tomllib.loads(f"x = {{{row['target']}}}")["x"] or None
            yield row["key"], card


CARDS = dict(all_cards())


def reach_of(d):
    """Bounds of path data with the commands that the outlines of letters have, by their ends."""
    x = y = start_x = start_y = 0.0
    xs, ys = [], []
    for letter, text in re.findall(r"([Mmlhvqtz])([^Mmlhvqtz]*)", d):
        steps = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if letter == "M":
            x, y = steps
            continue
        if letter == "z":
            x, y = start_x, start_y
            continue
        across, down = {"h": [*steps[:1], 0], "v": [0, *steps[-1:]]}.get(letter, steps[-2:])
        x, y = x + across, y + down
        if letter == "m":
            start_x, start_y = x, y
        xs.append(x)
        ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def parts_of(svg):
    """Name of a part -> bounds of the text in it, within the card's edge; parts without text are left out."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        reaches = []
        for path in group.iter(f"{SVG}path") if group.get("class") else ():
            move = re.fullmatch(r"translate\((\S+) (\S+)\)scale\((\S+)\)", path.get("transform", ""))
            if move:
                x, y, size = map(float, move.groups())
                left, top, right, bottom = reach_of(path.get("d"))
                reaches.append((x + left * size, y + top * size, x + right * size, y + bottom * size))
        if reaches:
            lefts, tops, rights, bottoms = zip(*reaches, strict=True)
            found[group.get("class")] = (min(lefts), min(tops), max(rights), max(bottoms))
    return found


def outside(svg):
    """The parts whose text leaves its box, and pairs of parts that lie upon each other."""
    parts = parts_of(svg)
    wrong = []
    for name, (left, top, right, bottom) in parts.items():
        box = BOXES[name]
        if left < box[0] - REACH or top < box[1] or right > box[2] + REACH or bottom > box[3]:
            wrong.append((name, (left, top, right, bottom)))
    if (
        parts["name"][2] > parts["corner"][0] - 1
        or parts.get("latin", (0, 0, 0))[2] > parts["corner"][0] - 0.5
    ):
        wrong.append("head")
    column = sorted(
        (parts[name] for name in ("class", "chips", "fact") if name in parts), key=lambda at: at[1]
    )
    wrong += [("column", at) for above, at in pairwise(column) if above[3] > at[1]]
    return wrong


def size_of(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def face_address(kind, key, version, **more):
    return reverse(kind, kwargs={"key": key, "version": version, **more})


def test_every_card_has_a_whole_face_in_which_all_text_has_room():
    sizes = []
    for key, card in CARDS.items():
        svg = face_svg(card, key)
        root = ElementTree.fromstring(svg)
        assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 63 88", "63mm", "88mm")
        assert root.get("role") == "img", key
        assert root.find(f"{SVG}title").text.lower() == card["name"].lower(), key
        assert root.find(f"{SVG}desc").text.lower().startswith(card["name"].lower()), key
        assert "<text" not in svg, key
        ids = re.findall(r'\sid="([^"]+)"', svg)
        assert len(ids) == len(set(ids)), key
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids), key
        assert outside(svg) == [], key
        sizes.append(len(svg))
    assert max(sizes) < 90_000
    assert sum(sizes) / len(sizes) < 60_000


@pytest.mark.parametrize("kind", ["species", "event", "habitat", "home"])
def test_a_face_that_has_much_to_say_still_fits(kind):
    effects = [
        {"do": "set-terrains", "to": ["desert"]},
        {"do": "discard-neighbours", "which": {"class": "Mammalia", "scale": {"min": 2, "max": 5}}},
        {"do": "opponent-discards", "count": 2},
    ]
    target = {"terrains": ["forest", "freshwater"], "class": ["Mammalia", "Aves", "Reptilia", "Insecta"]}
    card = LOADED | {"kind": kind, "effects": effects, "target": target, "duration": 4}
    assert outside(face_svg(card, "loaded")) == []


def test_a_word_that_fits_nowhere_shrinks():
    card = HORSE | {"name": "Hippopotomonstrosesquipedaliophobus", "latin_name": "X" * 60}
    assert outside(face_svg(card, "horse")) == []


def test_names_are_text_and_not_markup():
    root = ElementTree.fromstring(face_svg(HORSE | {"name": '<script>"&amp;"</script>'}, "horse"))
    assert root.find(f"{SVG}title").text == '<script>"&amp;"</script>'
    assert not list(root.iter(f"{SVG}script"))


@pytest.mark.parametrize("name", ["Ælfgifu’s Żółw", "Ё 鯨 🐋", ""])
def test_letters_that_the_fonts_lack_do_no_harm(name):
    assert ElementTree.fromstring(face_svg(HORSE | {"name": name}, "horse")).find(f"{SVG}title") is not None


@pytest.mark.parametrize(
    ("cut", "width"),
    [
        ("display-800-76", 909.5),
        ("display-800-88", 1029.3),
        ("display-800-100", 1149.3),
        ("display-700-82", 947.7),
        ("text-400", 1005.3),
        ("text-600", 1037.7),
        ("latin-400-italic", 1056.7),
    ],
)
def test_letters_stand_as_in_a_browser(cut, width):
    """Widths are those that Chromium gives with the web fonts at 100 pixels."""
    assert font(cut).width("Tawny Owl, AVA Żółw 17", 100) == pytest.approx(width, abs=0.3)


def test_lines_break_where_they_must_and_leave_no_word_alone():
    text = font("text-400")
    assert text.lines("Every food web starts somewhere.", 3, 20) == ["Every food web", "starts", "somewhere."]
    assert text.lines("It slides down snowbanks for fun.", 3, 40) == ["It slides down snowbanks", "for fun."]
    assert text.lines("", 3, 20) == []


def test_the_version_follows_all_that_is_shown():
    changes = [
        {"name": "Pony"}, {"latin_name": "Equus"}, {"fact": "It neighs."}, {"points": 6}, {"scale": 8},
        {"diet": "omnivore"}, {"food_chain": 3}, {"terrains": ["tundra"]}, {"climates": ["hot"]},
        {"class": "Aves"}, {"abilities": {}}, {"subject": "noto:owl"}, {"kind": "habitat"},
    ]  # fmt: skip
    versions = {face_version(HORSE | change, "horse") for change in changes}
    assert len(versions | {face_version(HORSE, "horse"), face_version(HORSE, "pony")}) == len(changes) + 2


def test_the_version_stays_while_the_face_does():
    same = [{"source": "elsewhere"}, {"key": "horse"}, {"art": "/somewhere.svg"}, {"tags": []}]
    assert {face_version(HORSE | change, "horse") for change in same} == {face_version(HORSE, "horse")}
    assert face_svg(HORSE, "horse") == face_svg(dict(reversed(HORSE.items())), "horse")


def test_colours_are_those_of_the_pages():
    tokens = (ROOT / "static/css/site/tokens.css").read_text(encoding="utf-8")
    card = (ROOT / "static/css/cards/face.css").read_text(encoding="utf-8")
    for name, colour in printed.TILES.items():
        assert f"--{name}: #{colour.lower()};" in tokens
        stock, ink = (colour.lower() for colour in printed.STOCKS[name])
        rule = card.partition(f".stock-{name} {{")[2].partition("}")[0]
        assert f"--light-stock: #{stock};" in rule
        assert f"--light-name: #{ink};" in rule
    for name in ("cold", "cool", "warm", "hot"):
        assert f"--{name}: #{printed.SLOTS[name][0].lower()};" in tokens
    assert f"--event-mark: #{printed.EVENT_MARK.lower()};" in tokens
    assert f"--face-down: #{printed.BACK.lower()};" in tokens


@pytest.mark.parametrize("width", WIDTHS)
def test_a_face_as_png_has_the_width_that_was_asked_for(width):
    assert size_of(face_png(HORSE, "horse", width)) == (width, ceil(width * 88 / 63))


def test_a_preview_has_the_size_that_other_sites_expect():
    assert size_of(preview_png(HORSE, "horse")) == (1200, 630)
    assert size_of(preview_png({"name": "Blank"}, "blank")) == (1200, 630)


def test_a_face_is_kept_for_ever(client, db):
    card = CardFactory(key="grass")
    response = client.get(face_address("card-face", "grass", face_version(card.as_face(), "grass")))
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    assert "immutable" in response["Cache-Control"]
    assert response.content.decode() == face_svg(card.as_face(), "grass")


@pytest.mark.parametrize("kind", ["card-art", "card-face", "card-face-png", "card-preview", "card-back"])
def test_a_cdn_keeps_a_picture_once_for_everybody(ada_client, kind):
    face = CardFactory(key="grass").as_face()
    version = art_version(face, "grass") if kind == "card-art" else face_version(face, "grass")
    of_back = kind == "card-back"
    address = reverse(kind, args=[back_version()]) if of_back else face_address(kind, "grass", version)
    response = ada_client.get(address, headers={"accept-encoding": "gzip"})
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.get("Vary", "Accept-Encoding") == "Accept-Encoding"
    assert not response.cookies


def test_a_png_is_drawn_once_and_kept_for_ever(client, db):
    card = CardFactory(key="grass")
    address = face_address("card-face-png", "grass", face_version(card.as_face(), "grass"), width=375)
    caches["faces"].clear()
    first = client.get(address)
    kept = list(Path(caches["faces"]._dir).iterdir())
    assert (first.status_code, first["Content-Type"]) == (200, "image/png")
    assert "immutable" in first["Cache-Control"]
    assert size_of(first.content) == (375, 524)
    assert len(kept) == 1
    written = kept[0].stat().st_mtime_ns
    assert client.get(address).content == first.content
    assert [file.stat().st_mtime_ns for file in Path(caches["faces"]._dir).iterdir()] == [written]


def test_a_png_without_a_width_is_750_wide(client, db):
    card = CardFactory(key="grass")
    response = client.get(face_address("card-face-png", "grass", face_version(card.as_face(), "grass")))
    assert size_of(response.content)[0] == 750


def test_a_preview_is_kept_for_ever(client, db):
    card = CardFactory(key="grass")
    response = client.get(face_address("card-preview", "grass", face_version(card.as_face(), "grass")))
    assert (response["Content-Type"], size_of(response.content)) == ("image/png", (1200, 630))
    assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize("more", [{}, {"width": 1500}])
@pytest.mark.parametrize("kind", ["card-face", "card-face-png", "card-preview"])
def test_another_version_leads_to_the_present_one(client, db, kind, more):
    if more and kind != "card-face-png":
        more = {}
    version = face_version(CardFactory(key="grass").as_face(), "grass")
    response = client.get(face_address(kind, "grass", "0", **more))
    assert response.status_code == 302
    assert response["Location"] in {
        face_address(kind, "grass", version, **more),
        face_address(kind, "grass", version, width=750) if kind == "card-face-png" else "",
    }
    assert "immutable" not in response.get("Cache-Control", "")


@pytest.mark.parametrize("kind", ["card-face", "card-face-png", "card-preview"])
def test_no_card_no_face(client, db, kind):
    assert client.get(face_address(kind, "grass", "0")).status_code == 404


def test_no_other_widths(client, db):
    version = face_version(CardFactory(key="grass").as_face(), "grass")
    assert client.get(face_address("card-face-png", "grass", version, width=4000)).status_code == 404
    address = reverse("card-back-png", kwargs={"version": back_version(), "width": 4000})
    assert client.get(address).status_code == 404


def test_the_back_has_addresses_too(client, db):
    assert ElementTree.fromstring(back_svg()).find(f"{SVG}title").text == "Back of a card"
    response = client.get(reverse("card-back", kwargs={"version": back_version()}))
    assert response.content.decode() == back_svg()
    assert "immutable" in response["Cache-Control"]
    response = client.get(reverse("card-back-png", kwargs={"version": back_version(), "width": 375}))
    assert size_of(response.content) == (375, 524)
    moved = client.get(reverse("card-back", kwargs={"version": "0"}))
    assert moved["Location"] == reverse("card-back", kwargs={"version": back_version()})
