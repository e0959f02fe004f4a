"""The one predicate of the game: does this card support that one, and why? (P15 to P18, P21, P24, P27)

The tables for fast lookups are generated from its answers (matchup.py), and every explanation is one of them.
Sentences are templates over `fields_of` two cards, as in refusals.py; a page translates both.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.contract import Field
from engine.contract import gettext_noop as _
from engine.phylo.cards import Card, Face
from engine.phylo.criteria import ANY_SPECIES, CLIMATES, NEVER, TERRAINS, names_of
from engine.phylo.rules import RULES, FoodStep, RuleSet

LACKS = ("no-neighbour", "no-terrain", "no-climate", "no-food", "too-big")
"""What a neighbour may lack, in the order of the checks; refusals tell of the one that gets furthest."""


@dataclass(frozen=True, slots=True)
class Support:
    """Whether and why a neighbour `y` supports a card `x`, in one or two sentences over `fields_of`.

    `kind` is "home" (P17), "place" (P16 is enough for it), "food" (P18), "menu" (P27), "host" (P24),
    "partner" (P27: not support, but *must be beside*), or what is missing, one of LACKS.
    """

    kind: str
    clause: str
    sentences: tuple[str, ...]
    supports: bool = True


@lru_cache
def _supported(kind: str, clause: str, *sentences: str) -> Support:
    return Support(kind, clause, sentences)


def _lacking(kind: str, clause: str, sentence: str) -> Support:
    return Support(kind, clause, (sentence,), supports=False)


SHARED = _("They share %(terrains)s, in %(climates)s weather.")
ANY_TERRAIN = _("They share %(climates)s weather, and %(x)s lives in any terrain.")
NO_TERRAIN = _("%(y)s lives in %(y_terrains)s, %(x)s in %(x_terrains)s.")
NO_CLIMATE = _("%(y)s lives where it is %(y_climates)s, %(x)s where it is %(x_climates)s.")

NOT_YOURS = _lacking(
    "no-neighbour", "P19", _("%(y)s is not yours, and %(x)s is played beside a card of your own.")
)
WRONG_TERRAIN = _lacking("no-terrain", "P16", NO_TERRAIN)
WRONG_CLIMATE = _lacking("no-climate", "P16", NO_CLIMATE)
AT_HOME = Support("home", "P17", (_("HOME suits every card with number 1."),))
HOME_IS_NO_FOOD = _lacking(
    "no-food", "P17", _("%(x)s has to eat, and HOME is no food. Only a card with number 1 can start there.")
)
PLACE_IS_NO_FOOD = _lacking("no-food", "P18", _("%(x)s has to eat, and %(y)s is a place, not food."))
CHOOSY = _lacking("no-food", "P27", _("%(x)s is choosy, and %(y)s is not on its menu."))
TOO_BIG = _lacking(
    "too-big",
    "P18",
    _("%(y)s (scale %(y_scale)s) is too big for %(x)s (scale %(x_scale)s) to catch."),
)
PARTNER = Support("partner", "P27", (_("%(x)s must be beside it."),))
HOST = Support("host", "P24", (_("%(x)s lives under %(y)s."), SHARED))
NO_HOST_TERRAIN = _lacking("no-terrain", "P24", NO_TERRAIN)
NO_HOST_CLIMATE = _lacking("no-climate", "P24", NO_CLIMATE)

ON_THE_MENU = _("%(y)s is on the menu of %(x)s.")
EATS_NUMBER_1 = _("%(x)s eats plants and other cards with number 1.")
EATS_PLANTS = _("%(x)s eats plants as well.")
PREY = _("Prey with number %(y_number)s, and smaller: scale %(y_scale)s against %(x_scale)s.")
PREY_OF_ANY_SIZE = _("Prey with number %(y_number)s, of any size.")
LIVES_ON_NUMBER = _("%(x)s lives on cards with number %(y_number)s.")

_OTHER_NUMBER = _("%(x)s lives on cards with number %(food)s. %(y)s has number %(y_number)s.")
_OTHER_NUMBER_OR_OWN = _(
    "%(x)s lives on cards with number %(food)s or %(x_number)s. %(y)s has number %(y_number)s."
)
NO_FOOD = {
    "herbivore": _("%(x)s eats plants and other cards with number 1. %(y)s has number %(y_number)s."),
    "carnivore": _("%(x)s hunts animals with number %(food)s. %(y)s has number %(y_number)s."),
    "omnivore": _("%(x)s eats plants, or animals with number %(food)s. %(y)s is neither."),
}
# The same where the match also allows food of the card's own number (P18, option `food_step`).
NO_FOOD_OF_EITHER = NO_FOOD | {
    "carnivore": _(
        "%(x)s hunts animals with number %(food)s or %(x_number)s. %(y)s has number %(y_number)s."
    ),
    "omnivore": _("%(x)s eats plants, or animals with number %(food)s or %(x_number)s. %(y)s is neither."),
}


def support(x: Face, y: Face, rules: RuleSet, food_step: FoodStep) -> Support:
    """Whether the neighbour `y` supports `x` where they lie (P16 to P18, P21, P27)."""
    if y.card.kind == "home" and x.card.kind == "species":
        return HOME_IS_NO_FOOD if x.card.food_chain > 1 else AT_HOME
    shares_terrain = x.terrains & y.terrains
    if not shares_terrain and not x.abilities.any_terrain:
        return WRONG_TERRAIN
    if not x.climates & y.climates:
        return WRONG_CLIMATE
    return sustenance(x, y, rules, food_step, SHARED if shares_terrain else ANY_TERRAIN)


def sustenance(x: Face, y: Face, rules: RuleSet, food_step: FoodStep, place: str = SHARED) -> Support:
    """The same where `y` is not HOME and P16 is met, which the sentence `place` says."""
    kind, number, abilities = x.card.kind, x.card.food_chain, x.abilities
    if kind == "habitat":
        return _supported("place", "P21", place)
    if number > 1 and y.card.kind != "species":
        return PLACE_IS_NO_FOOD
    if number > 1 and abilities.feeds_also is not None and abilities.feeds_also.met_by(y, x):
        return _supported("menu", "P27", ON_THE_MENU, place)
    found = _food(x, y, rules, food_step, place) if number > 1 else _supported("place", "P16", place)
    if abilities.feeds_only is not None and not abilities.feeds_only.met_by(y, x):
        return CHOOSY if found.supports else _no_food(x.card.diet, food_step)
    return found


def host_support(parasite: Face, host: Face) -> Support:
    """Whether a host supports the parasite under it; whether it is an accepted host is not checked (P24)."""
    if not parasite.terrains & host.terrains:
        return NO_HOST_TERRAIN
    return HOST if parasite.climates & host.climates else NO_HOST_CLIMATE


def _food(x: Face, y: Face, rules: RuleSet, food_step: FoodStep, place: str) -> Support:
    """P18 for a card with number 2 or more: by step, diet and scale."""
    number, food, diet = x.card.food_chain, y.card.food_chain, x.card.diet
    if diet == "omnivore" and food == 1 and _is_plant(y.card, rules):
        return _supported("food", "P18", EATS_PLANTS, place)
    if food != number - 1 and not (food == number and food_step == "same-or-below"):
        return _no_food(diet, food_step)
    if diet == "herbivore":
        return _supported("food", "P18", EATS_NUMBER_1, place) if food == 1 else _no_food(diet, food_step)
    if diet not in ("carnivore", "omnivore"):
        return _supported("food", "P18", LIVES_ON_NUMBER, place)
    if food < 2:
        return _no_food(diet, food_step)
    if x.card.scale > y.card.scale:
        return _supported("food", "P18", PREY, place)
    return _supported("food", "P18", PREY_OF_ANY_SIZE, place) if x.abilities.any_scale else TOO_BIG


def _is_plant(card: Card, rules: RuleSet) -> bool:
    """What an omnivore may eat whatever its number: photosynthetic cards (1.4a), kingdom Plantae (1.3)."""
    if rules.omnivore_plant == "photosynthetic":
        return card.diet == "photosynthetic"
    return card.kingdom == "Plantae"


@lru_cache
def _no_food(diet: str, food_step: FoodStep) -> Support:
    if food_step == "same-or-below":
        return _lacking("no-food", "P18", NO_FOOD_OF_EITHER.get(diet, _OTHER_NUMBER_OR_OWN))
    return _lacking("no-food", "P18", NO_FOOD.get(diet, _OTHER_NUMBER))


def name_of(face: Face) -> str:
    """The card's name; HOME always has the same, whatever a match's own definition calls it."""
    return "HOME" if face.card.kind == "home" else face.card.name


def fields_of(x: Face, y: Face) -> dict[str, Field]:
    """The fields of a sentence about the card `x` and its neighbour `y`."""
    return {
        "x": name_of(x),
        "y": name_of(y),
        "terrains": tuple(names_of(x.terrains & y.terrains, TERRAINS)),
        "x_terrains": tuple(names_of(x.terrains, TERRAINS)),
        "y_terrains": tuple(names_of(y.terrains, TERRAINS)),
        "climates": tuple(names_of(x.climates & y.climates, CLIMATES)),
        "x_climates": tuple(names_of(x.climates, CLIMATES)),
        "y_climates": tuple(names_of(y.climates, CLIMATES)),
        "x_scale": x.card.scale,
        "y_scale": y.card.scale,
        "x_number": x.card.food_chain,
        "y_number": y.card.food_chain,
        "food": x.card.food_chain - 1,
    }


# Relations between two cards without a table, for searches and decks. A parasite that needs a host lies under
# it and gives its space nothing (P24). The moment between the host's leaving and the upkeep is left out.


def food_lack(x: Card, y: Card, rules: str) -> str | None:
    """Why `y` alone is no food for `x`, one of LACKS; None if it is.

    Both must be species, and `x` must have a number of 2 or more.
    """
    if x.kind != "species" or y.kind != "species" or x.food_chain < 2 or y.abilities.needs_host:
        return "no-food"
    return _lack(x, y, RULES[rules])


def neighbour_lack(x: Card, y: Card, rules: str) -> str | None:
    """Why `x` may not be played where `y` is the only neighbour; None if it may.

    One of LACKS, `not-adjacent` (P27: it must be beside another card), `no-host` (P24: it lives only under
    another card) or `cannot-lie` (events; habitats where the rules have none; HOME beside something; anything
    beside what lies under its host).
    """
    played = ("species", "habitat") if RULES[rules].habitats else ("species",)
    if x.kind not in played or y.kind not in (*played, "home") or y.abilities.needs_host:
        return "cannot-lie"
    if x.abilities.needs_host:
        return "no-host"
    return _lack(x, y, RULES[rules]) or (None if partner_met(x, y) else "not-adjacent")


def host_lack(x: Card, y: Card) -> str | None:
    """Why `x` may not lie under `y` (P24); None if it may.

    `no-host` (it is no parasite, or `y` is not one of its hosts), or one of LACKS.
    """
    parasitic = x.abilities.parasitic
    if parasitic is None or y.kind != "species" or not parasitic.host.met_by(y.printed, x.printed):
        return "no-host"
    found = host_support(x.printed, y.printed)
    return None if found.supports else found.kind


def partner_met(x: Card, y: Card) -> bool:
    """Whether `y` is a card that `x` must be beside; True if `x` need not be beside anything (P27)."""
    beside = x.abilities.beside
    return beside is None or (not y.abilities.needs_host and beside.met_by(y.printed, x.printed))


def decided(x: Card, *, only: bool, also: bool) -> Card:
    """`x` as if all species, or none, met its *feeds only* (`only`) and *feeds also* (`also`) (P27)."""
    abilities = x.abilities
    feeds_only = None if abilities.feeds_only is None else ANY_SPECIES if only else NEVER
    feeds_also = None if abilities.feeds_also is None else ANY_SPECIES if also else NEVER
    return replace(x, abilities=replace(abilities, feeds_only=feeds_only, feeds_also=feeds_also))


def _lack(x: Card, y: Card, rules: RuleSet) -> str | None:
    found = support(x.printed, y.printed, rules, rules.food_step)
    return None if found.supports else found.kind
