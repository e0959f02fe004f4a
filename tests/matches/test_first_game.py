"""Somebody's first game: who plays the first time begins, and the record says how it was dealt."""

import pytest
from django.urls import reverse

from engine.phylo.first_deal import begins_well, first_seed_fit
from engine.phylo.record import judge
from engine.phylo.rules import RULES
from engine.phylo.start import Setup
from games.matches.models import Match, Player
from games.matches.services.matches import start_against_bot
from games.matches.services.positions import phylo_at
from games.matches.services.records import differences, export_record
from tests.factories import DeckFactory, PlayerFactory, client_of


@pytest.fixture(params=RULES)
def deck(request, db):
    return DeckFactory(slug="meadow", rules=request.param)


def begun(player: Player, deck, **terms) -> Match:
    return start_against_bot(player=player, deck=deck, opponent_deck=deck, level="mouse", coach=True, **terms)


def test_who_plays_the_first_time_begins_and_has_something_good_to_do(deck):
    for _newcomer in range(3):
        match = begun(PlayerFactory(), deck)
        assert (match.to_act, match.bot_to_act) == ("0", False)
        assert begins_well(phylo_at(match))
        assert differences(match) == []


def test_the_record_says_so_and_leads_there(deck):
    match = begun(PlayerFactory(), deck)
    record = export_record(match, even_playing=True)
    assert record["first_seed"] == match.first_seed
    assert judge(record)["position"]["hands"] == phylo_at(match).position()["hands"]
    setup = Setup.check(deck.rules, match.cards, match.decks, starters=match.starters)
    assert first_seed_fit(setup, match.first_seed) == match.seed


def test_only_the_first_and_never_a_rated_one(deck, ada: Player):
    assert begun(ada, deck).first_seed
    again = begun(ada, deck)
    assert not again.first_seed
    assert "first_seed" not in export_record(again, even_playing=True)
    assert not begun(PlayerFactory(name="Eva"), deck, rated=True).first_seed


def test_programs_get_a_deal_like_any_other(deck, ada: Player):
    sent = {"deck": deck.slug}
    client_of(ada).post(reverse("api-matches"), sent, content_type="application/json")
    assert not Match.objects.get().first_seed


@pytest.mark.parametrize("options", [{"reveal": "choose"}, {"opening_hand": "preselected"}])
def test_options_of_the_deal_are_kept(options, db):
    match = begun(PlayerFactory(), DeckFactory(slug="meadow"), options=options)
    assert match.first_seed
    assert (match.options, differences(match)) == (options, [])
