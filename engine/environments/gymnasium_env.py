"""Gymnasium: one seat of any of the four games, against a level of the computer or against chance.

    import gymnasium
    import engine.environments.gymnasium_env
    table = gymnasium.make("phylo_engine/phylo-1.4a-v0", opponent="mouse")
    observation, info = table.reset(seed=7)

`pip install phylo-engine[gymnasium]` brings what it needs.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import SupportsInt, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from engine.bots.levels import level_of
from engine.environments.arrays import Observation, mask, observation_space, observed
from engine.environments.games import ALL, game_of
from engine.environments.phylo import Pair
from engine.environments.table import Table

BY_CHANCE = "random"


class OneSeat(gymnasium.Env[Observation, SupportsInt]):
    """
    A game in which the others play for themselves until it is the `seat`'s turn. `opponent` is the key of a
    level, or "random". An illegal action loses the game and ends it, with `illegal` in the info.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        rules: str = "phylo-1.4a",
        *,
        opponent: str = BY_CHANCE,
        seat: int = 0,
        pairs: Sequence[Pair] | None = None,
        players: int = 2,
        render_mode: str | None = None,
    ) -> None:
        self.game = game_of(rules, pairs=pairs, players=players)
        self.level = None if opponent == BY_CHANCE else level_of(rules, opponent)
        self.seat, self.render_mode = seat, render_mode
        self.observation_space = cast(spaces.Space[Observation], observation_space(self.game))
        self.action_space = spaces.Discrete(self.game.actions)
        self.table: Table
        self._chance = Random()

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """Deal the game of this seed, or any, and play until it is the seat's turn."""
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**53)) if seed is None else seed
        self.table, self._chance = self.game.table(dealt), Random(f"opponents of {dealt}")
        self._play_on()
        return observed(self.table, self.seat), {}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Carry out an action of the seat, and play until it is its turn again."""
        if int(action) not in self.table.legal or self.table.seat != self.seat:
            return observed(self.table, self.seat), -1.0, True, False, {"illegal": True}
        self.table.play(int(action))
        self._play_on()
        over = self.table.seat is None
        info: dict[str, object] = {"scores": self.table.state.scores} if over else {}
        return observed(self.table, self.seat), self.table.returns[self.seat], over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers are legal now, as MaskablePPO asks for it."""
        return mask(self.table).astype(np.bool_)

    def render(self) -> str | None:
        """The table as text: printed, or returned in the mode `ansi`."""
        if self.render_mode == "ansi":
            return self.table.drawn()
        print(self.table.drawn())
        return None

    def _play_on(self) -> None:
        """Let the others act until it is the seat's turn, or the game is over."""
        while self.table.seat not in (None, self.seat):
            self.table.play(self._opponents_choice())

    def _opponents_choice(self) -> int:
        table, legal, seat = self.table, self.table.legal, self.table.seat
        assert seat is not None
        if self.level is None:
            return self._chance.choice(list(legal))
        actions = list(legal.values())
        view = self.game.seen(table.state, seat, table.log)
        chosen = self.level.think(view, actions, self._chance).action
        return list(legal)[actions.index(chosen)]


for _rules in ALL:
    gymnasium.register(
        f"phylo_engine/{_rules}-v0",
        entry_point="engine.environments.gymnasium_env:OneSeat",
        kwargs={"rules": _rules},
    )
