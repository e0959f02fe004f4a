"""Why a card went or is in danger, and what an event would do: P13, P15 to P20, P23 to P25, P27 to P31."""

from typing import Any

from hypothesis import given

from engine.phylo.reasons import apply_with_reasons, preview_event, without_reasons
from engine.phylo.start import new_game
from engine.phylo.state import State
from tests.engine.build import V13, cards_for, event, game, seedling, space, species
from tests.engine.playouts import Playout, playouts, quick


def told(state: State, do: str, **fields: Any) -> list[dict[str, Any]]:
    """What a seat's action does, as it is told."""
    start = {"from": fields.pop("start")} if "start" in fields else {}
    return apply_with_reasons(state, {"seat": state.to_act[0], "do": do, **start, **fields})


def only(log: list[dict[str, Any]], event: str) -> dict[str, Any]:
    found = [entry for entry in log if entry["event"] == event]
    assert len(found) == 1, log
    return found[0]


def gone(card: str, how: str = "gone") -> list[dict[str, str]]:
    return [{"card": card, "how": how}]


def test_P15_a_played_card_is_told_with_what_supports_it():
    state = game(space(-1, 0, 0, "oak"), space(-3, 0, 0, "plum"), hand="hare")
    assert only(told(state, "play", card="hare", at=[-2, 0]), "played")["beside"] == ["plum", "oak"]


def test_P17_beside_HOME():
    assert only(told(game(hand="oak"), "play", card="oak", at=[-1, 0]), "played")["beside"] == ["home"]


def test_P24_a_parasite_is_told_with_its_host():
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), hand="tick")
    assert only(told(state, "play", card="tick", at=[-2, 0], under=True), "played")["beside"] == ["hare"]


def test_P25_a_moved_card_is_told_with_what_supports_it_there():
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 1, 0, "oak"))
    entry = only(told(state, "move", start=[-2, 0], to=[-2, 1]), "moved")
    assert entry["beside"] == ["oak"]


def test_P18_a_card_goes_because_its_food_went_and_there_is_no_other():
    state = game(space(-1, 0, 1, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "fox"), hand="hunt")
    log = told(state, "event", card="hunt", at=[-2, 0])
    fox = next(entry for entry in log if entry["event"] == "removed" and entry["card"] == "fox")
    assert (fox["lacks"], fox["lost"], fox["points"]) == ("no-neighbour", gone("hare"), 6)
    assert only(log, "lost") | {"step": 0} == {
        "step": 0, "seat": 0, "event": "lost", "count": 2, "points": 11,
    }  # fmt: skip


def test_P18_what_is_left_beside_it_is_no_food():
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-2, 1, 0, "fox"), space(-3, 1, 0, "oak"),
        hand="hunt",
    )  # fmt: skip
    log = told(state, "event", card="hunt", at=[-2, 0])
    fox = next(entry for entry in log if entry.get("card") == "fox")
    assert (fox["lacks"], fox["lost"]) == ("no-food", gone("hare"))


def test_P18_what_is_left_is_too_big():
    cards = {"elk": species(2, scale=9)}
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-2, 1, 0, "fox"), space(-1, 1, 0, "elk"),
        hand="hunt", cards=cards,
    )  # fmt: skip
    log = told(state, "event", card="hunt", at=[-2, 0])
    assert next(entry for entry in log if entry.get("card") == "fox")["lacks"] == "too-big"


def test_P13_a_cascade_names_what_each_card_lived_on():
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "fox"), space(-4, 0, 0, "lynx"),
        hand="hunt",
    )  # fmt: skip
    log = told(state, "event", card="hunt", at=[-2, 0])
    removed = [(entry["card"], entry.get("lost")) for entry in log if entry["event"] == "removed"]
    assert removed == [("hare", None), ("fox", gone("hare")), ("lynx", gone("fox"))]


def test_P13_the_other_player_is_told_of_the_danger_at_once_and_loses_the_card_at_the_own_upkeep():
    state = game(space(-1, 0, 1, "oak"), space(-2, 0, 1, "hare"), space(-3, 0, 1, "fox"), hand="hunt")
    log = told(state, "event", card="hunt", at=[-2, 0])
    danger = only(log, "endangered")
    assert (danger["seat"], danger["card"], danger["at"]) == (1, "fox", [-3, 0])
    assert (danger["lacks"], danger["lost"]) == ("no-neighbour", gone("hare"))
    assert log.index(danger) < log.index(only(log, "turn"))
    entry = only(told(state, "pass"), "removed")
    assert (entry["lacks"], entry["lost"], entry["points"]) == ("no-neighbour", [], 6)


def test_P16_an_event_that_takes_the_terrain():
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 1, "oak"), space(-2, 1, 1, "hare"), hand="drought")
    danger = only(told(state, "event", card="drought", at=[-2, 1]), "endangered")
    assert (danger["lacks"], danger["lost"]) == ("no-terrain", gone("oak", "changed"))


def test_P16_an_event_that_takes_the_climate():
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 1, "oak"), space(-2, 1, 1, "hare"), hand="warming")
    assert only(told(state, "event", card="warming", at=[-2, 1]), "endangered")["lacks"] == "no-climate"


def test_P20_two_cards_that_supported_each_other_only_both_go():
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "plum"), space(-3, 0, 0, "hare"), hand="hunt hunt")
    log = told(state, "event", card="hunt", at=[-2, 0])
    assert {entry["card"] for entry in log if entry["event"] == "removed"} == {"plum", "hare"}


def test_P23_an_invader_takes_the_food_away():
    cards = {"weed": species(points=1, terrains="forest", invasive={"on": {"food_chain": 2}})}
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 1, "hare"), space(-3, 0, 1, "fox"), hand="weed", cards=cards
    )  # fmt: skip
    log = told(state, "play", card="weed", at=[-2, 0])
    assert only(log, "removed")["points"] == 5
    danger = only(log, "endangered")
    assert (danger["lacks"], danger["lost"]) == ("no-food", gone("hare"))


def test_P23_in_1_3_the_food_is_covered():
    cards = {"weed": species(points=1, terrains="forest", invasive={"on": {"food_chain": 2}})}
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 1, "hare"), space(-3, 0, 1, "fox"),
        hand="weed", cards=cards, rules=V13,
    )  # fmt: skip
    danger = only(told(state, "play", card="weed", at=[-2, 0]), "endangered")
    assert danger["lost"] == gone("hare", "covered")


def test_P24_a_parasite_that_needs_its_host():
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 1, "hare", under={"owner": 1, "card": "fluke"}), hand="hunt"
    )
    danger = only(told(state, "event", card="hunt", at=[-2, 0]), "endangered")
    assert (danger["card"], danger["lacks"]) == ("fluke", "no-host")


def test_P25_the_food_moves_away():
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "fox"), space(-3, 1, 0, "oak")
    )
    log = told(state, "move", start=[-2, 0], to=[-2, 1])
    assert only(log, "endangered")["lost"] == gone("hare", "moved")


def test_P27_a_partner_that_went():
    cards = {"seal": species(points=5, beside={"name": "A whale"}), "whale": species(name="A whale")}
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 1, "seal"), space(-2, 1, 1, "whale"), hand="hunt", cards=cards
    )
    danger = only(told(state, "event", card="hunt", at=[-2, 1]), "endangered")
    assert (danger["lacks"], danger["lost"]) == ("not-adjacent", gone("whale"))


def test_P31_a_seedling_that_goes_is_told_without_points():
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "lawn"), seedling(-3, 0, 0, "horse", [-2, 0]), hand="hunt"
    )
    state.apply({"seat": 0, "do": "pass"})
    log = told(state, "pass")
    assert not [entry for entry in log if entry["event"] == "removed"]
    assert without_reasons(log) == log


def test_P34_resigning_and_revealing_are_told_as_they_are():
    log = told(game(), "resign")
    assert [entry["event"] for entry in log] == ["resigned", "ended"]
    start = new_game(
        "phylo-1.4a", cards_for("phylo-1.4a"), [["oak"] * 24] * 2, 1, options={"reveal": "choose"}
    )
    assert told(start, "reveal", card="oak") == []


def foreseen(state: State, card: str, at: list[int]) -> tuple[list[tuple[Any, ...]], list[int]]:
    log = preview_event(state, {"seat": state.to_act[0], "do": "event", "card": card, "at": at})
    points = [entry["points"] for entry in log if entry["event"] == "outcome"]
    about = ("removed", "endangered", "rescued", "taken")
    return [(e["event"], e["seat"], e["card"]) for e in log if e["event"] in about], points


def test_P28_an_event_is_foreseen_with_what_starves_of_it():
    state = game(space(-1, 0, 1, "oak"), space(-2, 0, 1, "hare"), space(-3, 0, 1, "fox"), hand="hunt")
    cards, points = foreseen(state, "hunt", [-2, 0])
    assert cards == [("removed", 1, "hare"), ("endangered", 1, "fox")]
    assert points == [0, -11]


def test_P28_harm_to_oneself_is_foreseen_too():
    state = game(space(-1, 0, 1, "oak"), space(-2, 0, 0, "hare"), hand="wildfire")
    cards, points = foreseen(state, "wildfire", [-1, 0])
    assert cards == [("removed", 1, "oak"), ("endangered", 0, "hare")]
    assert points == [-5, -3]


def test_P30_an_event_that_saves_a_card():
    cards = {"bloom": event({"do": "add-terrains", "to": ["forest"]}, duration=2)}
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "horse"), hand="bloom", cards=cards)
    assert foreseen(state, "bloom", [-2, 0]) == ([("rescued", 0, "horse")], [7, 0])


def test_P30_control_for_good_moves_the_points():
    state = game(space(-1, 0, 1, "oak"), hand="gift")
    assert foreseen(state, "gift", [-1, 0]) == ([("taken", 0, "oak")], [3, -3])


def test_P30_what_chance_would_take_from_a_hand_is_not_told():
    state = game(space(-1, 0, 1, "oak"), hand="storm", other="lynx")
    assert "lynx" not in str(preview_event(state, {"seat": 0, "do": "event", "card": "storm", "at": [-1, 0]}))


@quick
@given(playouts())
def test_reasons_add_to_the_log_of_the_record_and_change_nothing(game: Playout):
    plain, state = game.state.copy(), game.state
    if not state.running:
        return
    seat = state.seat
    for action in state.legal(seat)[:12]:
        one, other = plain.copy(), plain.copy()
        log = apply_with_reasons(one, {**action, "seat": seat})
        assert without_reasons(log) == other.apply({**action, "seat": seat})
        assert one.position() == other.position()
        for entry in log:
            if entry["event"] == "removed":
                assert "points" in entry
                assert (entry["why"] == "no-support") == ("lacks" in entry)


@quick
@given(playouts())
def test_what_is_foreseen_of_an_event_is_what_both_upkeeps_come_to(game: Playout):
    state = game.state
    # Where an event ends the turn (P11), the next one may have begun.
    if not state.running or state.rules.event_ends_turn:
        return
    state.actions_left = 9
    for action in [each for each in state.legal(state.seat) if each["do"] == "event"][:12]:
        was, then = state.copy(), state.copy()
        foreseen = preview_event(state, {**action, "seat": state.seat})
        then.apply({**action, "seat": state.seat})
        outcome = []
        for seat in (0, 1):
            lone, other = was.copy(), then.copy()
            lone.settle_upkeep(seat)
            other.settle_upkeep(seat)
            outcome.append(other.score(seat) - lone.score(seat))
        assert [entry["points"] for entry in foreseen if entry["event"] == "outcome"] == outcome
