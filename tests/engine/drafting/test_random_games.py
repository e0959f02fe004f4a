"""Random whole games, and every move of a card that a layout allows."""

from random import Random

import pytest

from engine.drafting import CORAL_REEF, GAMES
from engine.drafting.actions import action_of
from engine.drafting.draft import Draft
from engine.drafting.layout import box, connected, fits
from tests.engine.drafting.random_games import play

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@BOTH
@pytest.mark.parametrize("players", range(1, 7))
def test_no_state_of_a_random_game_is_illegal(game, players):
    for seed in range(100, 103):
        draft, choices = play(game, players, seed)
        assert choices >= 20 * players
        assert draft.over


def exchanges(cards):
    """Pairs of cells with different cards, and from where to where a card may be moved, by trying all."""
    swaps = {(one, other) for one in cards for other in cards if one < other and cards[one] != cards[other]}
    shifts = set()
    for start in cards:
        rest = cards.keys() - {start}
        if rest:
            top, left, bottom, right = box(rest)
            around = [(r, c) for r in range(top - 4, bottom + 5) for c in range(left - 5, right + 6)]
            ends = [end for end in around if end not in cards]
            shifts |= {(start, end) for end in ends if fits(rest | {end}) and connected(rest | {end})}
    return swaps, shifts


def test_all_exchanges_of_an_octopus_are_listed_once_and_no_others():
    chance, compared = Random(3), 0
    for seed in range(8):
        draft = Draft.deal(CORAL_REEF, 3, seed)
        while not draft.over:
            seat = draft.to_act[0]
            layout = draft.layouts[seat]
            actions = [action_of(action) for action in draft.actions(seat)]
            if chance.random() < 0.3 and layout.cards and "OCTOPUS" in draft.hands[seat]:
                for space in layout.spaces():
                    mine = [action for action in actions if action[:2] == ("OCTOPUS", space)]
                    swaps, shifts = exchanges({**layout.cards, space: "OCTOPUS"})
                    assert sorted(action.swap for action in mine if action.swap) == sorted(swaps)
                    assert sorted(action.shift for action in mine if action.shift) == sorted(shifts)
                    assert len(mine) == 1 + len(swaps) + len(shifts)
                    compared += 1
            draft.choose(seat, chance.choice(actions))
    assert compared > 20
