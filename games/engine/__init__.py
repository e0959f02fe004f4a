"""The rules of Phylo: pure Python that knows nothing of databases, pages or networks.

    from games import engine
    state = engine.new_game("phylo-1.4a", cards, decks, seed=7)
    state.legal(state.to_act[0])
    state.apply({"seat": 0, "do": "pass"})

Cards, actions, positions and views are the plain JSON of the record format (docs/record-format.md).
"""

from .cards import Card
from .criteria import CLIMATES, DIETS, TERRAINS, InvalidCard
from .notation import MalformedAction, action_order
from .position import InvalidPosition
from .record import InvalidRecord, Record, judge
from .refusals import Refusal
from .rules import RULES, InvalidSetup, Options, RuleSet
from .setup import deck_problems
from .start import Setup, from_position, new_game, restore
from .state import IllegalAction, State, hide
from .views import imagine, supporters

__all__ = [
    "CLIMATES",
    "DIETS",
    "RULES",
    "TERRAINS",
    "Card",
    "IllegalAction",
    "InvalidCard",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSetup",
    "MalformedAction",
    "Options",
    "Record",
    "Refusal",
    "RuleSet",
    "Setup",
    "State",
    "action_order",
    "deck_problems",
    "from_position",
    "hide",
    "imagine",
    "judge",
    "new_game",
    "restore",
    "supporters",
]
