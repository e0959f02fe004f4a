"""P15 to P20, P24 and P27: may this card lie here? One question, asked anew for every card and every
space.
"""

from .rulesets import RuleSet
from .table import Place, Space, Table
from .traits import Traits, in_force, meets


def is_supported(rules: RuleSet, table: Table, x: Traits, at: Place, *, played_by: int | None = None) -> bool:
    """P15: "A card X in a space is supported by one neighbour Y when *that one neighbour* meets all of P16
    to P19. One such neighbour is enough."

    P24: a parasite that needs a host is never supported as the space's card. P27: *must be beside* "(some
    neighbour meets a criterion, besides being supported)". `played_by`: the seat that plays X, None for a
    moved card and for P13.
    """
    if x.abilities.get("parasitic", {}).get("needs_host"):
        return False
    neighbours = table.beside(at)
    if "beside" in x.abilities and not any(
        meets(x.abilities["beside"], in_force(table, space), x) for space in neighbours
    ):
        return False
    return any(supports(rules, table, x, space, played_by=played_by) for space in neighbours)


def supports(rules: RuleSet, table: Table, x: Traits, neighbour: Space, *, played_by: int | None) -> bool:
    """P15 for one neighbour."""
    if not _is_whose_it_must_be(rules, table, neighbour, played_by):
        return False
    y = in_force(table, neighbour)
    if y.kind == "home":
        return _home_supports(x)
    return _shares_climate_and_terrain(x, y) and _is_food(rules, x, y)


def _is_whose_it_must_be(rules: RuleSet, table: Table, neighbour: Space, played_by: int | None) -> bool:
    """P19: "1.4a: Y may belong to either player. 1.3: to **play** a species, Y must be under the same
    player's control; a moved species, and the check in P13, may rest on either player's cards."
    """
    if played_by is None or not rules.plays_beside_own_cards_only:
        return True
    return table.controller(neighbour) == played_by


def _home_supports(x: Traits) -> bool:
    """P17: "X is supported if its food-chain number is 1, whatever its terrain and climate; with a higher
    number it is not, since HOME is no food."
    """
    return x.field("food_chain") == 1


def _shares_climate_and_terrain(x: Traits, y: Traits) -> bool:
    """P16: "X and Y share at least one terrain and at least one climate, both as changed by events lying
    on them."

    P27: *any terrain* lifts the first half for the card that carries it.
    """
    terrain = bool(x.abilities.get("any_terrain")) or bool(x.terrains & y.terrains)
    return terrain and bool(x.climates & y.climates)


def _is_food(rules: RuleSet, x: Traits, y: Traits) -> bool:
    """P18, narrowed and widened by P27.

    "X has number 1: any Y." "X has number n of 2 or more: Y must be a species whose number is n - 1
    (1.4a), or n or n - 1 (1.3), and the diet decides". P27: "What a card *feeds also on* is not narrowed
    by *feeds only on*, is always a species, and says nothing to a card of number 1."
    """
    narrowed = "feeds_only" in x.abilities and not meets(x.abilities["feeds_only"], y, x)
    if x.field("food_chain") == 1:
        return not narrowed
    if y.kind != "species":
        return False
    if "feeds_also" in x.abilities and meets(x.abilities["feeds_also"], y, x):
        return True
    return not narrowed and _diet_allows(rules, x, y)


def _diet_allows(rules: RuleSet, x: Traits, y: Traits) -> bool:
    """P18 for a species X of number 2 or more next to a species Y."""
    diet, number, eaten = x.field("diet"), x.field("food_chain"), y.field("food_chain")
    step = eaten == number - 1 or (rules.food_step == "same-or-below" and eaten == number)
    meat = step and eaten >= 2 and (bool(x.abilities.get("any_scale")) or x.field("scale") > y.field("scale"))
    if diet == "herbivore":
        return step and eaten == 1
    if diet == "carnivore":
        return meat
    if diet == "omnivore":
        return meat or (eaten == 1 and _is_plant(rules, y))
    return step


def _is_plant(rules: RuleSet, y: Traits) -> bool:
    """P18: "photosynthetic (1.4a) or of kingdom Plantae (1.3)"."""
    if rules.omnivores_eat_plantae:
        return y.field("kingdom") == "Plantae"
    return y.field("diet") == "photosynthetic"


def fits_under(table: Table, parasite: Traits, host: Space) -> bool:
    """P24: "shares a terrain and a climate with it", on which a parasite under its host rests for good.
    `any_terrain` does not lift this.
    """
    y = in_force(table, host)
    return bool(parasite.terrains & y.terrains) and bool(parasite.climates & y.climates)


def is_frozen(table: Table, space: Space) -> bool:
    """P30: "freeze (no MOVE, FLIGHT, SPREAD)"; "a freeze with a criterion holds whichever cards are
    neighbours at the moment". Without `which` it holds the card that the event lies on.
    """
    here = in_force(table, space)
    for _, effect in table.effects_on(space):
        if effect["do"] == "freeze" and "which" not in effect:
            return True
    for neighbour in table.beside(space.at):
        for _, effect in table.effects_on(neighbour):
            if effect["do"] == "freeze" and "which" in effect and meets(effect["which"], here, None):
                return True
    return False
