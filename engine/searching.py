"""What the computer thinks of a game."""

from random import Random
from typing import Any

from engine.bots.levels import STRONGEST, Budget, level_of
from engine.bots.thought import Thought
from engine.game import Game, view


def search(
    game: Game,
    level: str = STRONGEST,
    *,
    seat: int | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> Thought[Any]:
    """
    What a level of the computer thinks of what a seat may do, by default of the first seat that has to act:
    the best actions with their chances, best first, and the one that it would take. It knows what the seat
    knows. `playouts`, or `seconds`, are for this choice; without them it thinks as long as the level does.
    The same seed and playouts give the same thought. Raises KeyError for an unknown level, ValueError if the
    seat has nothing to do.
    """
    acting = seat if seat is not None or not game.to_act else game.to_act[0]
    legal = [] if acting is None else game.state.legal(acting)
    if not legal:
        raise ValueError("there is nothing to choose")
    chosen = level_of(str(game.dealt["rules"]), level)
    known, rng = view(game, acting), Random(seed)
    if playouts is None and seconds is None:
        return chosen.think(known, legal, rng)
    return chosen.search(known, legal, rng, Budget(playouts, seconds))
