"""Refusals and their sentences: short, by name, reason first.

A sentence is a template and its fields, so that a page can translate both. `N_` marks templates for gettext
without translating them here: the engine knows no language but that of the record format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .criteria import CLIMATES, TERRAINS, Face, names_of


def N_(template: str) -> str:
    return template


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first clause that an action breaks; `neighbour` is [x, y] of the card that came nearest to support.

    A field is a text, a number, or a tuple of vocabulary words that a sentence joins with "and".
    """

    code: str
    clause: str
    template: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    neighbour: list[int] | None = None

    @property
    def message(self) -> str:
        """The sentence in English."""
        fields = {
            name: joined(value) if isinstance(value, tuple) else value for name, value in self.fields.items()
        }
        return self.template % fields


def joined(words: tuple[str, ...]) -> str:
    """Words in a row: "forest", "forest and urban", "forest, ocean and urban"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))) or "nowhere"


GAME_OVER = N_("The game is over.")
UNKNOWN_ACTION = N_("There is no action called %(do)s.")
NOT_YOUR_TURN = N_("It is not your turn.")
NO_ACTIONS_LEFT = N_("No action is left in this turn. You can only end it.")
EVENT_ALREADY_PLAYED = N_("Only one event may be played in a turn.")
CARD_NOT_HELD = N_("%(card)s is not in your hand.")
NOT_IN_PILE = N_("%(card)s is not in your discard pile.")
DECK_EMPTY = N_("Your deck is empty, so there is nothing to draw for the card.")
MUST_REVEAL = N_("You have a species in hand, so show one.")
REVEAL_SPECIES = N_("Only a species can be shown to decide who begins, and %(card)s is none.")
NO_CARD_THERE = N_("There is no card of yours in this space.")
NOT_YOUR_CARD = N_("%(card)s is not your card.")
CANNOT_MOVE = N_("%(card)s cannot move.")
FROZEN = N_("An event holds %(card)s in its place.")
TOO_FAR = N_("%(card)s can move %(move)s at most.")
NOT_STRAIGHT = N_("%(card)s moves in a straight line only.")
CANNOT_SPREAD = N_("%(card)s cannot spread.")
SPREAD_NEED = {
    "": N_("%(card)s cannot spread."),
    "pollinator": N_("%(card)s spreads only with a pollinator beside it."),
    "wind": N_("%(card)s spreads only with a Wind event on it."),
}
NOT_BESIDE_SPREADER = N_("Cards spread only into the spaces beside %(card)s.")
SPREAD_COUNT = N_("%(card)s spreads 1 to %(count)s cards, each into a space of its own.")
SPACE_TAKEN = N_("This space is taken by %(target)s.")
STACK_FULL = N_("Two cards lie here already. A third one would be too many.")
CANNOT_COVER = N_("%(card)s cannot take the place of %(target)s.")
NEEDS_HOST = N_("%(card)s cannot live without a host. Put it under one.")
NO_HOST = N_("There is no host here for %(card)s to live under.")
NO_PARASITE = N_("%(card)s is no parasite and cannot go under another card.")
WRONG_HOST = N_("%(target)s is no host for %(card)s.")
NO_SPECIES = N_("%(card)s is an event. Events are played on a species.")
NO_HABITAT = N_("%(card)s is a habitat, and these rules know none.")
NO_EVENT = N_("%(card)s is no event.")
NO_TARGET = N_("%(card)s must be played on a species, and this space is empty.")
NEVER_A_TARGET = N_("No event can be played on %(target)s.")
WRONG_TARGET = N_("%(card)s has no effect on %(target)s.")
BAD_CHOICE = N_("Choose the cards that %(card)s takes.")
NO_NEIGHBOUR = N_("There is no card beside this space for %(card)s to live with.")
NOT_OWN_NEIGHBOUR = N_("%(card)s must be played beside a card of yours.")
NOT_BESIDE = N_("%(card)s needs a certain neighbour that is not beside this space.")
SEEDLING = N_("a seedling of %(card)s")

NO_TERRAIN = N_("%(y)s lives in %(y_terrains)s, %(x)s in %(x_terrains)s.")
NO_CLIMATE = N_("%(y)s lives where it is %(y_climates)s, %(x)s where it is %(x_climates)s.")
TOO_BIG = N_("%(y)s (scale %(y_scale)s) is too big for %(x)s (scale %(x_scale)s) to catch.")
HOME_IS_NO_FOOD = N_("%(x)s has to eat, and HOME is no food. Only a card with number 1 can start there.")
PLACE_IS_NO_FOOD = N_("%(x)s has to eat, and %(y)s is a place, not food.")
CHOOSY = N_("%(x)s is choosy, and %(y)s is not on its menu.")
NO_FOOD = {
    "herbivore": N_("%(x)s eats plants and other cards with number 1. %(y)s has number %(y_number)s."),
    "carnivore": N_("%(x)s hunts animals with number %(food)s. %(y)s has number %(y_number)s."),
    "omnivore": N_("%(x)s eats plants, or animals with number %(food)s. %(y)s is neither."),
    "photosynthetic": N_("%(x)s lives on cards with number %(food)s. %(y)s has number %(y_number)s."),
    "molecular-carbon": N_("%(x)s lives on cards with number %(food)s. %(y)s has number %(y_number)s."),
}
CLAUSES = {
    "no-neighbour": "P15",
    "no-terrain": "P16",
    "no-climate": "P16",
    "no-food": "P18",
    "too-big": "P18",
}


def lacking(code: str, x: Face, y: Face, food_step: str, at: list[int]) -> Refusal:
    """The sentence for what the neighbour `y` at [x, y] lacks to support `x` (support.LACKS)."""
    number = x.card.food_chain
    fields = {
        "x": x.card.name,
        "y": y.card.name,
        "x_terrains": tuple(names_of(x.terrains, TERRAINS)),
        "y_terrains": tuple(names_of(y.terrains, TERRAINS)),
        "x_climates": tuple(names_of(x.climates, CLIMATES)),
        "y_climates": tuple(names_of(y.climates, CLIMATES)),
        "x_scale": x.card.scale,
        "y_scale": y.card.scale,
        "y_number": y.card.food_chain,
        "food": f"{number - 1} or {number}" if food_step == "same-or-below" else number - 1,
    }
    clause = "P17" if y.card.kind == "home" else CLAUSES[code]
    return Refusal(code, clause, _sentence(code, x, y), fields, at)


def _sentence(code: str, x: Face, y: Face) -> str:
    if code == "no-terrain":
        return NO_TERRAIN
    if code == "no-climate":
        return NO_CLIMATE
    if code == "too-big":
        return TOO_BIG
    feeds_only = None if x.seedling else x.card.abilities.feeds_only
    if feeds_only is not None and not feeds_only.met_by(y, x):
        return CHOOSY
    if y.card.kind == "home":
        return HOME_IS_NO_FOOD
    if y.card.kind == "habitat":
        return PLACE_IS_NO_FOOD
    return NO_FOOD[x.card.diet]
