"""Refusals and their sentences: short, by name, reason first.

A sentence is a template and its fields, so that a page can translate both. `_` marks templates for gettext
without translating them here: the engine knows no language but that of the record format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .criteria import CLIMATES, TERRAINS, Face, names_of


def _(template: str) -> str:
    return template


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first clause that an action breaks; `neighbour` is [x, y] of the card that came nearest to support.
    `clause` is empty in the drafting games, whose rules are not numbered.

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


GAME_OVER = _("The game is over.")
UNKNOWN_ACTION = _("There is no action called %(do)s.")
NOT_YOUR_TURN = _("It is not your turn.")
NO_ACTIONS_LEFT = _("No action is left in this turn. You can only end it.")
EVENT_ALREADY_PLAYED = _("Only one event may be played in a turn.")
CARD_NOT_HELD = _("%(card)s is not in your hand.")
NOT_IN_PILE = _("%(card)s is not in your discard pile.")
DECK_EMPTY = _("Your deck is empty, so there is nothing to draw for the card.")
MUST_REVEAL = _("You have a species in hand, so show one.")
REVEAL_SPECIES = _("Only a species can be shown to decide who begins, and %(card)s is none.")
NO_CARD_THERE = _("There is no card of yours in this space.")
NOT_YOUR_CARD = _("%(card)s is not your card.")
CANNOT_MOVE = _("%(card)s cannot move.")
FROZEN = _("An event holds %(card)s in its place.")
TOO_FAR = _("%(card)s can move %(move)s at most.")
NOT_STRAIGHT = _("%(card)s moves in a straight line only.")
CANNOT_SPREAD = _("%(card)s cannot spread.")
SPREAD_NEED = {
    "": _("%(card)s cannot spread."),
    "pollinator": _("%(card)s spreads only with a pollinator beside it."),
    "wind": _("%(card)s spreads only with a Wind event on it."),
    "pollinator or wind": _("%(card)s spreads only with a pollinator beside it or a Wind event on it."),
}
NOT_BESIDE_SPREADER = _("Cards spread only into the spaces beside %(card)s.")
SPREAD_COUNT = _("%(card)s spreads 1 to %(count)s cards, each into a space of its own.")
SPACE_TAKEN = _("This space is taken by %(target)s.")
STACK_FULL = _("Two cards lie here already. A third one would be too many.")
CANNOT_COVER = _("%(card)s cannot take the place of %(target)s.")
NEEDS_HOST = _("%(card)s cannot live without a host. Put it under one.")
NO_HOST = _("There is no host here for %(card)s to live under.")
NO_PARASITE = _("%(card)s is no parasite and cannot go under another card.")
WRONG_HOST = _("%(target)s is no host for %(card)s.")
NO_SPECIES = _("%(card)s is an event. Events are played on a species.")
NO_EVENT = _("%(card)s is no event.")
NO_TARGET = _("%(card)s must be played on a species, and this space is empty.")
NEVER_A_TARGET = _("No event can be played on %(target)s.")
WRONG_TARGET = _("%(card)s has no effect on %(target)s.")
BAD_CHOICE = _("Choose the cards that %(card)s takes.")
NO_NEIGHBOUR = _("There is no card beside this space for %(card)s to live with.")
NOT_OWN_NEIGHBOUR = _("%(card)s must be played beside a card of yours.")
NOT_YOURS = _("%(y)s is not yours, and %(x)s is played beside a card of your own.")
NOT_BESIDE = _("%(card)s needs a certain neighbour that is not beside this space.")
SEEDLING = _("a seedling of %(card)s")

NO_TERRAIN = _("%(y)s lives in %(y_terrains)s, %(x)s in %(x_terrains)s.")
NO_CLIMATE = _("%(y)s lives where it is %(y_climates)s, %(x)s where it is %(x_climates)s.")
TOO_BIG = _("%(y)s (scale %(y_scale)s) is too big for %(x)s (scale %(x_scale)s) to catch.")
HOME_IS_NO_FOOD = _("%(x)s has to eat, and HOME is no food. Only a card with number 1 can start there.")
PLACE_IS_NO_FOOD = _("%(x)s has to eat, and %(y)s is a place, not food.")
CHOOSY = _("%(x)s is choosy, and %(y)s is not on its menu.")
NO_FOOD = {
    "herbivore": _("%(x)s eats plants and other cards with number 1. %(y)s has number %(y_number)s."),
    "carnivore": _("%(x)s hunts animals with number %(food)s. %(y)s has number %(y_number)s."),
    "omnivore": _("%(x)s eats plants, or animals with number %(food)s. %(y)s is neither."),
    "photosynthetic": _("%(x)s lives on cards with number %(food)s. %(y)s has number %(y_number)s."),
    "molecular-carbon": _("%(x)s lives on cards with number %(food)s. %(y)s has number %(y_number)s."),
}
# The same where the match allows food of the card's own number as well (P18, option `food_step`).
NO_FOOD_OF_EITHER = NO_FOOD | {
    "carnivore": _(
        "%(x)s hunts animals with number %(food)s or %(x_number)s. %(y)s has number %(y_number)s."
    ),
    "omnivore": _("%(x)s eats plants, or animals with number %(food)s or %(x_number)s. %(y)s is neither."),
    "photosynthetic": _(
        "%(x)s lives on cards with number %(food)s or %(x_number)s. %(y)s has number %(y_number)s."
    ),
    "molecular-carbon": _(
        "%(x)s lives on cards with number %(food)s or %(x_number)s. %(y)s has number %(y_number)s."
    ),
}
CLAUSES = {
    "no-neighbour": "P15",
    "no-terrain": "P16",
    "no-climate": "P16",
    "no-food": "P18",
    "too-big": "P18",
}


def lacking(code: str, x: Face, y: Face, food_step: str, at: list[int], *, choosy: bool = False) -> Refusal:
    """The sentence for what the neighbour `y` at [x, y] lacks to support `x` (support.LACKS).

    `choosy`: it would do, but is not on the menu of a card that *feeds only on* something else (P27).
    """
    clause = "P17" if y.card.kind == "home" else CLAUSES[code]
    template = CHOOSY if choosy else _sentence(code, x, y, food_step)
    return Refusal(code, clause, template, fields_of(x, y), at)


def name_of(face: Face) -> str:
    """The card's name; HOME has one only, whatever a match's own definition calls it."""
    return "HOME" if face.card.kind == "home" else face.card.name


def fields_of(x: Face, y: Face) -> dict[str, Any]:
    """What a sentence on the card `x` and its neighbour `y` may name."""
    return {
        "x": name_of(x),
        "y": name_of(y),
        "x_terrains": tuple(names_of(x.terrains, TERRAINS)),
        "y_terrains": tuple(names_of(y.terrains, TERRAINS)),
        "x_climates": tuple(names_of(x.climates, CLIMATES)),
        "y_climates": tuple(names_of(y.climates, CLIMATES)),
        "x_scale": x.card.scale,
        "y_scale": y.card.scale,
        "x_number": x.card.food_chain,
        "y_number": y.card.food_chain,
        "food": x.card.food_chain - 1,
    }


def _sentence(code: str, x: Face, y: Face, food_step: str) -> str:
    if code == "no-terrain":
        return NO_TERRAIN
    if code == "no-climate":
        return NO_CLIMATE
    if code == "too-big":
        return TOO_BIG
    if y.card.kind == "home":
        return HOME_IS_NO_FOOD
    if y.card.kind == "habitat":
        return PLACE_IS_NO_FOOD
    return (NO_FOOD_OF_EITHER if food_step == "same-or-below" else NO_FOOD)[x.card.diet]
