"""The rules of Phylo, Ecosystem and Coral Reef, in pure Python: no database, no pages, no network.

    import engine
    state = engine.new_game("phylo-1.4a", cards, decks, seed=7)
    state.legal(state.to_act[0])
    state.apply({"seat": 0, "do": "pass"})

Cards, actions, positions and views are the plain JSON of the record format (docs/record-format.md). The names
exported here belong to Phylo; the drafting games are in `engine.drafting`, the bots in `engine.bots`.
"""

from engine.contract import IllegalAction, InvalidRecord, InvalidSetup, MalformedAction, Refusal
from engine.phylo.bonds import Bond, Fit, fits, supporters
from engine.phylo.cards import Abilities, Card
from engine.phylo.consequences import Advantage, Consequences, Opening, Stake, advantage, consequences
from engine.phylo.criteria import CLIMATES, DIETS, TERRAINS, Criterion, InvalidCard
from engine.phylo.deck import DeckFault, deck_faults, deck_problems, hand_fault, starter_fault
from engine.phylo.first_deal import begins_well, first_seed_fit
from engine.phylo.notation import action_order
from engine.phylo.nowhere import nowhere
from engine.phylo.position import InvalidPosition
from engine.phylo.reasons import apply_with_reasons, preview_event, without_reasons
from engine.phylo.record import Record, judge
from engine.phylo.rules import RULES, V1_3, V1_4A, Options, RuleSet, rule_set
from engine.phylo.start import Setup, cards_in, from_position, imagine, new_game, restore
from engine.phylo.state import State, hide
from engine.phylo.support import decided, food_lack, host_lack, neighbour_lack, partner_met
from engine.phylo.web import Dependant, FoodLinks, longest_chain, scoring_cards, web

__all__ = [
    "CLIMATES",
    "DIETS",
    "RULES",
    "TERRAINS",
    "V1_3",
    "V1_4A",
    "Abilities",
    "Advantage",
    "Bond",
    "Card",
    "Consequences",
    "Criterion",
    "DeckFault",
    "Dependant",
    "Fit",
    "FoodLinks",
    "IllegalAction",
    "InvalidCard",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSetup",
    "MalformedAction",
    "Opening",
    "Options",
    "Record",
    "Refusal",
    "RuleSet",
    "Setup",
    "Stake",
    "State",
    "action_order",
    "advantage",
    "apply_with_reasons",
    "begins_well",
    "cards_in",
    "consequences",
    "decided",
    "deck_faults",
    "deck_problems",
    "first_seed_fit",
    "fits",
    "food_lack",
    "from_position",
    "hand_fault",
    "hide",
    "host_lack",
    "imagine",
    "judge",
    "longest_chain",
    "neighbour_lack",
    "new_game",
    "nowhere",
    "partner_met",
    "preview_event",
    "restore",
    "rule_set",
    "scoring_cards",
    "starter_fault",
    "supporters",
    "web",
    "without_reasons",
]
