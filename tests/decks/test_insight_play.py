"""Studies that play: what events take from a deck's tables, and games of bot against bot."""

import json

import pytest

import engine
from cards.decks.insight.resilience import MOMENTS, Storm
from cards.decks.insight.trials import DRAWN, LOST, WON, Trial
from tests.decks.small_decks import CARDS, MADE, READY, deck, full
from tests.engine.build import event

pytestmark = pytest.mark.once

EVENTS = ("wildfire", "flood", "wind", "oil-spill")


def storm(slug: str = "arctic-tundra", seed: int = 4, games: int = 3) -> Storm:
    return Storm(READY[slug], CARDS, EVENTS, games, seed)


def trial(games: int = 2, seed: int = 4) -> Trial:
    opponents = {slug: READY[slug] for slug in ("old-mill-pond", "european-city")}
    return Trial(READY["arctic-tundra"], opponents, CARDS, games, seed)


def games_of(study: Storm | Trial) -> list:
    return [study.play_one(number) for number in range(study.total)]


@pytest.mark.parametrize("study", [storm(), trial()], ids=["storm", "trial"])
def test_games_may_be_stored_before_they_are_summed_up(study):
    games = games_of(study)
    result = study.result(games).as_json()
    assert json.loads(json.dumps(result))
    assert study.result(json.loads(json.dumps(games))).as_json() == result
    study.result([])


@pytest.mark.parametrize("make", [storm, trial], ids=["storm", "trial"])
def test_another_seed_is_another_study(make):
    assert make(seed=1).play_one(0) == make(seed=1).play_one(0)
    assert make(seed=1).play_one(0) != make(seed=2).play_one(0)


def test_P6_a_deck_that_may_not_be_played_is_refused():
    with pytest.raises(engine.InvalidSetup, match="a deck has 24 cards, not 2"):
        Storm(deck("oak hare"), MADE, (), 1, 1).play_one(0)
    with pytest.raises(engine.InvalidSetup, match="a deck has 24 cards, not 1"):
        Trial(full("oak"), {"other": deck("oak")}, MADE, 1, 1).play_one(0)
    with pytest.raises(engine.InvalidSetup, match="different rules"):
        Trial(READY["arctic-tundra"], {"other": READY["wadden-sea"]}, CARDS, 1, 1).play_one(0)


@pytest.mark.parametrize("slug", ["arctic-tundra", "wadden-sea", "great-barrier-reef"])
def test_losses_are_shares_and_the_curve_falls(slug):
    study = storm(slug)
    found = study.result(games_of(study))
    assert {loss.event for loss in found.losses} == set(study.striking)
    assert {loss.event for loss in found.losses if loss.own} == {
        key for key in READY[slug].cards if CARDS[key]["kind"] == "event"
    }
    for loss in found.losses:
        assert 0 <= loss.mean_cards <= loss.worst_cards <= 1
        assert 0 <= loss.mean_points <= loss.worst_points <= 1
        assert bool(loss.strikes) or loss.worst_cards == 0
    assert [loss.mean_points for loss in found.losses] == sorted(loss.mean_points for loss in found.losses)
    assert found.curve[0] == 1
    assert list(found.curve) == sorted(found.curve, reverse=True)
    assert found.tables == study.total * len(MOMENTS)
    assert sum(times for _key, times in found.fell) == sum(
        times for loss in found.losses for _key, times in loss.fell
    )


def test_P13_what_lives_on_the_struck_card_falls_with_it():
    cards = {**MADE, "axe": event("discard", target={"name": "Oak"}), "calm": event("wind", duration=1)}
    contents = deck("oak " * 2 + "hare " * 22)
    study = Storm(contents, cards, ("axe", "calm"), 30, 1)
    found = {loss.event: loss for loss in study.result(games_of(study)).losses}
    assert found["calm"].strikes > found["axe"].strikes > 0
    assert found["calm"].mean_cards == 0
    assert {key for key, _times in found["axe"].fell} == {"hare"}
    assert found["axe"].worst_cards > 0.5


def test_an_event_that_never_has_a_target_takes_nothing():
    study = Storm(full("oak hare"), MADE, ("blight",), 1, 1)
    loss = study.result(games_of(study)).losses[0]
    assert (loss.event, loss.strikes, loss.worst_points, loss.fell) == ("blight", 0, 0.0, ())


def test_games_are_counted_by_opponent():
    study = trial(games=3)
    games = games_of(study)
    found = study.result(games)
    assert [record.opponent for record in found.records] == ["european-city", "old-mill-pond"]
    for record in found.records:
        assert record.wins + record.losses + record.draws == record.rate.n == 3
        assert record.rate.low <= record.rate.share <= record.rate.high
    assert found.overall.wins == sum(outcome == WON for _own, _other, outcome in games)
    for own, other, outcome in games:
        assert outcome == (WON if own > other else LOST if own < other else DRAWN)
    assert found.overall.points == pytest.approx(sum(own for own, _other, _outcome in games) / 6)


def test_a_deck_wins_from_both_seats_against_one_that_cannot_play():
    study = Trial(full("oak hare hare hare"), {"hungry": full("grazer")}, MADE, 4, 1)
    found = study.result(games_of(study))
    assert found.overall.wins == 4
    assert found.overall.against == 0


@pytest.mark.parametrize("rules_of", ["everglades", "draa-valley"])
def test_P4_decks_play_with_their_starters(rules_of):
    study = Trial(READY[rules_of], {"other": READY["wadden-sea"]}, CARDS, 1, 1)
    assert study.result(games_of(study)).overall.rate.n == 1
