"""What the card set keeps after its corrections: events that differ, and number 1 within bounds."""

import json
from collections import Counter

from tests.ready_decks import ready_decks

CARDS = ready_decks()[0]


def test_no_two_events_do_the_same():
    events = [card for card in CARDS.values() if card["kind"] == "event"]
    does = [[card.get("target"), card["duration"], card["effects"]] for card in events]
    assert max(Counter(json.dumps(each, sort_keys=True) for each in does).values()) == 1


def test_no_card_that_makes_its_own_food_is_worth_a_deck_of_nothing_else():
    assert max(card["points"] for card in CARDS.values() if card.get("food_chain") == 1) == 5
