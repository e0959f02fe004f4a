"""What an action does for its player: P9, P12, P13, P18, P23, P28 to P30, P32."""

from typing import Any

import pytest
from hypothesis import given

from engine.phylo.consequences import Advantage, Consequences, Stake, advantage, consequences
from engine.phylo.start import new_game
from engine.phylo.state import State
from tests.engine.build import V13, game, space, species
from tests.engine.playouts import Playout, playouts, quick


def does(state: State, do: str, **fields: Any) -> Consequences:
    start = {"from": fields.pop("start")} if "start" in fields else {}
    return consequences(state, [{"do": do, **start, **fields}])


def keys(stakes: tuple[Stake, ...]) -> list[str]:
    return [stake.card for stake in stakes]


HUNGRY = (space(-1, 0, 0, "oak"), space(-1, -1, 0, "oak"), space(-2, 0, 0, "fox"))
"""The fox of seat 0 has no food."""
THEIRS = (space(2, 0, 1, "oak"), space(3, 0, 1, "hare"), space(4, 0, 1, "fox"), space(5, 0, 1, "lynx"))


def test_P18_a_card_wins_its_points_and_feeds_one_that_would_go():
    state = game(*HUNGRY, hand="hare")
    assert keys(does(state, "pass").falling) == ["fox"]
    facts = does(state, "play", card="hare", at=[-2, -1])
    assert (facts.won, facts.points, facts.left, facts.last) == (5, (5, 0), 2, False)
    (rescued,) = facts.rescued
    assert (rescued.card, rescued.at, rescued.points, rescued.lacks) == ("fox", [-2, 0], 6, "no-food")
    assert rescued.kind == "food"
    assert facts.falling == ()
    assert facts.swing == 11


def test_P13_a_cascade_endangers_what_falls_at_the_others_upkeep():
    facts = does(game(*THEIRS, hand="hunt"), "event", card="hunt", at=[3, 0])
    assert keys(facts.removed) == ["hare"]
    assert keys(facts.endangered) == ["fox", "lynx"]
    assert facts.endangered[0].lived_on == ("hare",)
    assert facts.swing == 5 + 6 + 9


def test_P33_in_the_last_turn_nobody_loses_what_the_others_upkeep_would_take():
    facts = does(game(*THEIRS, hand="hunt", last_turn=True), "event", card="hunt", at=[3, 0])
    assert facts.final
    assert facts.last
    assert facts.endangered == ()


def test_P32_an_own_last_turn_leaves_the_other_one_more():
    facts = does(game(*THEIRS, hand="hunt", deck=""), "event", card="hunt", at=[3, 0])
    assert facts.last
    assert not facts.final
    assert keys(facts.endangered) == ["fox", "lynx"]


def test_P13_a_card_played_onto_what_goes_goes_with_it():
    state = game(space(-1, 0, 0, "oak"), space(-3, 3, 0, "hare"), hand="fox")
    facts = does(state, "play", card="fox", at=[-3, 4])
    assert [(stake.card, stake.fresh) for stake in facts.falling] == [("hare", False), ("fox", True)]
    assert facts.exposed == ()


def test_P25_a_card_that_moves_away_leaves_its_predator_without_food():
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "fox"), space(-3, 1, 0, "oak")
    )
    facts = does(state, "move", start=[-2, 0], to=[-2, 1])
    assert keys(facts.exposed) == ["fox"]
    assert facts.swing == -6


def test_P23_an_invader_takes_the_place_of_the_others_card():
    cards = {"weed": species(points=1, invasive={"on": {"food_chain": 2}})}
    facts = does(game(*THEIRS, hand="weed", cards=cards), "play", card="weed", at=[3, 0])
    assert keys(facts.removed) == ["hare"]
    assert facts.points == (1, -5)
    covered = does(game(*THEIRS, hand="weed", cards=cards, rules=V13), "play", card="weed", at=[3, 0])
    assert keys(covered.removed) == ["hare"]


def test_P30_a_card_taken_for_good():
    facts = does(game(*THEIRS, hand="gift"), "event", card="gift", at=[3, 0])
    assert keys(facts.taken) == ["hare"]
    assert facts.points == (5, -5)


def test_P22_what_an_action_opens_for_the_hand_is_named():
    facts = does(game(space(-1, 0, 0, "oak"), hand="hare fox lynx"), "play", card="hare", at=[-2, 0])
    (opening,) = facts.opened
    assert (opening.card, opening.points, opening.kind) == ("fox", 6, "food")
    assert [-3, 0] in opening.spaces


def test_P12_cards_that_are_drawn_are_counted():
    facts = does(game(hand="hare"), "discard", card="hare")
    assert (facts.drawn, facts.left) == (3, 2)


def test_P30_cards_that_are_taken_back_and_lost_from_the_hand():
    state = game(space(-1, 0, 0, "oak"), hand="nest storm", other="oak", discards=("hare", ""))
    assert does(state, "event", card="nest", at=[-1, 0]).recovered == ("hare",)
    assert does(state, "event", card="storm", at=[-1, 0]).discarded == 1


def test_P1_a_card_of_the_other_without_an_empty_space_beside_it():
    state = game(space(2, 0, 1, "oak"), space(2, 1, 1, "oak"), space(3, 0, 1, "oak"), hand="oak")
    assert keys(does(state, "play", card="oak", at=[2, -1]).hemmed_in) == ["oak"]


def test_P10_several_actions_of_a_turn_are_told_together():
    state = game(space(-1, 0, 0, "oak"), hand="hare fox")
    line = [{"do": "play", "card": "hare", "at": [-2, 0]}, {"do": "play", "card": "fox", "at": [-3, 0]}]
    facts = consequences(state, line)
    assert (facts.won, facts.left, facts.opened) == (11, 1, ())


def test_P8_nothing_follows_from_a_reveal():
    start = new_game("phylo-1.4a", {"oak": species()}, [["oak"] * 24] * 2, 1,
                            options={"reveal": "choose"})  # fmt: skip
    with pytest.raises(ValueError, match="outside a turn"):
        does(start, "reveal", card="oak")


def test_what_one_action_has_over_another():
    state = game(*HUNGRY, hand="hare oak")
    better = does(state, "play", card="hare", at=[-2, -1])
    worse = does(state, "play", card="oak", at=[-1, 1])
    found = advantage(better, worse)
    assert (found.won, found.denied, keys(found.kept)) == (2, 0, ["fox"])
    assert advantage(better, better) == Advantage(seat=0, won=0, denied=0)


@quick
@given(playouts())
def test_what_is_claimed_is_what_happens_if_both_players_pass(played: Playout):
    state = played.state
    if not state.running:
        return
    seat, rival = state.seat, 1 - state.seat
    idle = states_when_passing(state, None)
    for action in state.legal(seat)[:40]:
        facts = consequences(state, [action])
        ended, later = states_when_passing(state, action)
        assert keys_gone(facts.falling, ended)
        assert keys_lie(facts.rescued, ended)
        assert keys_gone(facts.rescued, idle[0])
        assert keys_gone(facts.exposed, ended)
        assert keys_lie(facts.exposed, idle[0])
        assert keys_gone(facts.endangered, later)
        assert keys_lie(facts.endangered, idle[1])
        assert keys_lie(facts.helped, later)
        assert keys_gone(facts.helped, idle[1])
        assert {stake.seat for stake in (*facts.endangered, *facts.helped)} <= {rival}
        assert {stake.seat for stake in (*facts.falling, *facts.rescued, *facts.exposed)} <= {seat}
        assert facts.final == ended.over
        assert_at_once(state, action, facts)


def states_when_passing(state: State, action: Any) -> tuple[State, State]:
    """The states at the end of this turn and of the next, if nothing but the action is done."""
    ended = state.copy()
    number, seat = state.number, state.seat
    if action:
        ended.apply({**action, "seat": seat})
    while not ended.over and ended.number == number:
        ended.apply({"seat": seat, "do": "pass"})
    later = ended.copy()
    if not later.over:
        later.apply({"seat": 1 - seat, "do": "pass"})
    return ended, later


def assert_at_once(state: State, action: Any, facts: Consequences) -> None:
    """What the action does before the turn can end; an event may end it (P11)."""
    if (state.rules.event_ends_turn and action["do"] == "event") or action["do"] == "pass":
        return
    then = state.copy()
    then.actions_left = 9
    then.apply({**action, "seat": state.seat})
    assert tuple(new - old for new, old in zip(then.scores, state.scores, strict=True)) == facts.points
    assert all(not then.cell_of[stake.slot] or then.covered >> stake.slot & 1 for stake in facts.removed)
    assert all(then.own[state.seat] >> stake.slot & 1 for stake in facts.taken)
    playable = [each["card"] for each in then.legal(state.seat) if each["do"] == "play"]
    before = [each["card"] for each in state.legal(state.seat) if each["do"] == "play"]
    for opening in facts.opened:
        assert opening.card in playable
        assert opening.card not in before


def keys_gone(stakes: tuple[Stake, ...], then: State) -> bool:
    return not any(then.cell_of[stake.slot] for stake in stakes)


def keys_lie(stakes: tuple[Stake, ...], then: State) -> bool:
    return all(then.cell_of[stake.slot] for stake in stakes)
