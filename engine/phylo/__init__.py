"""The rules of Phylo: pure Python that knows nothing of databases, pages or networks.

    from engine import phylo
    state = phylo.new_game("phylo-1.4a", cards, decks, seed=7)
    state.legal(state.to_act[0])
    state.apply({"seat": 0, "do": "pass"})

Cards, actions, positions and views are the plain JSON of the record format (docs/record-format.md).
"""

from .bonds import Bond, Fit, fits
from .cards import Abilities, Card
from .criteria import CLIMATES, DIETS, TERRAINS, Criterion, InvalidCard
from .deck import DeckFault, deck_faults, deck_problems, hand_fault, starter_fault
from .notation import MalformedAction, action_order
from .position import InvalidPosition
from .record import InvalidRecord, Record, judge
from .refusals import Refusal
from .relations import decided, food_lack, host_lack, neighbour_lack, partner_met
from .rules import RULES, V1_3, V1_4A, InvalidSetup, Options, RuleSet, rule_set
from .start import Setup, from_position, new_game, restore
from .state import IllegalAction, State
from .views import hide, imagine, supporters
from .web import Dependant, Ties, web

__all__ = [
    "CLIMATES",
    "DIETS",
    "RULES",
    "TERRAINS",
    "V1_3",
    "V1_4A",
    "Abilities",
    "Bond",
    "Card",
    "Criterion",
    "DeckFault",
    "Dependant",
    "Fit",
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
    "Ties",
    "action_order",
    "decided",
    "deck_faults",
    "deck_problems",
    "fits",
    "food_lack",
    "from_position",
    "hand_fault",
    "hide",
    "host_lack",
    "imagine",
    "judge",
    "neighbour_lack",
    "new_game",
    "partner_met",
    "restore",
    "rule_set",
    "starter_fault",
    "supporters",
    "web",
]
