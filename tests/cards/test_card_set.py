"""What the real card set offers: every keyword and effect of the record format, habitats, playable decks."""

from collections import Counter

import pytest

from cards.models import Terrain
from engine.phylo.cards import ABILITIES, EFFECTS
from engine.phylo.start import Setup
from tests.ready_decks import deck_starters, ready_decks

CARDS, DECKS = ready_decks("phylo-1.3")
STARTERS = deck_starters("phylo-1.3")


def of_kind(kind):
    return [card for card in CARDS.values() if card["kind"] == kind]


def test_every_keyword_is_on_two_species_at_least():
    uses = Counter()
    for card in of_kind("species"):
        for name, value in card["abilities"].items():
            uses[name] += 1
            if name == "spread":
                uses.update(f"spread by {need}" for need in value["needs"] or ["itself"])
            if name == "parasitic":
                uses[f"parasitic, needs host: {value['needs_host']}"] += 1
    asked = {*ABILITIES, "spread by itself", "spread by pollinator", "spread by wind"}
    asked |= {"parasitic, needs host: True", "parasitic, needs host: False"}
    assert {name: uses[name] for name in asked if uses[name] < 2} == {}


def test_every_effect_is_on_an_event():
    assert {effect["do"] for card in of_kind("event") for effect in card["effects"]} == set(EFFECTS)


def test_every_terrain_is_on_two_habitats_at_least():
    habitats = of_kind("habitat")
    assert len(habitats) >= 16
    uses = Counter(terrain for card in habitats for terrain in card["terrains"])
    assert all(uses[terrain] >= 2 for terrain in Terrain.values)
    assert {len(card["terrains"]) for card in habitats} <= {1, 2, 3}
    assert {card["points"] for card in habitats} == {0, 1, 2}


@pytest.mark.parametrize("slug", sorted(DECKS))
def test_a_deck_with_habitats_gets_a_card_down_on_the_first_turn(slug):
    habitats = [key for key in DECKS[slug] if CARDS[key]["kind"] == "habitat"]
    assert 2 <= len(habitats) <= 4
    starters = [STARTERS[slug]] * 2
    setup = Setup.check("phylo-1.3", CARDS, [DECKS[slug]] * 2, starters=starters)
    playable = 0
    for seed in range(100):
        state = setup.deal(seed)
        playable += any(action["do"] == "play" for action in state.legal(state.to_act[0]))
    assert playable >= 95
