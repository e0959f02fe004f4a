"""Why a card fits nowhere: the sentence must be true of every space."""

import pytest
from hypothesis import given

from engine.phylo import refusals
from engine.phylo.bonds import fits as engine_fits
from engine.phylo.nowhere import nowhere
from engine.phylo.state import State
from tests.engine.build import BOTH, V13, game, species
from tests.engine.build import space as card
from tests.engine.playouts import Playout, playouts, quick


def why(state: State, key: str) -> tuple[str, str, str]:
    found = nowhere(state, 0, key)
    return found.code, found.clause, found.message


def test_P18_nothing_is_food():
    state = game(card(-1, 0, 0, "oak"), hand="stoat")
    sentence = "Nothing on the table feeds A species. It hunts animals of number 2 and scale 1 to 3."
    assert why(state, "stoat") == ("no-food", "P18", sentence)
    both = game(card(-1, 0, 0, "oak"), hand="stoat", rules=V13)
    assert "of number 2 and 3 and scale" in why(both, "stoat")[2]


@pytest.mark.parametrize("rules", BOTH)
def test_P18_all_prey_is_too_big(rules: str):
    state = game(card(-1, 0, 0, "plum"), card(-2, 0, 0, "horse"), hand="stoat", rules=rules)
    assert why(state, "stoat")[:2] == ("too-big", "P18")


def test_P18_what_an_omnivore_and_a_herbivore_eat():
    state = game(hand="robin hare")
    assert "It eats plants, and animals of number 2 and scale 1 to 4." in why(state, "robin")[2]
    assert "It eats plants and other cards with number 1." in why(state, "hare")[2]


def test_P18_a_herbivore_that_these_rules_never_feed():
    state = game(card(-1, 0, 0, "oak"), hand="cow", cards={"cow": species(3, "herbivore")})
    assert why(state, "cow")[2] == "Nothing on the table feeds A species."


def test_P16_food_in_another_terrain_or_climate():
    there = {"camel": species(2, terrains="desert"), "yak": species(2, climates="cold")}
    state = game(card(-1, 0, 0, "oak"), hand="camel yak", cards=there)
    terrain = "A species lives in desert. Its food on the table does not live there."
    assert why(state, "camel") == ("no-terrain", "P16", terrain)
    climate = "A species lives where it is cold. Its food on the table needs another climate."
    assert why(state, "yak") == ("no-climate", "P16", climate)


def test_P19_what_suits_it_belongs_to_the_other_player():
    state = game(card(2, 0, 1, "oak"), hand="hare", rules=V13)
    assert why(state, "hare")[:2] == ("no-neighbour", "P19")


def test_P22_no_space_is_free_beside_its_food():
    round_it = [card(-1, 1, 0, "cactus"), card(-1, -1, 0, "cactus"), card(-2, 0, 0, "cactus")]
    state = game(card(-1, 0, 0, "oak"), *round_it, hand="hare")
    assert why(state, "hare")[:2] == ("no-space", "P22")


def test_P27_a_choosy_card_and_one_without_its_partner():
    more = {
        "panda": species(2, feeds_only={"name": "Bamboo"}),
        "clown": species(2, beside={"name": "Anemone"}),
    }
    state = game(card(-1, 0, 0, "oak"), hand="panda clown", cards=more)
    assert why(state, "panda")[:2] == ("no-food", "P27")
    assert why(state, "clown")[:2] == ("not-adjacent", "P27")


def test_P24_a_parasite_without_a_host():
    assert why(game(card(-1, 0, 0, "oak"), hand="fluke"), "fluke")[2] == (
        "A species lives only under a host, and no host for it lies on the table."
    )
    taken = [card(-1, 0, 0, "oak"), card(-2, 0, 0, "hare", under={"owner": 0, "card": "tick"})]
    assert why(game(*taken, hand="fluke"), "fluke")[:2] == ("stack-full", "P24")


def test_P28_an_event_without_a_target():
    assert why(game(hand="hunt"), "hunt")[2] == "An event is played on a species, and none lies on the table."
    assert why(game(card(-1, 0, 0, "fungus"), hand="wildfire"), "wildfire")[:2] == ("bad-target", "P28")


@quick
@given(playouts())
def test_the_reason_is_true_of_every_space(game: Playout):
    """What fits nowhere has a reason, and no refusal of a single space contradicts it."""
    state = game.state
    if not state.running or state.actions_left <= 0:
        return
    seat = state.seat
    for key in sorted(set(state.position()["hands"][seat])):
        fits = engine_fits(state, seat, key=key)
        if not fits or any(fit.refusal is None for fit in fits):
            continue
        found = nowhere(state, seat, key)
        assert found.template != refusals.SUITS_NOWHERE
        bonds = [bond for fit in fits for bond in fit.bonds]
        if found.code in ("no-food", "too-big", "no-terrain", "no-climate", "no-space"):
            assert not any(bond.supports for bond in bonds)
        if found.code == "no-food":
            assert not any(bond.kind == "too-big" for bond in bonds)
