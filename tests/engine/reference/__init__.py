"""The plain reference of the Phylo rules, written from the rule texts alone and independent of
`engine.phylo`.

Everything is worked out anew whenever it is asked for. `Game` takes and gives plain record-format JSON, so
the same game can be played by both and compared after every action. It starts after the reveal
(`turn.seat` not null).
"""

from .game import Game
from .legal import action_order

__all__ = ["Game", "action_order"]
