"""The flat form and the engine play the same random games and are compared after every action.

python -m tests.engine.flat_games --rules phylo-1.4a --games 20000
"""

import argparse
from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any

from engine.flat import layout as at
from engine.flat.compiled import COMPILED, array, listed
from engine.flat.listing import legal
from engine.flat.translate import from_game, position, scores, universe_of
from engine.flat.turn import act
from engine.phylo import actions, turn
from engine.phylo.cards import Card
from engine.phylo.matchup import cell
from engine.phylo.recovery import Recoveries
from engine.phylo.rules import RULES
from engine.phylo.start import new_game
from engine.phylo.state import State
from tests.engine.pools import pool
from tests.engine.wild import wild_pool

KINDS = {
    at.PLAY: actions.PLAY, at.PASS: actions.PASS, at.DISCARD: actions.DISCARD, at.EVENT: actions.EVENT,
    at.MOVE: actions.MOVE, at.BELOW: actions.UNDER, at.SPREAD: actions.SPREAD,
}  # fmt: skip
WAYS = [at.STEPS.index(step) for step in at.ASCENDING]
SPACES = [cell(place % at.SIDE - at.CENTRE, place // at.SIDE - at.CENTRE) for place in range(at.CELLS)]
LIVELY = [at.PLAY, at.EVENT, at.MOVE, at.BELOW, at.SPREAD]


class Pair:
    """A game in both forms. Slots have the same numbers in both."""

    def __init__(self, state: State, seed: int, more: Iterable[Card] = ()) -> None:
        self.state = state
        self.universe = universe_of(state, more)
        self.flat = from_game(state, self.universe, seed)
        self.out = array(at.MOST_ACTIONS)
        self.ways: dict[tuple[int, int], list[tuple[int, ...]]] = {}

    def listed(self) -> list[int]:
        """The legal actions of the flat form, which are compared with the engine's."""
        count = legal(self.flat, self.universe.tables, self.out)
        found = listed(self.out[:count])
        self.ways.clear()
        if count < at.MOST_ACTIONS:
            theirs = self.state.actions()
            mine = [self.as_engine(action) for action in found]
            assert len(mine) == len(theirs), (len(mine), len(theirs))
            assert set(mine) == set(theirs), (set(mine) - set(theirs), set(theirs) - set(mine))
        return found

    def as_engine(self, action: int) -> int:
        """The engine's number of an action."""
        slot, do = action >> at.SLOT_AT & 63, action >> at.DO_AT & 7
        space = SPACES[action & at.CELLS - 1]
        extra = action >> at.EXTRA_AT
        if do == at.SPREAD:
            cards = [(extra >> number * at.WAY_BITS & 127, way) for number, way in enumerate(WAYS)]
            return actions.spread_action(slot, [(card - 1, way) for card, way in cards if card])
        found = KINDS[do] | slot << actions.SLOT | (0 if do in (at.PASS, at.DISCARD) else space)
        if do == at.EVENT and slot in self.state.matchup.recovering:
            return actions.recovering(found, self.way(slot, space, extra))
        return found

    def way(self, event: int, space: int, number: int) -> tuple[int, ...]:
        """What an event recovers that way, as the engine numbers it: none for the first choice."""
        if (event, space) not in self.ways:
            recoveries = Recoveries.of(self.state, event, space)
            known: list[tuple[int, ...]] = [()]
            if recoveries.only() is None:
                known = list(islice(recoveries, at.MOST_ACTIONS))
                known[0] = known[0] if self.state.matchup.recovering[event] else ()
            self.ways[event, space] = known
        return self.ways[event, space][number]

    def act(self, action: int, rng: Random) -> None:
        """Carry out an action in both; what chance chooses is handed to both."""
        state, flat = self.state, self.flat
        forced = None
        if action >> at.DO_AT & 7 == at.EVENT:
            event = state.matchup.cards[action >> at.SLOT_AT & 63]
            wanted = sum(each.number for each in event.effects if each.do == "opponent-discards")
            hand = state.hands[1 - state.seat]
            forced = rng.sample(hand, min(wanted, len(hand)))
            flat[at.FORCED_COUNT] = len(forced)
            for place, slot in enumerate(forced):
                flat[at.FORCED + place] = slot
        turn.perform(state, self.as_engine(action), list(forced or ()))
        act(flat, self.universe.tables, action)

    def compare(self) -> None:
        """Positions, scores, and how the game ended."""
        flat = listed(self.flat)
        assert position(self.flat, self.universe) == self.state.position()
        assert scores(self.flat, self.universe) == self.state.scores
        assert bool(flat[at.OVER]) == self.state.over
        if self.state.over:
            assert (0, 1, "draw")[flat[at.WINNER]] == self.state.winner


def dealt(rng: Random, rules: str, seed: int) -> State:
    """A game of random cards that use every ability and effect, wild ones every other time."""
    cards, decks = (wild_pool if seed % 2 else pool)(rng, rules)
    options = {"home_gap": rng.choice([0, 1]), "food_step": rng.choice(["below", "same-or-below"])}
    starters = ["home", rng.choice(["home", "h0"])] if rules == "phylo-1.3" else None
    return new_game(rules, cards, decks, seed, options=options, starters=starters)


def cards_of(rules: str, seed: int) -> dict[str, Any]:
    """The cards of the game that is dealt from a new generator with this seed."""
    return (wild_pool if seed % 2 else pool)(Random(seed), rules)[0]


def chosen(rng: Random, actions: list[int]) -> int:
    """A random action; rare kinds come up as often as common ones, passing and discarding seldom."""
    by_kind: dict[int, list[int]] = {}
    for action in actions:
        by_kind.setdefault(action >> at.DO_AT & 7, []).append(action)
    useful = [kind for kind in LIVELY if kind in by_kind]
    if not useful or rng.random() < 0.15:
        return rng.choice(actions)
    return rng.choice(by_kind[rng.choice(useful)])


def play(rules: str, seed: int, share: float = 1.0) -> int:
    """One random game; the number of actions in which both agreed.

    Legal actions are compared at every decision, positions and scores at this share of them and at the end.
    """
    rng = Random(seed)
    pair = Pair(dealt(rng, rules, seed), seed)
    actions = 0
    pair.compare()
    while not pair.state.over and not pair.flat[at.OFF_BOARD]:
        pair.act(chosen(rng, pair.listed()), rng)
        if pair.state.over or rng.random() < share:
            pair.compare()
        actions += 1
    return actions


def trace(games: int) -> str:
    """The flat form's own games, its own chance included, as a digest: the same compiled and plain."""
    digest = sha256()
    for seed in range(games):
        rng = Random(seed)
        pair = Pair(dealt(rng, sorted(RULES)[seed // 2 % 2], seed), seed)
        flat, tables = pair.flat, pair.universe.tables
        while not flat[at.OVER]:
            count = legal(flat, tables, pair.out)
            found = listed(pair.out[:count])
            act(flat, tables, chosen(rng, found))
            digest.update(repr((found, listed(flat)[: at.NOTES])).encode())
    return digest.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", choices=sorted(RULES), default="phylo-1.4a")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--share", type=float, default=1.0, help="of the positions, to be compared")
    parser.add_argument("--trace", action="store_true", help="print what the flat form plays by itself")
    arguments = parser.parse_args()
    if arguments.trace:
        print(trace(arguments.games))
        return
    actions = 0
    for seed in range(arguments.first, arguments.first + arguments.games):
        try:
            actions += play(arguments.rules, seed, arguments.share)
        except Exception:
            print(f"disagreement in {arguments.rules}, seed {seed}")
            raise
    form = "compiled" if COMPILED else "plain"
    print(f"{arguments.rules}, {form}: {arguments.games} games, {actions} actions, no disagreement")


if __name__ == "__main__":
    main()
