"""Drafting: hands that pass, layouts that grow, and what stays secret."""

import random

import pytest

from engine import IllegalAction
from engine.drafting import CORAL_REEF, ECOSYSTEM, GAMES
from engine.drafting.actions import Flip, Give, Place, action_of, number_of
from engine.drafting.draft import FLIP, Draft
from engine.drafting.layout import Layout, connected, fits
from engine.drafting.notation import read, seated
from engine.drafting.state import State
from tests.engine.drafting.agreement import compare_many
from tests.engine.drafting.boards import grid

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def play_out(draft, seed):
    """A whole random game; after every choice what must always hold."""
    rng = random.Random(seed)
    while not draft.over:
        seat = rng.choice(draft.to_act)
        action = rng.choice(draft.actions(seat))
        assert read(seated(seat, action)) == (seat, action_of(action))
        assert number_of(action_of(action)) == action
        draft.choose(seat, action_of(action))
        for layout in draft.layouts:
            if layout.cards:
                assert fits(layout.cards)
                assert connected(layout.cards)
    return draft


@BOTH
@pytest.mark.parametrize("players", range(1, 7))
def test_random_games_end_with_full_layouts(game, players):
    for seed in range(3):
        draft = play_out(Draft.deal(game, players, seed), seed)
        assert [len(layout.cards) for layout in draft.layouts] == [20] * max(players, 2)
        assert all(max(c) - min(c) < 5 for c in ([cell[1] for cell in each.cards] for each in draft.layouts))
        assert len(draft.scores()) == max(players, 2)
        assert draft.winners()
        kept = [card for layout in draft.layouts for card in layout.cards.values()]
        kept += [card for pile in (draft.pile, draft.deck, *draft.hands) for card in pile]
        assert all(kept.count(kind) <= copies for kind, copies in game.deck.items())


@BOTH
def test_the_same_seed_deals_the_same_game(game):
    one, other = (play_out(Draft.deal(game, 4, 7), 1) for _time in range(2))
    assert [layout.cards for layout in one.layouts] == [layout.cards for layout in other.layouts]


def first(draft, seat):
    return next(action for action in listed(draft, seat) if isinstance(action, Place))


def listed(draft, seat):
    return [action_of(action) for action in draft.actions(seat)]


def everybody_places(draft):
    for seat in draft.to_act:
        draft.choose(seat, first(draft, seat))


def test_hands_pass_to_the_left_and_in_round_two_to_the_right():
    draft = Draft.deal(ECOSYSTEM, 3, 1)
    before = [sorted(hand) for hand in draft.hands]
    everybody_places(draft)
    for seat in range(3):
        rest = before[seat].copy()
        rest.remove(next(iter(draft.layouts[seat].cards.values())))
        assert sorted(draft.hands[(seat + 1) % 3]) == rest
    for _turn in range(9):
        everybody_places(draft)
    assert [len(hand) for hand in draft.hands] == [10, 10, 10]
    before = [sorted(hand) for hand in draft.hands]
    everybody_places(draft)
    assert sum(card in before[0] for card in draft.hands[2]) == 9


def test_two_players_have_a_neutral_hand_in_the_ring_that_loses_a_card_each_turn():
    draft = Draft.deal(ECOSYSTEM, 2, 1)
    assert [len(hand) for hand in draft.hands] == [10, 10, 10]
    neutral = sorted(draft.hands[2])
    everybody_places(draft)
    assert [len(hand) for hand in draft.hands] == [9, 9, 9]
    assert sorted([*draft.hands[0], *draft.pile]) == neutral
    for _turn in range(19):
        everybody_places(draft)
    assert (len(draft.pile), draft.over) == (20, True)


def test_a_solo_hand_shrinks_and_is_filled_with_each_row_of_the_opponent():
    draft, sizes = Draft.deal(ECOSYSTEM, 1, 1), []
    while not draft.over:
        sizes.append(len(draft.hands[0]))
        draft.choose(0, first(draft, 0))
        draft.choose(0, Give(draft.hands[0][0]))
    assert sizes == [10, 9, 8, 7, 6, 9, 8, 7, 6, 5, 8, 7, 6, 5, 4, 7, 6, 5, 4, 3]
    assert list(draft.layouts[1].cards) == [(row, column) for row in range(4) for column in range(5)]


def test_nothing_is_carried_out_or_seen_before_all_have_chosen():
    draft = Draft.deal(ECOSYSTEM, 3, 1)
    action = first(draft, 1)
    assert not draft.choose(1, action)
    assert draft.layouts[1].cards == {}
    views = [State(draft).view_for(seat) for seat in (0, 2, None)]
    assert all(view["chosen"] is None and view["layouts"][1] == [] for view in views)
    assert State(draft).view_for(1)["chosen"] == {"do": "place", "card": action.card, "at": [0, 0]}
    assert draft.to_act == (0, 2)
    with pytest.raises(IllegalAction):
        draft.choose(1, action)


def test_a_view_shows_the_own_hand_alone():
    draft = Draft.deal(CORAL_REEF, 2, 1)
    state = State(draft)
    assert state.view_for(0)["hand"] == sorted(draft.hands[0])
    assert state.view_for(None)["hand"] is None
    assert state.view_for(2)["hand"] is None
    assert state.view_for(0)["hands"] == [10, 10, 10]


def test_a_layout_grows_within_four_rows_and_five_columns():
    wide = Layout(grid("FOX FOX FOX FOX FOX"))
    assert {space[1] for space in wide.spaces()} == set(range(5))
    assert {space[0] for space in wide.spaces()} == {-1, 1}
    tall = Layout(grid("FOX\nFOX\nFOX\nFOX"))
    assert {space[0] for space in tall.spaces()} == set(range(4))
    assert Layout().spaces() == [(0, 0)]


def reef_with(kind, text):
    """A lone seat about to place this card beside the picture."""
    draft = Draft.deal(CORAL_REEF if kind == "OCTOPUS" else ECOSYSTEM, 3, 1)
    draft.hands[0][0] = kind
    draft.layouts[0] = Layout(grid(text))
    return draft


def test_a_rabbit_may_exchange_any_two_cards_itself_among_them_or_none():
    draft = reef_with("RABBIT", "FOX BEE")
    swaps = {action.swap for action in listed(draft, 0) if action.card == "RABBIT" and action.at == (0, 2)}
    assert swaps == {None, ((0, 0), (0, 1)), ((0, 0), (0, 2)), ((0, 1), (0, 2))}
    assert not any(action.shift for action in listed(draft, 0))
    place = Place("RABBIT", (0, 2), swap=((0, 0), (0, 2)))
    draft._do(0, number_of(place))
    assert draft.layouts[0].cards == {(0, 0): "RABBIT", (0, 1): "BEE", (0, 2): "FOX"}


def test_an_octopus_may_move_a_card_where_the_layout_stays_one():
    draft = reef_with("OCTOPUS", "CRAB EEL")
    shifts = {action.shift for action in listed(draft, 0) if action.card == "OCTOPUS" and action.at == (0, 2)}
    assert ((0, 0), (1, 1)) in shifts
    assert ((0, 2), (1, 0)) in shifts
    assert not any(shift and shift[0] == (0, 1) and shift[1] == (2, 1) for shift in shifts)
    assert all(start != space for start, space in shifts - {None})
    draft._do(0, number_of(Place("OCTOPUS", (0, 2), shift=((0, 0), (1, 1)))))
    assert draft.layouts[0].cards == {(0, 1): "EEL", (0, 2): "OCTOPUS", (1, 1): "CRAB"}


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (Place("WHALE", (0, 2)), "card-not-held"),
        (Place("OCTOPUS", (0, 0)), "space-taken"),
        (Place("OCTOPUS", (1, 2)), "no-neighbour"),
        (Place("OCTOPUS", (0, 2), swap=((0, 0), (0, 0))), "bad-choice"),
        (Place("OCTOPUS", (0, 2), swap=((0, 0), (3, 3))), "bad-choice"),
        (Place("OCTOPUS", (0, 2), shift=((0, 1), (2, 1))), "bad-choice"),
        (Place("OCTOPUS", (0, 2), swap=((0, 0), (0, 1)), shift=((0, 0), (1, 1))), "bad-choice"),
    ],
)
def test_what_is_refused(place, code):
    draft = reef_with("OCTOPUS", "CRAB EEL")
    draft.hands[0] = ["OCTOPUS", "KRILL"]
    assert draft.why_not(0, place).code == code
    assert draft.why_not(0, Place("KRILL", (0, 2), swap=((0, 0), (0, 1)))).code == "bad-choice"


def flipping(*texts):
    draft = Draft.deal(CORAL_REEF, 3, 1)
    draft.layouts = [Layout(grid(text)) for text in texts]
    draft._end_draft()
    return draft


def test_every_whale_turns_a_card_over_in_secret_and_then_all_are_seen():
    draft = flipping("WHALE CRAB", "CRAB WHALE\nKRILL KRILL", "CRAB")
    assert (draft.phase, draft.to_act) == (FLIP, (0, 1))
    assert listed(draft, 1) == [Flip((0, 1), (0, 0)), Flip((0, 1), (1, 1))]
    assert not draft.choose(1, Flip((0, 1), (1, 1)))
    assert State(draft).view_for(0)["flips"] == [[], [], []]
    assert draft.choose(0, Flip((0, 0), (0, 1)))
    assert State(draft).view_for(2)["flips"] == [[[[0, 0], [0, 1]]], [[[0, 1], [1, 1]]], []]
    assert draft.scores()[1].scores["WHALE"] == 2


def test_two_whales_may_turn_each_other_over_and_no_card_is_turned_twice():
    draft = flipping("WHALE WHALE", "CRAB", "CRAB")
    draft.choose(0, Flip((0, 0), (0, 1)))
    assert listed(draft, 0) == [Flip((0, 1), (0, 0))]
    assert draft.choose(0, Flip((0, 1), (0, 0)))
    assert draft.scores()[0].scores["WHALE"] == 0


def test_a_whale_whose_neighbours_are_all_turned_over_goes_without():
    draft = flipping("WHALE CRAB WHALE", "CRAB", "CRAB")
    assert draft.choose(0, Flip((0, 0), (0, 1)))
    assert draft.over


def test_mochas_whales_are_for_the_lone_player():
    draft = Draft.deal(CORAL_REEF, 1, 1)
    draft.layouts = [Layout(grid("CRAB")), Layout(grid("WHALE CRAB"))]
    draft._end_draft()
    assert draft.to_act == (1,)
    assert draft.choose(1, Flip((0, 0), (0, 1)))


@BOTH
def test_random_boards_score_as_the_reference_does(game):
    assert compare_many(game, 1_000, seed=3) >= 1_000
