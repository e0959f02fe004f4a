"""The game's food web beside reported feeding: what each pair is judged to be, the page and the command."""

import csv
import io
import json
from html import unescape

import pytest
from django.core.management import call_command
from django.test import Client

from cards.evidence import food_web
from cards.evidence.comparison import Lack, Verdict, compared, lacks, lives_on
from cards.evidence.data_sets import read_data_sets
from cards.evidence.food_web import NOWHERE, Filters, comparison
from cards.evidence.loading.shipped import INTERACTIONS_PATH
from cards.evidence.models import DataSet, Interaction
from cards.models import Diet, derive
from engine.phylo.cards import Card
from engine.phylo.rules import RULES as ENGINE_RULES
from tests.factories import DeckFactory, cards_of
from tests.ready_decks import ready_decks

RULES = "phylo-1.4a"
CARDS, DECKS = ready_decks()
SPECIES = {key: Card.parse(key, card) for key, card in CARDS.items() if card["kind"] == "species"}


def animal(key: str, **values: object) -> Card:
    told = {"name": key, "kind": "species", "scale": 5, "food_chain": 2, "diet": "herbivore"}
    return Card.parse(key, told | {"terrains": ["forest"], "climates": ["cool"]} | values)


HARE = animal("hare")
FISH = animal("fish", terrains=["ocean"], scale=4)
WOLF = animal("wolf", food_chain=3, diet="carnivore", scale=6)
MOOSE = animal("moose", scale=8)
OWL = animal("owl", food_chain=3, diet="carnivore", climates=["hot"])
GRASS = animal("grass", food_chain=1, diet="photosynthetic", scale=3)
LICE = animal(
    "lice", food_chain=3, diet="carnivore", scale=2, abilities={"parasitic": {"host": {}, "needs_host": True}}
)


@pytest.mark.parametrize(
    ("eater", "eaten", "missing"),
    [
        (WOLF, HARE, []), (WOLF, MOOSE, [Lack.SCALE]), (WOLF, FISH, [Lack.TERRAIN]),
        (OWL, MOOSE, [Lack.CLIMATE, Lack.SCALE]), (WOLF, OWL, [Lack.CLIMATE, Lack.NUMBER]),
        (WOLF, GRASS, [Lack.DIET]), (HARE, WOLF, [Lack.DIET, Lack.NUMBER, Lack.SCALE]),
        (WOLF, LICE, [Lack.OTHER]),
    ],
)  # fmt: skip
def test_what_keeps_a_pair_apart(eater, eaten, missing):
    assert list(lacks(eater, eaten, RULES)) == missing
    assert lives_on(eater, eaten, RULES) == (not missing)


def test_a_parasite_lives_on_its_host():
    assert lives_on(LICE, HARE, RULES)


@pytest.mark.parametrize("rules", sorted(ENGINE_RULES))
def test_niches_give_what_the_engine_says_of_every_pair(rules):
    rows = [card for card in cards_built() if card.kind == "species"]
    cards = [SPECIES[card.key] for card in rows]
    judged = compared(cards, [card.niche for card in rows], set(), rules)
    told = {(pair.eater, pair.eaten) for pair in judged}
    here = range(0, len(cards), 3)
    asked = {(x, y) for x in here for y in here if x != y and lives_on(cards[x], cards[y], rules)}
    assert {(x, y) for x, y in told if x % 3 == y % 3 == 0} == asked


def cards_built() -> list:
    from cards.exchange.site_files import read_cards
    from cards.services.card_file import read_sets
    from engine.sets import CARDS_PATH, SETS_PATH

    cards = read_cards(CARDS_PATH, [each.key for each in read_sets(SETS_PATH)])
    for card in cards:
        derive(card)
    return cards


@pytest.fixture
def world(db) -> None:
    hunter = {"food_chain": 3, "diet": Diet.CARNIVORE, "animal": True}
    cards_of(
        {"hare": {"animal": True, "latin_name": "Lepus timidus", "terrains": ["forest"]},
         "moose": {"animal": True, "latin_name": "Alces alces", "scale": 8, "terrains": ["forest"]},
         "fox": {**hunter, "latin_name": "Vulpes vulpes", "scale": 7, "terrains": ["forest", "urban"]},
         "gull": {**hunter, "latin_name": "Larus argentatus", "scale": 7, "terrains": ["ocean"]},
         "grass": {"latin_name": "Poa pratensis", "terrains": ["forest"]}}
    )  # fmt: skip
    source = DataSet.objects.create(
        key="web",
        title="A web",
        citation="Ann (2020) A web.",
        licence="CC0-1.0",
        address="https://example.org",
    )
    for eater, eaten, place in (
        ("Vulpes vulpes", "Lepus timidus", "Sweden"), ("Vulpes vulpes", "Lepus timidus", "Norway"),
        ("Vulpes vulpes", "Alces alces", ""), ("Larus argentatus", "Lepus timidus", ""),
        ("Vulpes vulpes", "Vulpes vulpes", ""), ("Vulpes vulpes", "Nothing known", ""),
    ):  # fmt: skip
        Interaction.objects.create(data_set=source, eater=eater, eaten=eaten, kind="preysOn", place=place)


def told(**filters: str) -> list[tuple[str, str, str]]:
    found = comparison(RULES)
    keys = [card.key for card in found.cards]
    return [
        (keys[pair.eater], keys[pair.eaten], pair.verdict.value) for pair in found.found(Filters(**filters))
    ]


def test_pairs_are_confirmed_possible_or_against_the_rules(world):
    assert told() == [
        ("fox", "moose", "impossible"), ("gull", "hare", "impossible"), ("fox", "hare", "confirmed"),
        ("hare", "grass", "possible"), ("moose", "grass", "possible"),
    ]  # fmt: skip
    assert told(lack=Lack.TERRAIN) == told(terrain=NOWHERE) == [("gull", "hare", "impossible")]
    assert told(card="moose", verdict="possible") == [("moose", "grass", "possible")]
    assert len(told(data_set="web")) == 3
    assert told(deck="no-such-deck") == []


def test_counts_by_terrain_and_deck(world):
    DeckFactory(slug="woods", name="Woods", ready=True, cards={"hare": 2, "fox": 2, "grass": 2})
    found = comparison(RULES)
    assert found.by_terrain(found.pairs)["forest"] == {
        Verdict.CONFIRMED: 1, Verdict.POSSIBLE: 2, Verdict.IMPOSSIBLE: 1,
    }  # fmt: skip
    assert found.by_terrain(found.pairs)[NOWHERE][Verdict.IMPOSSIBLE] == 1
    assert found.by_deck(found.pairs)["woods"] == {
        Verdict.CONFIRMED: 1, Verdict.POSSIBLE: 1, Verdict.IMPOSSIBLE: 0,
    }  # fmt: skip


def test_it_is_computed_again_only_when_something_changes(world):
    first = comparison(RULES)
    assert comparison(RULES) is first
    Interaction.objects.create(data_set_id="web", eater="Lepus timidus", eaten="Poa pratensis")
    assert comparison(RULES) is not first
    assert ("hare", "grass", "confirmed") in told()


def test_of_many_species_only_those_that_are_reported_are_read(world, monkeypatch):
    monkeypatch.setattr(food_web, "MOST", 3)
    found = comparison(RULES)
    assert {card.key for card in found.cards} == {"fox", "gull", "hare", "moose"}
    assert {verdict for _eater, _eaten, verdict in told()} == {"confirmed", "impossible"}


def test_the_page_says_why_and_who_says_so(world):
    page = " ".join(unescape(Client().get("/cards/food-web/").content.decode()).split())
    assert "Moose (scale 8) is too big for Fox (scale 7) to catch." in page
    assert "Hare lives in forest, Gull in ocean." in page
    assert "preys on (Norway; Sweden)" in page
    assert "Ann (2020) A web." in page
    assert "CC0-1.0 · 3 pairs of these cards" in page
    only = Client().get("/cards/food-web/", {"verdict": "confirmed", "card": "hare"}).content.decode()
    assert "Only pairs with Hare." in only
    assert "too big" not in only
    assert Client().get("/cards/food-web/", {"rules": "chess"}).status_code == 404
    assert Client().get("/cards/food-web/", {"terrain": "moon"}).status_code == 400


def test_the_command_prints_the_same(world, capsys):
    call_command("compare_food_web", verdict="impossible", form="csv")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["eater"], row["eaten"], row["lacks"]) for row in rows] == [
        ("fox", "moose", "scale"), ("gull", "hare", "terrain"),
    ]  # fmt: skip
    assert rows[0]["why"] == "Moose (scale 8) is too big for Fox (scale 7) to catch."
    call_command("compare_food_web", form="json")
    given = json.loads(capsys.readouterr().out)
    assert given["counts"] == {"confirmed": 1, "possible": 2, "impossible": 2}
    assert given["pairs"][2]["places"] == "Norway;Sweden"
    call_command("compare_food_web")
    assert "fox eats hare: web" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        call_command("compare_food_web", card="unicorn")
    assert capsys.readouterr().err == "there is no card 'unicorn'\n"


def test_shipped_feeding_is_among_our_cards_and_has_citations():
    names = {card["latin_name"] for card in CARDS.values() if card["kind"] == "species"}
    with INTERACTIONS_PATH.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["data_set"] for row in rows} <= read_data_sets().keys()
    assert {row["eater"] for row in rows} | {row["eaten"] for row in rows} <= names
    assert len({(row["eater"], row["eaten"]) for row in rows if row["data_set"] == "mojave-food-web"}) >= 78
