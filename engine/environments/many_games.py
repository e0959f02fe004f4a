"""Thousands of games of Phylo at once, compiled: each step is an action in every game.

It needs NumPy and Numba, which `phylo-engine[compiled]` brings.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.environments.batch import SEEDS, Batch, deal_all, draw_all, observe_all, step_all
from engine.environments.phylo import ACTIONS, OWN, WIDTH, Pair, PhyloGame
from engine.flat import layout as at
from engine.flat.chance import seed as seed_state
from engine.flat.compiled import COMPILED, Numbers
from engine.flat.translate import undealt, written
from engine.phylo.cards import Card
from engine.record_format import Action

MOST = 2048
"""Room for the actions of one decision."""


class ManyGames:
    """
    So many games of Phylo, in which every `step` is one action each. A game that ends is dealt anew in the
    same step. The arrays belong to this object and change with each step: copy what is to be kept.

    `observations` is what the seat to act sees (`phylo.SECTIONS`), `masks` has 1 for each number that it may
    choose, and `legal[game, : counts[game]]` are the same numbers. `seats` says who is to act. Of the games
    that the last step ended, `dones` is true, and `rewards` (1, 0 or -1) and `scores` are by seat; else 0.
    """

    def __init__(self, rules: str, games: int, pairs: Sequence[Pair] | None = None, *, seed: int = 0) -> None:
        """`pairs` are keys of ready decks, as in PhyloGame. Raises RuntimeError where nothing is compiled."""
        if not COMPILED:
            raise RuntimeError("many games at once need Numba: pip install phylo-engine[compiled]")
        self.game, self.games = PhyloGame(rules, pairs), games
        starts, own = self._undealt()
        self.observations = np.zeros((games, WIDTH), np.int16)
        self.masks = np.zeros((games, ACTIONS), np.int8)
        self.legal = np.zeros((games, MOST), np.int32)
        self.counts = np.zeros(games, np.int64)
        self.seats = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, 2), np.float32)
        self.scores = np.zeros((games, 2), np.int64)
        self.dones = np.zeros(games, np.bool_)
        self._states = np.zeros((games, at.SIZE), np.int64)
        self._seeds = np.zeros(games, np.int64)
        self._chance = cast(Numbers, np.zeros(at.SIZE, np.int64))
        self._batch = Batch(
            states=_grid(self._states),
            seeds=cast(Numbers, self._seeds),
            pairs=cast(Numbers, np.zeros(games, np.int64)),
            starts=_grid(starts),
            own=cast(list[list[Numbers]], own),
            tables=self.universe.tables,
            listed=_grid(np.zeros((games, MOST), np.int64)),
            numbers=_grid(self.legal),
            counts=cast(Numbers, self.counts),
            masks=_grid(self.masks),
            observations=_grid(self.observations),
            seats=cast(Numbers, self.seats),
            room=_grid(np.zeros((3, MOST), np.int64)),
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """
        Deal all games anew: the first from this seed, the others from those that follow it. A game that is
        dealt again has the seed that it had plus the number of games.
        """
        self._seeds[:] = (seed + np.arange(self.games)) % SEEDS
        seed_state(self._chance, seed % SEEDS)
        self.rewards[:], self.scores[:], self.dones[:] = 0, 0, False
        deal_all(self._batch)

    def step(self, actions: ArrayLike) -> None:
        """
        Carry out one action in every game, given by their numbers. Raises ValueError, and changes nothing, if
        one is not legal.
        """
        chosen = np.array(actions, np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"{self.games} games need as many actions, not {chosen.shape}")
        rewards, scores, dones = _grid(self.rewards), _grid(self.scores), cast(list[bool], self.dones)
        wrong = step_all(self._batch, cast(Numbers, chosen), rewards, scores, dones)
        if wrong >= 0:
            raise ValueError(f"action {np.ravel(actions)[wrong]} is not legal in game {wrong}")

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game by chance, all as likely."""
        chosen = np.zeros(self.games, np.int64)
        draw_all(self._batch, self._chance, cast(Numbers, chosen))
        return chosen

    def observed_by(self, seat: int) -> NDArray[np.int16]:
        """What this seat sees in every game, also where the other one is to act."""
        rows = np.zeros((self.games, WIDTH), np.int16)
        observe_all(self._batch, seat, _grid(rows))
        return rows

    def written(self, game: int, number: int) -> Action:
        """A legal action of a game in the record format, without its seat. Raises ValueError."""
        place = self.legal[game, : self.counts[game]].tolist().index(number)
        return written(self._batch.states[game], self.universe, int(self._batch.listed[game][place]))

    def _undealt(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By pair of decks, the game before it is dealt, and the seats' numbers of their cards."""
        game = self.game
        cards = [Card.parse(key, game.cards[key]) for key in game.catalogue if key != "home"]
        starts, own = [], []
        for pair in game.pairs:
            start, self.universe = undealt(game.setup(pair), more=cards)
            starts.append(start)
            own.append([self._numbers(game.decks[key].keys) for key in pair])
        return np.array(starts, np.int64), np.array(own, np.int64)

    def _numbers(self, deck: Sequence[str]) -> list[int]:
        keys = sorted(set(deck))
        numbers = [keys.index(key) if key in keys else -1 for key in self.game.catalogue]
        kinds = [self.game.number_of[key] for key in keys]
        return [*numbers, *kinds, *[0] * (OWN - len(kinds)), len(kinds)]


def _grid(array: object) -> list[Numbers]:
    """An array of two dimensions, as compiled code names it to the type checker."""
    return cast(list[Numbers], array)
