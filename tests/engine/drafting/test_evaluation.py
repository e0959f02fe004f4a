"""What the table promises of a card: what it would change now, and the most that it may still earn."""

from itertools import product
from random import Random

import pytest

from engine.drafting import GAMES, Board
from engine.drafting.actions import number_of
from engine.drafting.sets import SPACES
from engine.drafting.state import State, hide, new_game
from games.table.draft.choices import choices, rearranging
from games.table.draft.evaluation import Evaluator, earned
from games.table.draft.presenter import Occasion, table_context
from games.table.draft.reading import Table, cell_of

GAMES_AND_PLAYERS = pytest.mark.parametrize(("rules", "players"), list(product(GAMES, (1, 2, 4))))


def after_turns(rules: str, players: int, turns: int, seed: int = 1) -> State:
    state, chance = new_game(rules, players, seed), Random(seed)
    while not state.over and state.view_for(None)["turn"] <= turns:
        act(state, chance)
    return state


def act(state: State, chance: Random, seat: int | None = None) -> None:
    seat = state.to_act[0] if seat is None else seat
    state.apply({"seat": seat, **chance.choice(state.legal(seat))})


@GAMES_AND_PLAYERS
def test_a_space_shows_by_how_much_the_score_changes_there(rules, players):
    state = after_turns(rules, players, 11)
    view = state.view_for(0)
    before = state.scores[0]
    for choice in choices(view, state.legal(0)):
        draft = state.copy().draft
        draft.layouts[0].put(cell_of(choice["action"]["at"]), choice["action"]["card"])
        change = draft.scores()[0].total - before
        assert choice["gain"] == (f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0")


@GAMES_AND_PLAYERS
def test_every_card_and_space_is_offered_once(rules, players):
    state = after_turns(rules, players, 7)
    legal = state.legal(0)
    offered = [
        (choice["action"]["card"], *choice["action"]["at"]) for choice in choices(state.view_for(0), legal)
    ]
    assert len(offered) == len(set(offered))
    assert set(offered) == {(action["card"], *action["at"]) for action in legal}
    assert all(choice["action"] in legal for choice in choices(state.view_for(0), legal))


@GAMES_AND_PLAYERS
def test_no_card_ever_earns_more_than_was_held_possible(rules, players):
    """Whoever plays prefers what helps one card that lies there, by exchanges and moves too."""
    state, chance = new_game(rules, players, 4), Random(4)
    promised = {}
    while not state.over and state.view_for(0)["phase"] != "flip":
        keep_promises(state, promised)
        if 0 in state.to_act and state.view_for(0)["phase"] == "draft":
            action = helpful(state, promised, chance)
            if "swap" not in action and "shift" not in action:
                at = cell_of(action["at"])
                best = Evaluator(state.view_for(0), 0).placed(action["card"], at).best
                promised[at] = (action["card"], best)
            state.apply({"seat": 0, **action})
        else:
            act(state, chance)
    assert len(promised) > SPACES // 3


def keep_promises(state: State, promised: dict) -> None:
    table = Table.read(state.view_for(None))
    grid, score = table.boards[0].grid, table.scorer_of(0)
    for cell, (card, best) in promised.items():
        if grid.get(cell) == card:
            without = Board({other: kind for other, kind in grid.items() if other != cell})
            assert earned(score(Board(grid)), score(without), card, cell) <= best, (card, cell)


def helpful(state: State, promised: dict, chance: Random) -> dict:
    legal = state.legal(0)
    view = state.view_for(0)
    table = Table.read(view)
    lying = [cell for cell, (card, _best) in promised.items() if table.boards[0].grid.get(cell) == card]
    if not lying or chance.random() < 0.3:
        return chance.choice([action for action in legal if "swap" not in action and "shift" not in action])
    cell, score = chance.choice(lying), table.scorer_of(0)
    card = promised[cell][0]

    def helps(action: dict) -> int:
        layout = state.draft.layouts[0].copy()
        layout.put(cell_of(action["at"]), action["card"])
        for how in ("swap", "shift"):
            if how in action:
                getattr(layout, how)(tuple(map(cell_of, action[how])))
        after = score(Board(layout.cards))
        return earned(after, after, card, cell) if layout.cards.get(cell) == card else -1

    return max(chance.sample(legal, min(len(legal), 60)), key=helps)


@pytest.mark.parametrize(("rules", "card"), [("ecosystem", "RABBIT"), ("coral-reef", "OCTOPUS")])
def test_the_second_step_offers_all_that_may_be_rearranged(rules, card):
    state = next(
        found for seed in range(50) if card in (found := after_turns(rules, 3, 2, seed)).view_for(0)["hand"]
    )
    view, legal = state.view_for(0), state.legal(0)
    at = next(action["at"] for action in legal if action["card"] == card)
    board, found = rearranging(view, legal, card, "{},{}".format(*at))
    expected = [
        action
        for action in legal
        if action["card"] == card and action["at"] == at and ("swap" in action or "shift" in action)
    ]
    assert [way["action"] for way in found] == expected
    drawn = {place.at for row in board.rows for place in row}
    assert {way[end] for way in found for end in ("from", "to")} <= drawn
    for way in found[::7]:
        after = state.copy()
        after.draft._do(0, number_of(after._read({"seat": 0, **way["action"]})[1]))
        assert after.scores[0] - state.scores[0] == way["worth"]
    with pytest.raises(ValueError, match="does not go there"):
        rearranging(view, legal, card, "40,40")


@GAMES_AND_PLAYERS
def test_the_sheet_explains_every_number(rules, players):
    state = after_turns(rules, players, SPACES)
    while not state.over:
        act(state, Random(3))
    names = ["Ada", "Ben", "Cleo", "Dan"][:players]
    table = table_context(Occasion(view=state.view_for(None), legal=[], version=1, names=names, log=[]))
    sheet = table["sheet"]
    assert list(sheet.totals) == state.scores
    for line in sheet.lines:
        for seat, points in enumerate(line.points):
            words = sheet.explanations[str(seat)][line.key]
            assert words["words"]
            if not line.added:
                assert sum(part["points"] for part in words["parts"]) == points
                lying = {place.at for row in table["sides"][seat].board.rows for place in row if place.card}
                assert {cell for part in words["parts"] for cell in part["counts"]} <= lying
    assert [standing.points for standing in table["result"].standings] == sorted(state.scores, reverse=True)


def test_what_others_chose_is_told_only_when_all_have():
    state = after_turns("ecosystem", 3, 2)
    log = state.apply({"seat": 1, **state.legal(1)[0]})
    for seat in (0, None):
        view = state.view_for(seat)
        occasion = Occasion(view, [], 1, ["Ada", "Ben", "Cleo"], hide(log, seat), hide(log, seat))
        table = table_context(occasion)
        assert table["happened"]["said"] == "Ben has chosen."
        assert table["revealed"] == []
        assert "action" not in str(table["happened"])
    assert [side.chosen for side in table["sides"]] == [False, True, False]
