"""The four games by the keys of their rules."""

from collections.abc import Sequence

from engine.drafting.sets import GAMES
from engine.environments.drafting import DraftingGame
from engine.environments.phylo import Pair, PhyloGame
from engine.environments.table import Game
from engine.phylo.rules import RULES

ALL = (*RULES, *GAMES)


def game_of(rules: str, *, pairs: Sequence[Pair] | None = None, players: int = 2) -> Game:
    """
    The game with these rules. `pairs` are keys of ready decks, for Phylo alone, and `players` are of a
    drafting game. Raises ValueError.
    """
    if rules in GAMES and pairs is None:
        return DraftingGame(rules, players)
    if rules in RULES and players == 2:
        return PhyloGame(rules, pairs)
    raise ValueError(f"no game {rules!r} with pairs {pairs} and {players} players")
