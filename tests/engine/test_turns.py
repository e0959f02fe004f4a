"""A turn and the end: P9 to P14 and P32 to P34."""

import pytest

from engine.phylo.start import new_game
from engine.phylo.state import hide
from tests.engine.build import (
    BOTH,
    V13,
    V14,
    act,
    cards_for,
    discards,
    dos,
    event,
    game,
    names,
    places,
    seedling,
    space,
    species,
    table,
    why,
)


@pytest.mark.parametrize("rules", BOTH)
def test_P9_a_turn_begins_by_drawing_two_cards(rules):
    state = game(other_deck="oak hare fox", rules=rules)
    act(state, "pass")
    assert state.position()["hands"] == [[], ["oak", "hare"]]
    assert state.position()["decks"][1] == ["fox"]


@pytest.mark.parametrize(("deck", "drawn"), [("oak", ["oak"]), ("", [])])
def test_P9_or_as_many_as_are_left(deck, drawn):
    state = game(other_deck=deck)
    act(state, "pass")
    assert state.position()["hands"][1] == drawn


@pytest.mark.parametrize("rules", BOTH)
def test_P10_three_actions_and_the_turn_ends_by_itself(rules):
    state = game(hand="oak oak oak oak", rules=rules)
    for at in ([-1, 0], [-2, 0], [-3, 0]):
        assert state.to_act == (0,)
        act(state, "play", card="oak", at=at)
    assert (state.to_act, state.position()["turn"]["number"]) == ((1,), 6)


def test_P10_passing_ends_the_turn():
    state = game(hand="oak")
    assert [entry["event"] for entry in act(state, "pass")] == ["passed", "turn", "drew"]
    assert state.to_act == (1,)


def test_P10_without_an_action_left_one_can_only_pass():
    state = game(hand="oak", actions_left=0)
    assert state.legal(0) == [{"do": "pass"}]
    assert why(state, "play", card="oak", at=[-1, 0]) == ("no-actions-left", "P10")
    assert why(state, "resign") is None


def test_P11_14a_an_event_is_the_last_action():
    state = game(space(-1, 0, 0, "oak"), hand="rain rain oak")
    act(state, "event", card="rain", at=[-1, 0])
    assert state.to_act == (1,)
    once = game(space(-1, 0, 0, "oak"), space(0, 1, 0, "hare"), hand="rain oak", event_played=True)
    assert once.legal(0) == [{"do": "pass"}]
    for action in (
        {"do": "event", "card": "rain", "at": [-1, 0]}, {"do": "play", "card": "oak", "at": [-2, 0]},
        {"do": "discard", "card": "oak"}, {"do": "move", "start": [0, 1], "to": [-1, 1]},
    ):  # fmt: skip
        assert why(once, **action) == ("event-already-played", "P11")
    assert why(once, "resign") is None


def test_P11_13_events_without_a_limit():
    assert dos(game(hand="oak", event_played=True, rules=V13), "play")
    state = game(space(-1, 0, 0, "oak"), hand="rain rain rain", rules=V13)
    for _ in range(3):
        assert state.to_act == (0,)
        act(state, "event", card="rain", at=[-1, 0])
    assert state.to_act == (1,)


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(("deck", "drawn"), [("oak hare fox lynx", 3), ("oak", 1)])
def test_P12_discard_one_and_draw_three_or_what_is_left(rules, deck, drawn):
    state = game(hand="plum bee", deck=deck, rules=rules)
    act(state, "discard", card="plum")
    assert state.position()["hands"][0] == ["bee", *deck.split()[:drawn]]
    assert discards(state)[0] == ["plum"]


def test_P12_needs_a_card_in_hand_and_one_in_the_deck():
    assert why(game(hand="plum", deck=""), "discard", card="plum") == ("deck-empty", "P12")
    assert why(game(), "discard", card="plum") == ("card-not-held", "P12")
    assert not dos(game(hand="plum", deck=""), "discard")


@pytest.mark.parametrize("rules", BOTH)
def test_P13_only_the_player_whose_turn_it_is_loses_cards(rules):
    state = game(space(5, 5, 0, "hare"), space(7, 7, 1, "fox"), rules=rules)
    log = act(state, "pass")
    assert names(state) == {(7, 7): "fox"}
    assert {"seat": 0, "event": "removed", "card": "hare", "at": [5, 5], "why": "no-support"} in log
    assert discards(state) == [["hare"], []]


def test_P13_in_rounds_until_nothing_changes():
    state = game(space(5, 5, 0, "hare"), space(5, 6, 0, "fox"), space(5, 7, 0, "lynx"))
    act(state, "pass")
    assert names(state) == {}
    assert discards(state)[0] == ["hare", "fox", "lynx"]


def test_P13_rounds_take_all_that_have_no_support_together():
    lonely = game(space(5, 5, 0, "fox"), space(5, 7, 0, "hare"), space(5, 6, 0, "lynx"))
    act(lonely, "pass")
    assert discards(lonely)[0] == ["fox", "hare", "lynx"]


def test_P13_losing_a_card_can_give_support_by_what_it_releases():
    choosy = species(invasive={"on": {}}, feeds_only={"name": "Nothing"})
    state = game(space(5, 5, 0, "choosy", covered={"owner": 0, "card": "plum"}), space(5, 6, 0, "hare"),
                 rules=V13, cards={"choosy": choosy})  # fmt: skip
    act(state, "pass")
    assert names(state) == {(5, 5): "plum", (5, 6): "hare"}


def test_P13_losing_a_card_can_give_support_by_the_parasite_it_promotes():
    state = game(space(5, 5, 0, "fox", under={"owner": 0, "card": "mistletoe"}), space(6, 5, 0, "oak"),
                 space(7, 5, 0, "horse"))  # fmt: skip
    act(state, "pass")
    assert names(state) == {(5, 5): "mistletoe", (6, 5): "oak"}


@pytest.mark.parametrize("rules", BOTH)
def test_P14_no_hand_limit(rules):
    state = game(hand="oak " * 30, rules=rules)
    act(state, "pass")
    assert len(state.position()["hands"][0]) == 30


def test_P14_hands_and_decks_are_hidden_and_piles_and_counts_public():
    state = game(space(-1, 0, 0, "oak"), hand="oak fox", other="hare", discards=("lynx bee", "plum"))
    for seat in (0, 1, None):
        view = state.view_for(seat)
        assert view["decks"] == [6, 6]
        assert view["discards"] == [["lynx", "bee"], ["plum"]]
        hands = [["oak", "fox"], ["hare"]]
        assert view["hands"] == [hand if each == seat else len(hand) for each, hand in enumerate(hands)]
    log = act(state, "pass")
    drew = next(entry for entry in log if entry["event"] == "drew")
    assert drew["cards"] == ["oak", "oak"]
    for seat in (0, None):
        shown = next(entry for entry in hide(log, seat) if entry["event"] == "drew")
        assert shown == {"seat": 1, "event": "drew", "count": 2}
    assert hide(log, 1) == log


def test_P14_what_is_at_risk_is_public_with_all_that_follows():
    state = game(space(5, 5, 1, "hare"), space(5, 6, 1, "fox"))
    risks = [(risk["seat"], risk["at"], risk["why"]) for risk in state.view_for(None)["at_risk"]]
    assert risks == [(1, [5, 5], "no-food"), (1, [5, 6], "loses-it")]


@pytest.mark.parametrize("rules", BOTH)
def test_P32_after_the_last_card_the_other_player_has_one_more_turn(rules):
    state = game(hand="plum", deck="oak", rules=rules)
    act(state, "discard", card="plum")
    assert not state.position()["turn"]["last_turn"], "the turn is played to its end"
    act(state, "pass")
    assert (state.to_act, state.position()["turn"]["last_turn"]) == ((1,), True)
    act(state, "pass")
    assert state.over
    assert state.to_act == ()
    assert state.position()["turn"]["seat"] is None


@pytest.mark.parametrize("other_deck", ["oak oak", "oak", ""])
def test_P32_also_when_that_turn_empties_the_second_deck(other_deck):
    state = game(deck="", other_deck=other_deck)
    act(state, "pass")
    act(state, "pass")
    assert state.over


def test_P32_by_whichever_draw():
    state = game(space(-1, 0, 0, "oak"), hand="rain", deck="oak oak")
    act(state, "event", card="rain", at=[-1, 0])
    assert state.position()["turn"]["last_turn"]
    by_turn = game(other_deck="oak oak")
    act(by_turn, "pass")
    assert not by_turn.position()["turn"]["last_turn"]
    act(by_turn, "pass")
    assert (by_turn.to_act, by_turn.position()["turn"]["last_turn"]) == ((0,), True)


def test_P32_after_the_end_nothing_is_legal():
    state = game(last_turn=True)
    act(state, "pass")
    assert why(state, "pass", seat=0) == ("game-over", "P32")
    assert why(state, "resign", seat=1) == ("game-over", "P34")
    assert state.legal(0) == state.legal(1) == []


def test_P33_points_face_up_and_underneath_count_face_down_ones_do_not():
    state = game(space(-1, 0, 0, "lawn", under={"owner": 1, "card": "mistletoe"}),
                 seedling(-2, 0, 0, "lynx", of=[-1, 0]), space(2, 0, 1, "plum"))  # fmt: skip
    assert state.scores == [3, 6]


def test_P33_in_13_habitats_count_and_covered_cards_do_not():
    state = game(
        space(-1, 0, 0, "vine", covered={"owner": 1, "card": "lynx"}), space(2, 0, 1, "wood"), rules=V13
    )
    assert state.scores == [1, 2]


def test_P33_after_the_last_turns_expiries_and_without_a_later_P13():
    cards = {"blight": event({"do": "change-points", "by": -9}, duration=1)}
    fading, lasting = ({"owner": 1, "card": "blight", "turns_left": left} for left in (0, 1))
    state = game(space(-1, 0, 0, "oak", events=[fading]), space(-2, 0, 0, "oak", events=[lasting]),
                 space(7, 7, 1, "lynx"), cards=cards, last_turn=True)  # fmt: skip
    assert state.scores == [-12, 9]
    act(state, "pass")
    assert (state.scores, state.winner) == ([-3, 9], 1)
    assert (7, 7) in table(state)


@pytest.mark.parametrize(("owner", "winner"), [(0, 0), (1, 1)])
def test_P33_the_higher_score_wins(owner, winner):
    state = game(space(-1, 0, owner, "oak"), last_turn=True)
    assert act(state, "pass")[-1] == {
        "seat": None,
        "event": "ended",
        "scores": state.scores,
        "winner": winner,
    }
    assert state.winner == winner


def test_P33_equal_points_are_a_draw():
    state = game(space(-1, 0, 0, "oak"), space(2, 0, 1, "lawn"), last_turn=True)
    act(state, "pass")
    assert state.winner == "draw"


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("seat", [0, 1])
def test_P34_a_player_may_resign_at_any_time(rules, seat):
    state = game(space(-1, 0, seat, "oak"), rules=rules)
    assert {"do": "resign"} not in state.legal(0)
    state.apply({"seat": seat, "do": "resign"})
    assert (state.over, state.winner, state.to_act) == (True, 1 - seat, ())


def test_P34_even_before_the_first_turn():
    state = new_game(V14, cards_for(V14), [["oak"] * 24] * 2, 1, options={"reveal": "choose"})
    state.apply({"seat": 1, "do": "resign"})
    assert state.winner == 0
    assert places(game(), "oak") == []
