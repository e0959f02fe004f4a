"""What is wrong with a deck, in words, each with a search against it."""

import pytest

import engine
from cards.decks.insight.problems import Problem, problems
from cards.decks.models.contents import Contents
from cards.loading.load import load_card_set
from cards.search.services.search import CardSearch
from engine.phylo.rules import Options
from tests.decks.small_decks import CARDS, MADE, READY, deck, full
from tests.engine.build import V13, V14

pytestmark = pytest.mark.once


def found(contents: Contents, cards=MADE, **more) -> dict[str, Problem]:
    return {problem.code: problem for problem in problems(contents, cards, **more)}


@pytest.mark.parametrize("slug", READY)
def test_a_ready_deck_has_no_error_and_no_hungry_card(slug):
    codes = {problem.code for problem in problems(READY[slug], CARDS)}
    assert codes <= {"cannot-spread"}


@pytest.mark.parametrize(("rules", "size"), [(V14, 24), (V13, 30)])
def test_P6_cards_short_and_cards_too_many(rules, size):
    short = found(deck("oak " * (size - 2), rules))["too-few"]
    assert short.text == f"Two cards short. Rules {rules[6:]} ask for exactly {size}."
    assert short.severity == "error"
    assert short.search.startswith("kind:species (food:1 or eats:oak)")
    many = found(deck("oak " * (size + 1), rules))["too-many"]
    assert many.text == f"One card too many. Rules {rules[6:]} ask for exactly {size}."
    assert "13 cards short." in found(deck("oak " * (size - 13), rules))["too-few"].text


def test_P6_cards_that_cannot_be_in_a_deck():
    wrong = found(deck("oak wood home nothing"))
    assert wrong["habitat"].text == "Rules 1.4a have no habitat cards, so A habitat cannot stay."
    assert wrong["starter-in-deck"].text == "HOME is a starter and cannot be one of the deck's cards."
    assert wrong["no-card"].text == "There is no card “nothing”."
    assert "habitat" not in found(deck("oak wood", V13))


def test_P6_copies_are_counted_where_the_match_limits_them():
    contents = full("oak hare")
    assert "copies" not in found(contents)
    limited = found(contents, options=Options(max_copies=4))["copies"]
    assert limited.text == "23 copies of Oak are too many: the match allows 4 of a card."


def test_P4_the_starter():
    assert "no-starter" not in found(full("oak", V13, starter="wood"))
    assert "no-starter" in found(full("oak", V14, starter="wood"))
    assert found(full("oak", V13, starter="oak"))["no-starter"].search == "kind:habitat"
    assert "no-starter" in found(full("oak", V13, starter="gone"))


def test_P7_the_opening_hand():
    assert not found(full("oak hare", opening_hand=["oak"] * 4 + ["hare"]))
    short = found(full("oak hare", opening_hand=["oak"] * 4))["opening-hand"]
    assert short.text == "The opening hand has 4 cards. Rules 1.4a ask for 5 out of the deck."
    assert "opening-hand" in found(full("oak hare", opening_hand=["hare"] * 5))
    assert "opening-hand-chosen" in found(full("oak hare", V13, opening_hand=["oak"] * 5))
    hungry = found(full("oak hare hare hare hare hare", opening_hand=["hare"] * 5))
    assert set(hungry) == {"hand-without-first-play"}


@pytest.mark.parametrize(
    ("cards", "code", "text", "search"),
    [
        ("oak fox", "no-food", "Fox has no food: nothing of number 2 is in the deck.", "eatenby:fox"),
        ("oak hare owl", "no-terrain",
         "Owl has no food: nothing of number 2 lives in tundra.", "eatenby:owl"),
        ("oak hare heron", "no-climate",
         "Heron has no food: nothing of number 2 lives where it is hot.", "eatenby:heron"),
        ("oak hare stoat", "too-big",
         "Stoat (scale 4) has no food: all that it could hunt is too big, scale 5 or more.", "eatenby:stoat"),
        ("oak koala", "no-food", "Koala has no food: nothing on its menu is in the deck.", "eatenby:koala"),
        ("oak grazer", "never-fed", "Grazer can never eat: under rules 1.4a no card is food for it.", ""),
        ("oak clownfish", "no-partner",
         "Clownfish has no company: it must lie beside Anemone, and the deck has none.",
         "kind:species name=Anemone"),
        ("clover mistletoe", "no-host",
         "Mistletoe has no host: no card that it can live under shares its terrain and its climate.",
         "kind:species name=Oak terrain:forest climate:cool"),
    ],
)  # fmt: skip
def test_an_orphan_is_told_with_its_reason(cards, code, text, search):
    problem = found(full(cards))[code]
    assert (problem.text, problem.search, problem.severity) == (text, search, "warning")
    assert problem.keys == (cards.split()[-1],)


def test_P16_terrain_and_climate_may_be_missing_together():
    prey = {"mouse": {**MADE["hare"], "terrains": ["urban"], "climates": ["hot"]}}
    problem = found(full("oak hare mouse hawk"), {**MADE, **prey})["no-place"]
    assert problem.text == "Hawk has no food: nothing of number 2 lives in urban where it is cool or warm."


def test_P18_an_omnivore_misses_plants_as_well():
    bear = {"bear": {**MADE["owl"], "name": "Bear", "diet": "omnivore"}}
    problem = found(full("oak hare bear"), {**MADE, **bear})["no-terrain"]
    assert problem.text == "Bear has no food: no plant of number 1 and nothing of number 2 lives in tundra."


def test_P21_with_a_habitat_as_starter_a_plant_may_have_no_place():
    assert "no-ground" not in found(full("oak", V13))
    problem = found(full("oak clover", V13, starter="dune"))["no-ground"]
    assert problem.search == "kind:habitat terrain:forest climate:cool"


def test_a_card_that_needs_an_orphan_is_stranded():
    wrong = found(full("oak fox lynx"))
    assert wrong["stranded"].text == "Lynx needs Fox, which finds nothing to live on itself."
    assert wrong["stranded"].search == "eatenby:lynx (food:1 or eats:oak)"


def test_decks_in_which_nothing_can_begin():
    assert {"no-base", "no-first-play"} <= set(found(full("hare fox")))
    assert "no-first-play" in found(full("clownfish hare"))
    rare = found(deck("oak " * 4 + "hare " * 20))["few-first-plays"]
    assert rare.text == "In 36 % of all opening hands no card can be played first."
    assert "few-first-plays" not in found(deck("oak " * 12 + "hare " * 12))


def test_P28_an_event_without_a_target():
    assert "no-target" not in found(full("oak fire"))
    problem = found(full("oak blight"))["no-target"]
    assert problem.search == "kind:species diet:omnivore"


def test_P26_a_card_that_cannot_spread():
    assert found(full("foxglove oak"))["cannot-spread"].search == "is:pollinator"
    assert not found(full("foxglove bee"))


def test_an_empty_deck_only_lacks_cards():
    assert set(found(deck(""))) == {"too-few"}


def test_unknown_rules_are_refused():
    with pytest.raises(engine.InvalidSetup):
        problems(Contents.of({"oak": 1}, "chess"), MADE)


HUNGRY = {"no-food", "no-terrain", "no-climate", "no-place", "too-big"}


def mixed(slug: str, other: str) -> Contents:
    """The lower half of a ready deck, and the upper half of another."""
    low = {key: n for key, n in READY[slug].cards.items() if CARDS[key].get("food_chain", 0) <= 2}
    high = {key: n for key, n in READY[other].cards.items() if CARDS[key].get("food_chain", 0) >= 3}
    return Contents.of({**low, **high}, READY[slug].rules)


@pytest.mark.django_db
def test_every_search_is_understood_and_what_it_finds_repairs():
    load_card_set()
    codes = set()
    slugs = sorted(READY)
    for slug, other in zip(slugs[::3], slugs[1::2], strict=False):
        broken = mixed(slug, other)
        for problem in problems(broken, CARDS):
            search = CardSearch(problem.search, rules=broken.rules)
            # Who feeds only on certain cards may find none that this deck would feed.
            assert search.count or problem.code == "stranded", problem
            codes.add(problem.code)
            if problem.code in HUNGRY:
                first = search.slice_after(size=1).cards[0]
                mended = problems(broken.with_copies(first.key, 1), CARDS)
                assert problem.keys not in {each.keys for each in mended if each.code in HUNGRY}
    assert {"no-food", "no-terrain", "no-climate", "too-few", "cannot-spread"} <= codes, codes
