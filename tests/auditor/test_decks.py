"""Decks drawn from a theme: legal, with food for all, with or without a card."""

from collections import Counter
from random import Random

import pytest

from cards.auditor.decks import QUOTAS, draw, row_of, themes_of
from cards.auditor.playing import Games, NoDecks
from cards.decks.insight.reading import Reading
from cards.decks.models.contents import Contents
from cards.exchange.site_files import read_cards
from engine.phylo.cards import Card
from engine.phylo.deck import deck_faults
from engine.phylo.rules import Options, rule_set
from engine.sets import CARDS_PATH

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def definitions():
    cards = read_cards(CARDS_PATH, _Any())
    return {card.key: card.as_record() for card in cards if card.kind != "home"}


class _Any:
    """Every set is known."""

    def __contains__(self, key: str) -> bool:
        return True


@pytest.mark.parametrize("rules", QUOTAS)
def test_decks_are_legal_and_all_of_them_can_live(definitions, rules):
    games = Games(rules, definitions, seed=3)
    within = games.round_after(0, {})
    # Every 25th pair is enough: it comes to all rows.
    for pair in range(0, len(within["asked"]), 25):
        about = within["asked"][pair]
        seats = set()
        for number in (2 * pair, 2 * pair + 1):
            pairing = games.pairing(number, within)
            assert pairing == games.pairing(number, within)
            seats.add(pairing.watched)
            watched = pairing.contest.decks[pairing.watched]
            assert (about in watched) == (number % 2 == 0)
            assert not set(pairing.could) & set(watched)
            for deck in pairing.contest.decks:
                faults = deck_faults(rule_set(rules), Options(), games.cards, list(deck))
                assert faults == []
                reading = Reading.of(Contents.of(Counter(deck), rules), definitions)
                assert (reading.orphans, reading.stranded) == ([], [])
        assert seats == {0, 1}


def test_a_deck_has_the_rows_of_ready_decks_where_the_theme_has_them(definitions):
    cards = {key: Card.parse(key, card) for key, card in definitions.items()}
    theme = themes_of("phylo-1.3", cards)["grassland warm"]
    drawn = draw("phylo-1.3", {key: cards[key] for key in theme}, Random(1))
    assert drawn is not None
    rows = dict.fromkeys(QUOTAS["phylo-1.3"], 0)
    for key, copies in drawn.contents.cards.items():
        rows[row_of(cards[key])] += copies
    assert rows == QUOTAS["phylo-1.3"]


def test_themes_are_places_with_cards_for_two_decks(definitions):
    cards = {key: Card.parse(key, card) for key, card in definitions.items()}
    themes = themes_of("phylo-1.4a", cards)
    assert "ocean warm" in themes
    assert "tundra hot" not in themes
    assert "oil-spill" in themes["ocean warm"]
    assert not any(cards[key].kind == "habitat" for key in themes["ocean warm"])
    with pytest.raises(NoDecks):
        Games("phylo-1.4a", {"horse": definitions["horse"]}, seed=1).round_after(0, {})
