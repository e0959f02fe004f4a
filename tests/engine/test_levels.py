"""The levels of the computer: how the weak ones err, and games between them."""

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest

from engine.bots import thinking
from engine.bots.duel import Duel, DuelDeck, Score, game, games
from engine.bots.erring import Erring
from engine.bots.levels import LEVELS, OFFERED, Budget, Level, level_of
from engine.bots.tally import interval95
from engine.bots.thought import Candidate, Thought
from engine.flat.turn_search import TRIED
from tests.ready_decks import deck_starters, ready_decks

RULES = "phylo-1.4a"


def candidate(do: str, lead: float) -> Candidate:
    return Candidate({"do": do}, chance=0.5, lead=lead, tries=1)


def chosen(errs: Erring, candidates, at_once=None, times=300) -> Counter:
    rng = Random(1)
    return Counter(errs.choose(candidates, rng, at_once).lead for _time in range(times))


def test_who_errs_loses_a_little_often_much_seldom_and_more_than_the_most_never():
    candidates = [candidate("play", lead) for lead in (10.0, 9.0, 6.0, 2.0)]
    found = chosen(Erring(care=0.5, most_lost=5), candidates)
    assert found[10] > found[9] > found[6] > 0 == found[2]


def test_what_is_forgotten_does_not_come_to_mind_unless_there_is_nothing_else():
    errs = Erring(care=5, most_lost=8, forgets={"event": 0.5})
    found = chosen(errs, [candidate("event", 20.0), candidate("play", 4.0)])
    assert 100 < found[4] < 200
    assert chosen(errs, [candidate("event", 1.0)]) == {1.0: 300}


def test_the_short_sighted_see_what_is_won_at_once_but_do_no_great_harm():
    candidates = [candidate("play", 6.0), candidate("play", 5.0), candidate("play", -9.0)]
    errs = Erring(care=50, most_lost=8, short_sighted=1.0)
    assert chosen(errs, candidates, lambda actions: [1.0, 3.0, 9.0][: len(actions)]) == {5.0: 300}
    assert chosen(errs, candidates) == {6.0: 300}


@pytest.mark.parametrize("rules", LEVELS)
def test_five_levels_are_offered_and_the_last_is_the_strongest(rules):
    assert set(OFFERED) < set(LEVELS[rules])
    assert all(level.key == key for key, level in LEVELS[rules].items())
    assert level_of(rules, "strongest").key == "orca"
    with pytest.raises(KeyError):
        level_of(rules, "god")


def test_a_turn_shares_its_budget_and_another_ceiling_lifts_the_limit_of_playouts():
    budgets = []

    def search(view, legal, rng, budget):
        budgets.append(budget)
        return Thought((), legal[0])

    level = Level("any", search, 1500, playouts=300, seconds=3.0, choices=3)
    for each, seconds in (
        (level, None),
        (level, 0.5),
        (level, 9.0),
        (level.within(0.6), None),
        (level.within(None), None),
    ):
        each.think({}, [{"do": "pass"}, {"do": "resign"}], Random(1), seconds)
    assert budgets == [
        Budget(100, 1.0), Budget(100, 0.5), Budget(100, 1.0),
        Budget(None, pytest.approx(0.2)), Budget(100, None),
    ]  # fmt: skip
    assert level.think({}, [{"do": "pass"}], Random(1)).action == {"do": "pass"}
    assert len(budgets) == 5


def duel(rules: str, first: str, second: str, **more) -> Duel:
    if rules not in ("phylo-1.4a", "phylo-1.3"):
        return Duel(rules, first, second, **more)
    (cards, decks), starters = ready_decks(rules), deck_starters(rules)
    listed = [DuelDeck(tuple(keys), starters[slug]) for slug, keys in decks.items()]
    return Duel(rules, first, second, cards=cards, decks=listed, **more)


@pytest.mark.parametrize("rules", ["phylo-1.3", "coral-reef"])
def test_games_of_a_duel_come_out_the_same_from_the_same_seed(rules):
    one, other = (
        [each.won for each in games(duel(rules, "hedgehog", "mouse", seed="7"), 2)] for _run in (1, 2)
    )
    assert one == other


def test_the_second_game_of_a_pair_is_the_first_with_the_levels_exchanged():
    """Both levels always take the first action, so the deal alone decides."""
    same = duel(RULES, "random", "random", seed="3")
    alike = Level("alike", lambda view, legal, rng, budget: Thought((), legal[0]), 1500)

    class Alike(Duel):
        levels = (alike, alike)

    dealt = Alike(same.rules, "alike", "alike", "3", cards=same.cards, decks=same.decks)
    assert [game(dealt, 0).won + game(dealt, 1).won for _pair in (1,)] == [1.0]


def test_a_score_counts_and_says_how_sure_it_is():
    score = Score()
    score.games += [game(duel("ecosystem", "greedy", "random", seed="1"), number) for number in range(2)]
    told = score.as_json()
    assert list(told) == [
        "games", "first_won", "drawn", "second_won", "share", "interval95", "seconds_per_turn"
    ]  # fmt: skip
    assert told["first_won"] + told["drawn"] + told["second_won"] == told["games"] == 2
    assert set(told["seconds_per_turn"]) == {"first", "second"}
    assert all(each["median"] <= each["max"] for each in told["seconds_per_turn"].values())
    # As in any table of Wilson's interval.
    assert interval95(0.9, 100) == pytest.approx((0.8256, 0.9448), abs=1e-4)
    assert interval95(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_warming_up_plays_what_a_search_and_an_audit_need(monkeypatch, tmp_path):
    done = []
    monkeypatch.setattr(thinking, "WARMING", 0.0)
    monkeypatch.setattr(thinking, "numba", SimpleNamespace(config=SimpleNamespace(CACHE_DIR=str(tmp_path))))
    play = thinking.play
    monkeypatch.setattr(thinking, "play", lambda contests: done.append(play(contests)))
    explore, searched = thinking.explore, []

    def searching(position, tables, found, most, idle):
        explore(position, tables, found, most, idle)
        searched.append(found[TRIED])

    monkeypatch.setattr(thinking, "explore", searching)
    thinking.warm_up()
    assert len(done) == 2
    assert all(len(scores) == 1 for scores in done)
    assert [tried > 0 for tried in searched] == [True, True], "a search for puzzles too"
