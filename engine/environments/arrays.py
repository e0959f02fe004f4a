"""Observations and masks as NumPy arrays, for PettingZoo and Gymnasium."""

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from engine.environments.table import Game, Table

Observation = dict[str, NDArray[np.generic]]


def observation_space(game: Game) -> spaces.Dict:
    """What an agent gets: the observation, and the mask of its actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(game.lowest, game.highest, (game.width,), np.int16),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )


def observed(table: Table, seat: int) -> Observation:
    """What a seat sees, and which numbers it may choose; none while it is another's turn."""
    return {
        "observation": np.array(table.observation(seat), np.int16),
        "action_mask": mask(table) if table.seat == seat else np.zeros(table.game.actions, np.int8),
    }


def mask(table: Table) -> NDArray[np.int8]:
    """1 for each number that the seat to act may choose."""
    marked = np.zeros(table.game.actions, np.int8)
    marked[list(table.legal)] = 1
    return marked
