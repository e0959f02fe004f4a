"""What holds in every state of every game, whatever the cards."""

from itertools import product

import pytest
from hypothesis import given

import engine
from engine.phylo.notation import action_order
from engine.phylo.record import judge
from engine.phylo.state import State
from tests.engine.build import BOTH
from tests.engine.differential import what_chance_chose
from tests.engine.playouts import GAMES, Playout, playouts, quick
from tests.engine.secrecy import play


def unsupported(state: State, seat: int) -> set[tuple[int, int]]:
    """Where cards of a seat would leave at its upkeep."""
    return {tuple(risk["at"]) for risk in state.at_risk() if risk["seat"] == seat}


@quick
@given(GAMES)
def test_upkeep_removes_what_had_no_support_and_leaves_only_what_has(game: Playout):
    state = game.state
    while not state.over:
        before = state.copy()
        log = game.step()
        for number, entry in enumerate(log):
            if entry["event"] != "turn":
                continue
            lost = {tuple(e["at"]) for e in log[:number] if e.get("why") == "no-support"}
            if before.running and game.actions[-1]["do"] == "pass":
                assert lost == unsupported(before, before.seat)
            if not any(e["event"] == "expired" for e in log[:number]):
                assert not unsupported(state, 1 - entry["seat"])


@quick
@given(playouts())
def test_what_is_listed_is_legal_sorted_and_unique(game: Playout):
    state = game.state
    for seat in state.to_act:
        listed = state.legal(seat)
        assert listed == sorted(listed, key=action_order)
        assert len({repr(action) for action in listed}) == len(listed)
        for action in listed:
            assert state.why_not({"seat": seat, **action}) is None
        assert state.legal(1 - seat) == [] or not state.running


def perturbations(state: State, cards: dict, seat: int) -> list[dict]:
    """Actions around what lies there: every card in hand, every space near the table."""
    position = state.position()
    taken = [tuple(entry["at"]) for entry in position["spaces"]]
    near = sorted({(x + dx, y + dy) for x, y in taken for dx, dy in product((-1, 0, 1), repeat=2)})
    spaces = [list(at) for at in near]
    keys = sorted(set(position["hands"][seat]))
    source = sorted(set(position["discards"][seat] + position["hands"][seat]))
    actions = [{"do": "discard", "card": key} for key in cards]
    actions += [{"do": "play", "card": key, "at": at} for key in keys for at in spaces]
    actions += [{"do": "play", "card": key, "at": at, "under": True} for key in keys for at in spaces]
    actions += [{"do": "event", "card": key, "at": at} for key in keys for at in spaces]
    starts = [list(at) for at in taken]
    actions += [{"do": "move", "from": start, "to": at} for start in starts for at in spaces]
    actions += [
        {"do": "spread", "from": start, "cards": [key], "to": [at]}
        for start in starts for key in source[:3] for at in spaces
    ]  # fmt: skip
    return actions


def is_listed(action: dict, listed: list[dict]) -> bool:
    """Whether it is listed itself, or, for a SPREAD of one card, as a part of a larger one."""
    if action["do"] != "spread":
        return action in listed
    (key,), (at,) = action["cards"], action["to"]
    return any(
        (key, at) in list(zip(other["cards"], other["to"], strict=True))
        for other in listed
        if other["do"] == "spread" and other["from"] == action["from"]
    )


@quick
@given(playouts())
def test_what_is_not_listed_is_refused(game: Playout):
    state = game.state
    if not state.running:
        return
    seat = state.seat
    listed = state.legal(seat)
    before = state.snapshot()
    for action in perturbations(state, game.cards, seat):
        refusal = state.why_not({"seat": seat, **action})
        assert (refusal is None) == is_listed(action, listed), (action, refusal)
        if refusal is not None:
            assert refusal.message
            assert state.why_not({"seat": 1 - seat, **action}).code == "not-your-turn"
    assert state.snapshot() == before


@quick
@given(playouts())
def test_a_refused_action_changes_nothing(game: Playout):
    state, before = game.state, game.state.snapshot()
    for seat, do in product((0, 1), ("pass", "dance", "reveal")):
        action = {"seat": seat, "do": do, **({"card": None} if do == "reveal" else {})}
        if state.why_not(action) is not None:
            with pytest.raises(engine.IllegalAction) as caught:
                state.apply(action)
            assert caught.value.refusal == state.why_not(action)
    assert state.snapshot() == before


@quick
@given(playouts())
def test_a_restored_game_has_the_same_future(game: Playout):
    again = game.restored()
    for _ in range(8):
        assert again.snapshot() == game.state.snapshot()
        assert again.scores == game.state.scores
        assert again.view_for(0) == game.state.view_for(0)
        assert [again.legal(seat) for seat in (0, 1)] == [game.state.legal(seat) for seat in (0, 1)]
        if game.state.over:
            break
        log = game.step()
        action = game.actions[-1]
        if what_chance_chose({}, log):  # chance has to say the same by itself
            keep = len(action["choose"]) - sum(
                len(e["cards"]) for e in log if e["event"] == "opponent-discards"
            )
            action = {**action, "choose": action["choose"][:keep]}
        assert again.apply(action) == log


@quick
@given(playouts())
def test_a_copy_goes_its_own_way(game: Playout):
    before, copy = game.state.snapshot(), game.state.copy()
    assert copy.snapshot() == before
    game.go(6)
    assert copy.snapshot() == before
    after = game.state.snapshot()
    while not copy.over:
        copy.apply({"seat": copy.to_act[0], **copy.legal(copy.to_act[0])[-1]})
    assert game.state.snapshot() == after


@quick
@given(GAMES)
def test_a_record_of_a_finished_game_replays_to_the_same_position(game: Playout):
    game.go(10_000)
    record = {"format": "phylo-record/1", "rules": game.rules, "options": game.options, "cards": game.cards,
              "decks": game.decks, "seed": game.seed, "actions": game.actions}  # fmt: skip
    verdict = judge(record)
    assert (verdict["ok"], verdict["over"], verdict["applied"]) == (True, True, len(game.actions))
    assert verdict["position"] == game.state.position()
    assert (verdict["scores"], verdict["winner"]) == (game.state.scores, game.state.winner)


@pytest.mark.parametrize("rules", BOTH)
def test_P14_no_view_in_a_whole_game_holds_a_secret(rules: str):
    assert all(play(rules, seed) for seed in range(20))


@quick
@given(playouts())
def test_scores_are_the_visible_points(game: Playout):
    scores = [0, 0]
    for entry in game.state.position()["spaces"]:
        lasting = [(event["owner"], effect) for event in entry.get("events", ())
                   for effect in game.cards[event["card"]]["effects"]]  # fmt: skip
        seat = next((owner for owner, e in reversed(lasting) if e["do"] == "take-control"), entry["owner"])
        if entry["card"] != "home" and "face_down" not in entry:
            scores[seat] += game.cards[entry["card"]]["points"]
            scores[seat] += sum(effect["by"] for _, effect in lasting if effect["do"] == "change-points")
        if "under" in entry:
            scores[entry["under"]["owner"]] += game.cards[entry["under"]["card"]]["points"]
    assert game.state.scores == scores


@quick
@given(playouts())
def test_no_card_is_lost_or_made(game: Playout):
    position = game.state.position()
    lying = [entry["card"] for entry in position["spaces"] if entry["card"] != "home"]
    for entry in position["spaces"]:
        lying += [entry[layer]["card"] for layer in ("under", "covered") if layer in entry]
        lying += [event["card"] for event in entry.get("events", ())]
    piles = [key for name in ("hands", "decks", "discards") for pile in position[name] for key in pile]
    assert sorted(lying + piles) == sorted(game.decks[0] + game.decks[1])
