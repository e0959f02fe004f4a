"""The one predicate of the game: may this card lie beside that one? (P15 to P20, with P27's exceptions.)

Everything fast is a table generated from it (matchup.py); every explanation is its answer (referee.py).
"""

from .criteria import Face
from .rules import RuleSet

# The order in which a neighbour's failings are looked at; the one that comes furthest explains a refusal.
LACKS = ("no-neighbour", "no-terrain", "no-climate", "no-food", "too-big")


def lack(x: Face, y: Face, rules: RuleSet, food_step: str) -> str | None:
    """What the neighbour `y` lacks to support `x`, as one of LACKS; None when it does support it."""
    abilities = x.card.abilities
    number = x.card.food_chain
    keywords = not x.seedling
    narrowed = keywords and abilities.feeds_only is not None and not abilities.feeds_only.met_by(y, x)
    if y.card.kind == "home" and x.card.kind == "species":  # P17
        return "no-food" if number > 1 else None
    if not x.terrains & y.terrains and not (keywords and abilities.any_terrain):  # P16
        return "no-terrain"
    if not x.climates & y.climates:
        return "no-climate"
    if x.card.kind == "habitat":  # P21
        return None
    if number == 1:  # P18
        return "no-food" if narrowed else None
    if y.card.kind != "species":
        return "no-food"
    if keywords and abilities.feeds_also is not None and abilities.feeds_also.met_by(y, x):  # P27
        return None
    if narrowed:
        return "no-food"
    return _unfed(x, y, rules, food_step)


def only_choosy(x: Face, y: Face, rules: RuleSet, food_step: str) -> bool:
    """P27: whether `y` would do for `x` by P18 and only *feeds only on* leaves it out."""
    feeds_only = None if x.seedling else x.card.abilities.feeds_only
    if feeds_only is None or y.card.kind == "home" or feeds_only.met_by(y, x):
        return False
    number_one = x.card.food_chain == 1
    return number_one or (y.card.kind == "species" and _unfed(x, y, rules, food_step) is None)


def _unfed(x: Face, y: Face, rules: RuleSet, food_step: str) -> str | None:
    """P18 for a number of 2 or more: why `y` is no food for `x`, by step, diet and scale."""
    number, food = x.card.food_chain, y.card.food_chain
    diet = x.card.diet
    if diet == "omnivore" and food == 1 and _is_plant(y, rules):
        return None
    if food != number - 1 and not (food == number and food_step == "same-or-below"):
        return "no-food"
    if diet == "herbivore":
        return None if food == 1 else "no-food"
    if diet in ("carnivore", "omnivore"):
        if food < 2:
            return "no-food"
        if x.card.scale <= y.card.scale and (x.seedling or not x.card.abilities.any_scale):
            return "too-big"
    return None


def _is_plant(y: Face, rules: RuleSet) -> bool:
    """What an omnivore may eat whatever its own number: photosynthetic (1.4a), of kingdom Plantae (1.3)."""
    if rules.omnivore_plant == "photosynthetic":
        return y.card.diet == "photosynthetic"
    return y.card.kingdom == "Plantae"


def host_lack(parasite: Face, host: Face) -> str | None:
    """P24: what a host lacks for the parasite under it to be supported."""
    if not parasite.terrains & host.terrains:
        return "no-terrain"
    if not parasite.climates & host.climates:
        return "no-climate"
    return None
