"""The pages of all cards that come with the site: explanations, food webs, and the searches in them."""

import re

import pytest
from django.urls import reverse

from cards.card_page.food_web import DRAWN, food_web
from cards.glossary import as_search, explain
from cards.glossary.food import food_for
from cards.models import Card, Kind
from cards.search.services.search import CardSearch
from cards.search.vocabulary import as_engine
from engine.phylo.criteria import Criterion
from engine.phylo.support import food_lack, host_lack, neighbour_lack
from tests.cards.test_card_page import RULES, drawn_keys, found, page_of

pytestmark = [pytest.mark.once, pytest.mark.django_db]


@pytest.fixture(scope="module")
def real_cards(real_set: None) -> dict[str, Card]:
    return {card.key: card for card in Card.objects.select_related("card_set")}


def test_every_card_is_explained_by_both_rule_sets(real_cards):
    searches = set()
    for card in real_cards.values():
        for rules in RULES:
            sections = explain(card, rules)
            entries = [entry for section in sections for entry in section.entries]
            assert entries, card.key
            for entry in entries:
                assert entry.title, (card.key, entry)
                assert entry.text, (card.key, entry)
                assert "%(" not in entry.text, (card.key, entry)
                searches.add(entry.search)
    for text in searches - {""}:
        assert CardSearch(text).count or "name=" in text or "tag=" in text, text


def test_a_criterion_as_a_search_finds_those_that_meet_it(real_cards):
    species = {key: as_engine(card) for key, card in real_cards.items() if card.kind == Kind.SPECIES}
    checked = 0
    for card in real_cards.values():
        abilities = card.abilities or {}
        criteria = [
            *(abilities[name] for name in ("beside", "feeds_only", "feeds_also") if name in abilities),
            *(abilities["invasive"]["on"] for name in ("invasive",) if name in abilities),
            *(abilities["parasitic"]["host"] for name in ("parasitic",) if name in abilities),
            *([card.target] if card.target else []),
            *(effect["which"] for effect in card.effects if "which" in effect),
        ]
        bearer = species[card.key].printed if card.kind == Kind.SPECIES else None
        for data in criteria:
            criterion = Criterion.parse("criterion", data)
            expected = {key for key, each in species.items() if criterion.met_by(each.printed, bearer)}
            assert found(as_search(data, card if bearer else None)) == expected, (card.key, data)
            checked += 1
    assert checked > 80


@pytest.mark.parametrize("rules", RULES)
def test_P18_the_words_for_food_are_those_of_the_engine(real_cards, rules):
    """What `food_for` says of numbers and scales against the engine, for every pair of real species."""
    species = [card for card in real_cards.values() if card.kind == Kind.SPECIES]
    known = {card.key: as_engine(card) for card in species}
    for eater in species:
        if not {"feeds_only", "feeds_also"}.isdisjoint(eater.abilities):
            continue
        eats = food_for(
            eater.diet, eater.food_chain, eater.scale, bool(eater.abilities.get("any_scale")), rules
        )
        for food in species:
            if known[food.key].abilities.needs_host:
                continue
            missing = food_lack(known[eater.key], known[food.key], rules)
            if missing in ("no-terrain", "no-climate"):
                continue
            if food.food_chain == 1:
                fed = {
                    "any": True,
                    "green": food.diet == "photosynthetic",
                    "plants": food.kingdom == "Plantae",
                    "": False,
                }[eats.first]
            else:
                fed = food.scale <= dict(eats.prey).get(food.food_chain, 0)
            assert fed == (missing is None), (eater.key, food.key)


@pytest.mark.parametrize("rules", RULES)
def test_the_food_web_is_the_engines(real_cards, rules):
    """Every drawn card is what it is drawn as, and the numbers are those of all real cards."""
    known = {key: as_engine(card) for key, card in real_cards.items()}
    chosen = [
        card for at, card in enumerate(real_cards.values()) if at % 9 == 0 and card.kind == Kind.SPECIES
    ]
    for card in chosen:
        web, x = food_web(card, rules), known[card.key]
        eaters = {key for key, each in known.items() if food_lack(each, x, rules) is None}
        assert drawn_keys(web.above) <= eaters
        assert (web.above.total, len(web.above.cards)) == (
            len(eaters),
            min(DRAWN, len(eaters - {card.key})),
        ), card.key
        if card.food_chain > 1 and not (card.abilities.get("parasitic") or {}).get("needs_host"):
            foods = {key for key, each in known.items() if food_lack(x, each, rules) is None}
            assert drawn_keys(web.below) <= foods
            assert web.below.total == len(foods), card.key


@pytest.mark.parametrize("rules", RULES)
def test_P16_a_card_with_number_1_leans_on_whatever_shares_its_place(real_cards, rules):
    known = {key: as_engine(card) for key, card in real_cards.items()}
    plants = [
        card
        for card in real_cards.values()
        if card.food_chain == 1 and not {"beside", "feeds_only", "parasitic"} & card.abilities.keys()
    ]
    for card in plants[::8] + [card for card in plants if card.abilities.get("any_terrain")]:
        web = food_web(card, rules)
        fits = {
            key
            for key, each in known.items()
            if each.kind != "home" and neighbour_lack(known[card.key], each, rules) is None
        }
        assert found(web.beside[0].search, rules) == fits, card.key
        assert str(len(fits)) in web.beside[0].text
        assert web.below.root == ("light" if card.diet == "photosynthetic" else "carbon")
        assert web.below.cards[0].kind == Kind.HOME
        assert drawn_keys(web.below) <= fits


def test_P24_a_parasite_that_needs_a_host_is_shown_with_its_hosts(real_cards):
    known = {key: as_engine(card) for key, card in real_cards.items()}
    ticks = [c for c in real_cards.values() if (c.abilities.get("parasitic") or {}).get("needs_host")]
    assert ticks
    for card in ticks:
        x = known[card.key]
        assert x.abilities.parasitic is not None
        hosts = {
            key
            for key, each in known.items()
            if each.kind == "species"
            and x.abilities.parasitic.host.met_by(each.printed, x.printed)
            and host_lack(x, each) is None
        }
        side = food_web(card, RULES[0]).below
        assert (found(side.search), side.total) == (hosts, len(hosts)), card.key


def test_P21_a_habitat_supports_number_1_in_V1_3_alone(real_cards):
    known = {key: as_engine(card) for key, card in real_cards.items()}
    for card in [card for card in real_cards.values() if card.kind == Kind.HABITAT][::4]:
        web = food_web(card, "phylo-1.3")
        dwellers = {
            key
            for key, each in known.items()
            if each.kind == "species" and neighbour_lack(each, known[card.key], "phylo-1.3") is None
        }
        assert drawn_keys(web.above) <= dwellers
        assert web.above.total == len(dwellers), card.key
        beside = {
            key
            for key, each in known.items()
            if each.kind != "home" and neighbour_lack(known[card.key], each, "phylo-1.3") is None
        }
        assert found(web.below.search, "phylo-1.3") == beside, card.key
        assert not food_web(card, "phylo-1.4a").above.cards


def test_real_cards_have_pages(client, real_cards):
    """HOME and every fifth; a page takes 40 ms."""
    for key in ("home", *sorted(real_cards)[::5]):
        card = real_cards[key]
        page = page_of(client, key)
        name = card.name.upper() if card.kind == Kind.HOME else card.name
        assert f"<h1>{name}</h1>" in page
        assert "None" not in re.sub(r"<[^>]+>", " ", page), key
        assert reverse("card-record", args=[key]) in page
