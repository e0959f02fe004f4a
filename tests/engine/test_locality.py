"""Support is local (P15, P20): what follows from it for upkeep and for where a card may be played."""

from itertools import product
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.phylo.start import from_position
from engine.phylo.state import State
from tests.engine.playouts import Playout, playouts, quick


def with_spaces(game: Playout, spaces: list[dict[str, Any]]) -> State:
    """The same game with other spaces on the table."""
    position = {**game.state.position(), "spaces": spaces}
    return from_position(game.rules, game.cards, position, options=game.options)


def cells(spaces: list[dict[str, Any]]) -> set[tuple[int, int]]:
    return {tuple(entry["at"]) for entry in spaces}


def peeled(game: Playout, seat: int, rng: Random) -> set[tuple[int, int]]:
    """The spaces left when the seat's unsupported cards are taken away one by one, in any order."""
    spaces = game.state.position()["spaces"]
    state = game.state
    while True:
        loose = [risk["at"] for risk in state.at_risk() if risk["seat"] == seat and risk["why"] != "loses-it"]
        if not loose:
            return cells(spaces)
        gone = rng.choice(loose)
        spaces = [entry for entry in spaces if entry["at"] != gone]
        state = with_spaces(game, spaces)


@quick
@given(playouts(), st.integers(0, 10**6))
def test_P13_no_order_of_single_removals_ends_elsewhere(game: Playout, seed: int):
    spaces = game.state.position()["spaces"]
    assume(game.state.running)
    assume(not any({"under", "covered", "face_down"} & entry.keys() for entry in spaces))
    for seat in (0, 1):
        settled = game.state.copy()
        settled.settle_upkeep(seat)
        assert peeled(game, seat, Random(seed)) == cells(settled.position()["spaces"])


@quick
@given(playouts())
def test_P13_upkeep_leaves_every_own_card_supported(game: Playout):
    assume(game.state.running)
    for seat in (0, 1):
        settled = game.state.copy()
        settled.settle_upkeep(seat)
        assert not [risk for risk in settled.at_risk() if risk["seat"] == seat]


def around(at: tuple[int, int], spaces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries at and beside a space, the starters, and what seedlings and their originals need."""
    bound = {tuple(entry["at"]) for entry in spaces if "face_down" in entry}
    bound |= {tuple(entry["face_down"]["of"]) for entry in spaces if "face_down" in entry}
    return [
        entry
        for number, entry in enumerate(spaces)
        if number < 2
        or tuple(entry["at"]) in bound
        or abs(entry["at"][0] - at[0]) + abs(entry["at"][1] - at[1]) <= 1
    ]


@quick
@given(playouts())
def test_P20_cards_two_spaces_away_do_not_matter(game: Playout):
    state = game.state
    assume(state.running and state.actions_left)
    spaces = state.position()["spaces"]
    near = {(x + dx, y + dy) for (x, y), dx, dy in product(cells(spaces), (-1, 0, 1), (-1, 0, 1))}
    for at in Random(game.seed).sample(sorted(near), min(12, len(near))):
        alone = with_spaces(game, around(at, spaces))
        for key in sorted(set(state.position()["hands"][state.seat])):
            action = {"seat": state.seat, "do": "play", "card": key, "at": list(at)}
            assert (state.why_not(action) is None) == (alone.why_not(action) is None), (action, spaces)
