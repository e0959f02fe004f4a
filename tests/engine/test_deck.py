"""What a deck, a starter and an opening hand must be, as codes and in words: P4, P6 and P7."""

import pytest

from engine.phylo.cards import Card
from engine.phylo.deck import deck_faults, deck_problems, hand_fault, starter_fault
from engine.phylo.rules import RULES, V1_3, V1_4A, Options, rule_set
from engine.phylo.support import host_lack, partner_met
from tests.engine.build import BOTH, CARDS, PLACES, V13, V14, species

KNOWN = {key: Card.parse(key, card) for key, card in {**CARDS, **PLACES}.items()}


def faults(deck: str, rules: str = V14, **options):
    chosen = rule_set(rules)
    return deck_faults(chosen, Options(**options), KNOWN, deck.split())


@pytest.mark.parametrize("rules", BOTH)
def test_P6_a_full_deck_has_no_fault(rules):
    assert faults("oak " * RULES[rules].deck_size, rules) == []


def test_P6_faults_tell_what_there_is_and_what_may_be():
    size, gone, home, place = faults("gone home wood")
    assert (size.code, size.count, size.allowed) == ("size", 3, 24)
    assert (gone.code, gone.key) == ("no-card", "gone")
    assert (home.code, home.name) == ("starter-in-deck", "HOME")
    assert (place.code, place.key, place.name) == ("habitat", "wood", "A habitat")
    assert [fault.code for fault in faults("wood", V13)] == ["size"]
    copies = faults("oak " * 24, max_copies=3)[0]
    assert (copies.code, copies.key, copies.count, copies.allowed) == ("copies", "oak", 24, 3)


def test_P6_faults_and_problems_say_the_same():
    chosen, deck = V1_4A, ["gone", "home", "wood", "oak", "oak"]
    options = Options(max_copies=1)
    found = deck_faults(chosen, options, KNOWN, deck)
    assert [fault.message for fault in found] == deck_problems(chosen, options, KNOWN, deck) == [
        "a deck has 24 cards, not 5",
        "there is no card 'gone'",
        "HOME is a starter and no part of a deck",
        "2 copies of A species, at most 1 are allowed",
        "A habitat: these rules know no habitat cards",
    ]  # fmt: skip


def test_P4_starters():
    assert starter_fault(V1_4A, KNOWN, "home") is None
    assert starter_fault(V1_3, KNOWN, "wood") is None
    for rules, key in ((V1_4A, "wood"), (V1_3, "oak"), (V1_3, "gone")):
        fault = starter_fault(rules, KNOWN, key)
        assert fault is not None
        assert (fault.code, fault.clause, fault.key) == ("no-starter", "P4", key)
        assert fault.message == f"{key!r} is no starter under these rules"


def test_P7_opening_hands():
    deck = ["oak"] * 20 + ["hare"] * 4
    assert hand_fault(V1_4A, deck, ["oak"] * 5) is None
    for hand in (["oak"] * 4, ["oak"] * 6, ["hare"] * 5, ["fox"] * 5):
        fault = hand_fault(V1_4A, deck, hand)
        assert fault is not None
        assert (fault.code, fault.clause, fault.allowed) == ("opening-hand", "P7", 5)


def test_P24_who_may_live_under_whom():
    under = Card.parse("tick", species(2, terrains="forest desert", parasitic={"host": {"name": "Hare"}}))
    hare, wet = species(2, name="Hare"), species(2, name="Hare", terrains="ocean")
    cold, fox = species(2, name="Hare", climates="cold"), species(3, name="Fox")
    answers = [host_lack(under, Card.parse("host", card)) for card in (hare, wet, cold, fox)]
    assert answers == [None, "no-terrain", "no-climate", "no-host"]
    assert host_lack(Card.parse("hare", hare), Card.parse("fox", fox)) == "no-host"


def test_P27_who_is_a_partner():
    choosy = Card.parse("choosy", species(beside={"terrains": "ocean"}))
    wet, dry = species(terrains="ocean", climates="hot"), species()
    assert partner_met(choosy, Card.parse("wet", wet))
    assert not partner_met(choosy, Card.parse("dry", dry))
    assert partner_met(Card.parse("dry", dry), Card.parse("wet", wet))
