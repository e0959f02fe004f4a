"""The loader of the card set: checks everything, stores all or nothing."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from cards.decks.models import Deck
from cards.models import Card
from cards.services.card_file import COLUMNS

GRASS = {
    "key": "grass", "name": "Grass", "latin_name": "Poa pratensis", "kind": "species", "scale": "2",
    "food_chain": "1", "diet": "photosynthetic", "terrains": "grassland;urban", "climates": "cool;warm",
    "points": "2", "kingdom": "Plantae", "phylum": "Angiosperms", "class": "Monocots", "tags": "crop",
    "abilities": "spread = {count = 1, needs = ['wind']}", "fact": "It is mown.", "source": "estimate",
    "subject": "noto:herb",
}  # fmt: skip
FIRE = {
    "key": "fire", "name": "Fire", "kind": "event", "target": "terrains = ['grassland']", "duration": "2",
    "effects": "{do = 'set-terrains', to = ['desert']}", "fact": "It burns.", "source": "estimate",
    "subject": "noto:fire",
}  # fmt: skip
POND = {
    "key": "pond", "name": "Pond", "kind": "habitat", "terrains": "freshwater", "climates": "cool",
    "points": "2", "fact": "It is still.", "source": "estimate", "subject": "shape:reed",
}  # fmt: skip
HOME = {"key": "home", "name": "Home", "kind": "home"}
MEADOW = 'name = "Meadow"\nplace = "Everywhere"\ntheme = "Green."\n[cards]\ngrass = 23\nfire = 1\n'
PUDDLES = """
name = "Puddles"
place = "Everywhere"
theme = "Wet."
rules = "phylo-1.3"
starter = "pond"
[cards]
grass = 27
fire = 1
pond = 2
"""


@pytest.fixture
def load(tmp_path: Path, capsys):
    """Write the files and run the command; gives its exit status and what it wrote."""

    def run(rows=(GRASS, FIRE, HOME), decks=None, header=COLUMNS):
        with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, header, extrasaction="ignore", restval="")
            writer.writeheader()
            writer.writerows(rows)
        folder = tmp_path / "decks"
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.toml"):
            old.unlink()
        for slug, text in ({"meadow": MEADOW} if decks is None else decks).items():
            (folder / f"{slug}.toml").write_text(text, encoding="utf-8")
        out, err, status = io.StringIO(), io.StringIO(), 0
        try:
            call_command("load_cards", cards=tmp_path / "cards.csv", decks=folder, stdout=out, stderr=err)
        except SystemExit as end:
            status = end.code
        return status, out.getvalue(), err.getvalue()

    return run


def test_a_row_becomes_a_card_and_a_record(load, db):
    assert load()[0] == 0
    grass = Card.objects.get(key="grass")
    assert (grass.terrain_mask, grass.climate_mask) == (0b1001000, 0b0110)
    assert grass.estimated == [
        "scale", "food_chain", "diet", "terrains", "climates", "points", "abilities",
    ]  # fmt: skip
    assert grass.as_record() == {
        "name": "Grass", "latin_name": "Poa pratensis", "kind": "species", "scale": 2, "food_chain": 1,
        "diet": "photosynthetic", "terrains": ["grassland", "urban"], "climates": ["cool", "warm"],
        "points": 2,
        "kingdom": "Plantae", "phylum": "Angiosperms", "class": "Monocots", "tags": ["crop"],
        "abilities": {"spread": {"count": 1, "needs": ["wind"]}},
    }  # fmt: skip
    assert Card.objects.get(key="fire").as_record() == {
        "name": "Fire", "kind": "event", "target": {"terrains": ["grassland"]}, "duration": 2,
        "effects": [{"do": "set-terrains", "to": ["desert"]}],
    }  # fmt: skip
    assert Card.objects.get(key="home").as_record() == {"name": "Home", "kind": "home"}


def test_a_deck_lists_its_cards(load, db):
    load()
    meadow = Deck.objects.ready().get()
    assert (meadow.slug, meadow.place, meadow.rules) == ("meadow", "Everywhere", "phylo-1.4a")
    assert meadow.card_keys() == ["fire"] + ["grass"] * 23


def test_a_deck_of_other_rules_has_their_size_and_cards_and_a_habitat_for_starter(load, db):
    assert load(rows=[GRASS, FIRE, POND, HOME], decks={"meadow": MEADOW, "puddles": PUDDLES})[0] == 0
    puddles = Deck.objects.ready().for_rules("phylo-1.3").get()
    assert (puddles.slug, puddles.rules, puddles.starter) == ("puddles", "phylo-1.3", "pond")
    assert puddles.card_keys() == ["fire"] + ["grass"] * 27 + ["pond"] * 2
    meadow = Deck.objects.for_rules("phylo-1.4a").get()
    assert (meadow.slug, meadow.starter) == ("meadow", "")


def test_loading_twice_changes_nothing(load, db):
    assert load()[1] == "cards: 3 created, 0 changed, 0 unchanged\ndecks: 1 created, 0 changed, 0 unchanged\n"
    ids = set(Card.objects.values_list("pk", flat=True))
    assert load()[1] == "cards: 0 created, 0 changed, 3 unchanged\ndecks: 0 created, 0 changed, 1 unchanged\n"
    assert set(Card.objects.values_list("pk", flat=True)) == ids


def test_a_changed_row_keeps_its_card(load, db):
    load()
    before = Card.objects.get(key="grass").pk
    twenty_two = MEADOW.replace("23", "22").replace("fire = 1", "fire = 2")
    out = load(rows=[GRASS | {"points": "3"}, FIRE, HOME], decks={"meadow": twenty_two})[1]
    assert out == "cards: 0 created, 1 changed, 2 unchanged\ndecks: 0 created, 1 changed, 0 unchanged\n"
    grass = Card.objects.get(key="grass")
    assert (grass.pk, grass.points) == (before, 3)
    assert Deck.objects.get().card_keys().count("fire") == 2


def test_a_row_that_is_gone_leaves_its_card_and_a_deck_that_is_gone_is_not_offered(load, db):
    load()
    load(rows=[GRASS, HOME], decks={})
    assert Card.objects.filter(key="fire").exists()
    assert not Deck.objects.ready().exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", ""),
        ("key", "Two words"),
        ("key", "help"),
        ("key", "fire"),
        ("name", ""),
        ("latin_name", ""),
        ("kind", "plant"),
        ("set", "nowhere"),
        ("scale", "0"),
        ("scale", "10"),
        ("scale", "2.5"),
        ("scale", ""),
        ("food_chain", "many"),
        ("diet", "plants"),
        ("terrains", "meadow"),
        ("terrains", ""),
        ("climates", "cool,warm"),
        ("points", "two"),
        ("kingdom", ""),
        ("class", ""),
        ("abilities", "move = "),
        ("abilities", "swim = 2"),
        ("abilities", "move = 'far'"),
        ("target", "kingdom = 'Plantae'"),
        ("duration", "1"),
        ("effects", "{do = 'discard'}"),
        ("fact", "x" * 111),
        ("fact", ""),
        ("source", ""),
        ("subject", ""),
        ("subject", "figure:griffin"),
    ],
)
def test_a_wrong_field_is_named_with_its_row_and_nothing_is_stored(load, db, field, value):
    status, out, err = load(rows=[FIRE, HOME, GRASS | {field: value}])
    assert status == 2
    assert out == ""
    key = value if field == "key" else "grass"
    assert err.startswith(f"cards.csv, line 4 ({key or 'no key'}), {field}")
    assert err.count("\n") == 1
    assert not Card.objects.exists()
    assert not Deck.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("effects", "{do = 'explode'}"),
        ("effects", ""),
        ("duration", "0"),
        ("scale", "3"),
        ("target", "legs = 4"),
    ],
)
def test_a_wrong_event_is_named(load, db, field, value):
    status, _out, err = load(rows=[GRASS, FIRE | {field: value}, HOME])
    assert status == 2
    assert err.startswith("cards.csv, line 3 (fire), ")
    assert field in err


def test_a_line_counts_from_where_the_row_begins(load, db):
    status, _out, err = load(rows=[GRASS | {"fact": "It\nis\nmown."}, FIRE | {"scale": "1"}, HOME])
    assert (status, err.startswith("cards.csv, line 5 (fire), scale")) == (2, True)


def test_wrong_columns_are_named(load, db):
    status, _out, err = load(header=[*COLUMNS[:-1], "icon"])
    assert (status, "icon, inaturalist" in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (MEADOW.replace("23", "22"), "cards: a deck has 24 cards, not 23"),
        (MEADOW.replace("fire", "ice"), "cards: there is no card 'ice'"),
        (MEADOW.replace("fire = 1", "fire = 1.5"), "cards.fire:"),
        (MEADOW.replace("fire", "home"), "cards: Home is a starter"),
        (MEADOW.replace("fire", "pond"), "cards: Pond: these rules know no habitat cards"),
        (PUDDLES.replace("27", "26"), "cards: a deck has 30 cards, not 29"),
        (PUDDLES.replace("phylo-1.3", "phylo-2"), "rules: 'phylo-2' is not one of phylo-1.4a, phylo-1.3"),
        (PUDDLES.replace('"pond"', '"grass"'), "starter: 'grass'"),
        (PUDDLES.replace('"pond"', '"lake"'), "starter: 'lake'"),
        (PUDDLES.replace('"pond"', '"home"'), "starter: 'home'"),
        (MEADOW.replace("[cards]", 'starter = "pond"\n[cards]'), "starter: 'pond'"),
        (MEADOW.replace("place", "where"), "where:"),
        (MEADOW.replace('"Green."', "3"), "theme:"),
        ('name = "Meadow"\nplace = "A"\ntheme = "B"\n', "cards:"),
        ("name = ", "not readable"),
    ],
)
def test_a_wrong_deck_is_named_and_nothing_is_stored(load, db, text, field):
    status, _out, err = load(rows=[GRASS, FIRE, POND, HOME], decks={"meadow": text})
    assert status == 2
    assert err.startswith("decks/meadow.toml, ") or "meadow.toml: not readable" in err
    assert field in err
    assert not Card.objects.exists()


def test_missing_files_are_one_line(db, tmp_path, capsys):
    err = io.StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("load_cards", cards=tmp_path / "none.csv", decks=tmp_path, stderr=err)
    assert caught.value.code == 2
    assert "none.csv: No such file" in err.getvalue()


def test_the_real_card_set_loads(db):
    call_command("load_cards", verbosity=0, stdout=io.StringIO())
    assert Card.objects.filter(kind="species").count() >= 450
    assert Card.objects.filter(kind="event").count() >= 50
    assert Card.objects.filter(kind="habitat").count() >= 16
    assert Deck.objects.ready().for_rules("phylo-1.4a").count() >= 12
    assert Deck.objects.ready().for_rules("phylo-1.3").count() >= 6
