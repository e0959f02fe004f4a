"""Games by numbers: every action has one, observations have no more than the view, records say the same."""

import pickle
from collections import Counter
from copy import deepcopy
from random import Random

import pytest

import engine
from engine import sets
from engine.environments import drafting, phylo
from engine.environments.drafting import DraftingGame
from engine.environments.games import ALL, game_of
from engine.environments.phylo import PhyloGame
from engine.environments.table import returns
from tests.engine.build import BOTH

LIVELY = {"play", "event", "move", "spread"}
GAMES = [
    ("phylo-1.4a", 2),
    ("phylo-1.3", 2),
    ("ecosystem", 2),
    ("ecosystem", 5),
    ("coral-reef", 2),
    ("coral-reef", 3),
]
every_game = pytest.mark.parametrize(("rules", "players"), GAMES)


def made(rules, players, rng):
    """A game, of Phylo with two ready decks by chance."""
    if rules not in BOTH:
        return game_of(rules, players=players)
    names = sorted(sets.decks(rules))
    return game_of(rules, pairs=[(rng.choice(names), rng.choice(names))])


def lively(rng, legal):
    """An action by chance, seldom passing or discarding."""
    useful = [number for number, action in legal.items() if action["do"] in LIVELY]
    return rng.choice(useful if useful and rng.random() < 0.85 else list(legal))


def tables(rules, players, games=2):
    """Tables at every decision of random games, with a source of chance."""
    for seed in range(games):
        rng = Random(seed)
        table = made(rules, players, rng).table(seed)
        while table.legal:
            yield table, rng
            table.play(lively(rng, table.legal))


@every_game
def test_every_legal_action_has_a_number_of_its_own(rules, players):
    kinds = Counter()
    for table, _rng in tables(rules, players, 3 if rules in BOTH else 1):
        legal = table.state.legal(table.seat)
        assert len(table.legal) == len(legal)
        assert all(action in legal for action in table.legal.values())
        assert list(table.legal) == sorted(table.legal)
        assert min(table.legal) >= 0
        assert max(table.legal) < table.game.actions
        kinds.update(action["do"] for action in table.legal.values())
    assert set(kinds) >= ({"play", "event", "move", "discard", "pass"} if rules in BOTH else {"place"})


@pytest.mark.parametrize("rules", BOTH)
def test_a_number_of_phylo_always_means_the_same(rules):
    meanings = {}
    game = PhyloGame(rules)
    for seed in range(4):
        rng, table = Random(seed), game.table(seed)
        while table.legal:
            for number, action in table.legal.items():
                if number < phylo.REST:
                    said = {name: value for name, value in action.items() if name != "choose"}
                    assert meanings.setdefault((table.seat, number), said) == said
            table.play(lively(rng, table.legal))


def test_a_number_of_a_drafting_game_names_a_space_beside_the_layout():
    game, meanings = DraftingGame("coral-reef"), {}
    table, rng = game.table(1), Random(1)
    while table.legal:
        layout = table.state.view_for(table.seat)["layouts"][table.seat]
        top, left = drafting._corner(layout)
        for number, action in table.legal.items():
            if number < drafting.SWAP:
                said = action["card"], action["at"][0] - top, action["at"][1] - left
                assert meanings.setdefault(number, said) == said
        table.play(rng.choice(list(table.legal)))


@every_game
def test_an_observation_has_its_width_and_nothing_beyond_its_limits(rules, players):
    for table, _rng in tables(rules, players, 1):
        for seat in range(players):
            row = table.observation(seat)
            assert len(row) == table.game.width
            assert all(type(number) is int for number in row)
            assert table.game.lowest <= min(row) <= max(row) <= table.game.highest


@pytest.mark.parametrize("rules", BOTH)
def test_an_observation_of_phylo_shows_what_the_view_does(rules):
    for table, _rng in tables(rules, 2):
        game, seat = table.game, table.seat
        view, row = table.state.view_for(seat), table.observation(seat)
        part = {name: row[section.start : section.end] for name, section in game.sections.items()}
        held = Counter()
        for card, copies in zip(part["own"], part["hand"], strict=True):
            held[game.catalogue[card - 1]] += copies
        assert +held == Counter(view["hands"][seat])
        assert part["counts"][2::3] == [view["scores"][seat], view["scores"][1 - seat]]
        laid = {
            (cell % phylo.SIDE + phylo.NEAREST, cell // phylo.SIDE + phylo.NEAREST): game.catalogue[card - 1]
            for cell, card in enumerate(part["card"])
            if card
        }
        assert laid == {tuple(space["at"]): space["card"] for space in view["spaces"]}


def phylo_exchanged(state, seat, rng):
    """The same game as the seat sees it, with other cards where it sees none."""
    other, unseen = state.copy(), 1 - seat
    cards = other.hands[unseen] + other.decks[unseen]
    rng.shuffle(cards)
    size = len(other.hands[unseen])
    other.hands[unseen], other.decks[unseen] = cards[:size], cards[size:]
    rng.shuffle(other.decks[seat])
    return other


def draft_exchanged(state, seat, rng):
    other = state.copy()
    draft = other.draft
    hands = [hand for number, hand in enumerate(draft.hands) if number != seat]
    cards = [card for hand in (*hands, draft.deck) for card in hand]
    rng.shuffle(cards)
    for hand in (*hands, draft.deck):
        hand[:] = [cards.pop() for _card in hand]
    for chooser in draft.chosen.keys() - {seat}:
        draft.chosen[chooser] = rng.choice(draft.actions(seat) or [draft.chosen[chooser]])
    other.held = [held if number == seat else [] for number, held in enumerate(other.held)]
    return other


@every_game
def test_exchanged_hidden_cards_give_equal_observations_and_numbers(rules, players):
    exchanged, differed = phylo_exchanged if rules in BOTH else draft_exchanged, False
    for table, rng in tables(rules, players, 2 if rules in BOTH else 1):
        for seat in range(players) if rules in BOTH else (rng.randrange(players),):
            other = exchanged(table.state, seat, rng)
            assert table.game.observation(other, seat) == table.observation(seat)
            if table.seat == seat:
                assert table.game.numbered(other, seat) == table.legal
            for unseen in set(range(players)) - {seat}:
                differed |= table.game.observation(other, unseen) != table.observation(unseen)
    assert differed


@every_game
def test_the_record_of_a_game_by_numbers_has_its_scores(rules, players):
    for seed in range(2):
        rng = Random(seed)
        table = made(rules, players, rng).table(seed)
        while table.legal:
            table.play(lively(rng, table.legal))
        verdict = engine.judge(table.record())
        assert verdict["ok"]
        assert verdict["over"]
        assert verdict["scores"] == table.state.scores
        assert sum(table.returns) == pytest.approx(0)
        assert max(table.returns) in (0, 1) or len(table.state.winner) > 1


def test_a_shared_victory_is_worth_less():
    class Shared:
        over, winner = True, [0, 2]

    assert returns(Shared(), 4) == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
    assert returns(Shared(), 3) == pytest.approx([0.25, -0.5, 0.25])


@pytest.mark.parametrize("rules", ALL)
def test_a_copy_goes_on_by_itself(rules):
    table, rng = game_of(rules).table(5), Random(5)
    for _step in range(20):
        table.play(lively(rng, table.legal))
    for other in (deepcopy(table), pickle.loads(pickle.dumps(table))):
        before = table.state.snapshot()
        assert other.state.snapshot() == before
        assert other.legal == table.legal
        assert other.told(0) == table.told(0)
        other.play(next(iter(other.legal)))
        assert table.state.snapshot() == before


def test_seeds_take_pairs_of_decks_in_turn():
    pairs = [("uluru", "lauca"), ("lauca", "uluru")]
    game = PhyloGame("phylo-1.4a", pairs)
    assert [game.pair(seed) for seed in range(3)] == [*pairs, pairs[0]]


@pytest.mark.parametrize(
    "asked",
    [
        ("chess", {}),
        ("phylo-1.3", {"players": 3}),
        ("ecosystem", {"players": 7}),
        ("ecosystem", {"pairs": []}),
    ],
)
def test_a_game_that_is_not_there_is_refused(asked):
    rules, named = asked
    with pytest.raises(ValueError, match=r"game|players"):
        game_of(rules, **named)
