"""What one card is to another, and what every space is to a card: support, or what is missing (P15 to P28).

Sentences are templates and fields, as in refusals.py; a page translates both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .criteria import CLIMATES, TERRAINS, Face, names_of
from .matchup import NEIGHBOURS, place
from .notation import space_of
from .referee import CHECKS, lacks
from .refusals import BAD_CHOICE, NOT_YOURS, Refusal, fields_of, lacking
from .support import host_lack, only_choosy

if TYPE_CHECKING:
    from .state import State


def _(template: str) -> str:
    return template


AT_HOME = _("HOME suits every card with number 1.")
SHARED = _("They share %(terrains)s, in %(climates)s weather.")
ANY_TERRAIN = _("They share %(climates)s weather, and %(x)s lives in any terrain.")
EATS_NUMBER_1 = _("%(x)s eats plants and other cards with number 1.")
EATS_PLANTS = _("%(x)s eats plants as well.")
ON_THE_MENU = _("%(y)s is on the menu of %(x)s.")
PREY = _("Prey with number %(y_number)s, and smaller: scale %(y_scale)s against %(x_scale)s.")
PREY_OF_ANY_SIZE = _("Prey with number %(y_number)s, of any size.")
NUMBER = _("%(x)s lives on cards with number %(y_number)s.")
HOST = _("%(x)s lives under %(y)s.")
PARTNER = _("%(x)s must be beside it.")


@dataclass(frozen=True, slots=True)
class Bond:
    """What the card at [x, y] is to another one, beside it or under it: its support, or what is missing.

    `way`: "home" (P17), "place" (P16 is enough for it), "food" (P18), "menu" (P27), "host" (P24), "partner"
    (P27, no support but *must be beside*), or one of support.LACKS. Each template is a sentence.
    """

    at: list[int]
    way: str
    supports: bool
    clause: str
    templates: tuple[str, ...]
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fit:
    """A space for a card: why it may not go there (None: it may), and what lies beside it.

    `under`: it would go there as a parasite. Whose turn it is does not matter.
    """

    at: list[int]
    refusal: Refusal | None
    bonds: list[Bond]
    under: bool = False


def fits(state: "State", seat: int, *, key: str = "", start: list[int] | None = None) -> list[Fit]:
    """Every space that a card might go to, a card of the seat's hand or its upper card at `start`.

    For a species the empty spaces beside cards; for an event, an invader or a parasite the cards too.
    """
    if state.over:
        return []
    if start is not None:
        return _moves(state, seat, start)
    slot = state.held(seat, key)
    card = state.matchup.cards[slot]
    taken, found = list(state.at), []
    if card.kind == "event":
        for space in taken:
            action = {"seat": seat, "do": "event", "card": key, "at": place(space)}
            refusal = CHECKS["event"](state, action)
            chosen_later = refusal is not None and refusal.template == BAD_CHOICE
            found.append(Fit(place(space), None if chosen_later else refusal, []))
        return found
    alone = card.abilities.parasitic is None or not card.abilities.parasitic.needs_host
    owner = seat if state.rules.own_neighbour else None
    play = {"seat": seat, "do": "play", "card": key}
    for space in [*state.open, *(taken if card.abilities.invasive is not None else ())]:
        at = place(space)
        beside = bonds(state, slot, space, owner=owner) if alone else []
        found.append(Fit(at, CHECKS["play"](state, {**play, "at": at}), beside))
    for space in taken if card.abilities.parasitic is not None else ():
        at = place(space)
        found.append(Fit(at, CHECKS["play"](state, {**play, "at": at, "under": True}), [], under=True))
    return found


def _moves(state: "State", seat: int, start: list[int]) -> list[Fit]:
    """P25, or for a card that only spreads P26."""
    space = space_of(start)
    slot = state.at.get(space)
    if slot is None or slot in state.seedlings or not state.own[seat] >> slot & 1:
        return []
    if state.matchup.mobile >> slot & 1:
        action = {"seat": seat, "do": "move", "from": start}
        return [
            Fit(place(to), CHECKS["move"](state, {**action, "to": place(to)}), bonds(state, slot, to))
            for to in state.open
        ]
    pile = (state.discards if state.rules.spread_from == "discards" else state.hands)[seat]
    if state.seat != seat or not pile or not state.matchup.spreaders >> slot & 1:
        return []
    cards = [state.matchup.keys[pile[0]]]
    action = {"seat": seat, "do": "spread", "from": start, "cards": cards}
    beside = [place(space + step) for step in NEIGHBOURS if space + step in state.open]
    return [Fit(at, CHECKS["spread"](state, {**action, "to": [at]}), []) for at in beside]


def bonds(state: "State", slot: int, space: int, *, owner: int | None = None) -> list[Bond]:
    """What each neighbour of a space is to a card there; `owner` as in referee.lacks."""
    found = lacks(state, slot, space, owner=owner)
    return [bond_with(state, slot, other, missing) for other, missing in found.items()]


def bond_with(state: "State", slot: int, other: int, missing: str | None) -> Bond:
    """What `other` is to a card beside it; `missing` as support.lack says."""
    x, y, step = state.face(slot), state.face(other), state.options.food_step
    at, fields = place(state.cell_of[other]), _fields(x, y)
    if missing is None:
        return Bond(at, *_support(x, y), fields)
    if missing == "no-neighbour":
        return Bond(at, missing, False, "P19", (NOT_YOURS,), fields)
    choosy = missing == "no-food" and only_choosy(x, y, state.rules, step)
    refusal = lacking(missing, x, y, step, at, choosy=choosy)
    return Bond(at, missing, False, "P27" if choosy else refusal.clause, (refusal.template,), fields)


def partner_bond(bond: Bond) -> Bond:
    """The bond to a card that gives no support but *must be beside* (P27)."""
    return Bond(bond.at, "partner", True, "P27", (PARTNER,), bond.fields)


def host_bond(state: "State", parasite: int, host: int) -> Bond:
    """What a host is to the parasite under it (P24)."""
    x, y, step = state.face(parasite), state.face(host), state.options.food_step
    missing, at, fields = host_lack(x, y), place(state.cell_of[host]), _fields(x, y)
    if missing is None:
        return Bond(at, "host", True, "P24", (HOST, SHARED), fields)
    return Bond(at, missing, False, "P24", (lacking(missing, x, y, step, at).template,), fields)


def _fields(x: Face, y: Face) -> dict[str, Any]:
    return fields_of(x, y) | {
        "terrains": tuple(names_of(x.terrains & y.terrains, TERRAINS)),
        "climates": tuple(names_of(x.climates & y.climates, CLIMATES)),
    }


def _support(x: Face, y: Face) -> tuple[str, bool, str, tuple[str, ...]]:
    """How `y` supports `x`, which it does."""
    abilities = x.card.abilities
    shared = SHARED if x.terrains & y.terrains else ANY_TERRAIN
    if x.card.kind == "habitat":
        return "place", True, "P21", (shared,)
    if y.card.kind == "home":
        return "home", True, "P17", (AT_HOME,)
    if x.card.food_chain == 1:
        return "place", True, "P16", (shared,)
    if not x.seedling and abilities.feeds_also is not None and abilities.feeds_also.met_by(y, x):
        return "menu", True, "P27", (ON_THE_MENU, shared)
    return "food", True, "P18", (_food(x, y), shared)


def _food(x: Face, y: Face) -> str:
    if x.card.diet == "herbivore":
        return EATS_NUMBER_1
    if x.card.diet == "omnivore" and y.card.food_chain == 1:
        return EATS_PLANTS
    if x.card.diet in ("carnivore", "omnivore"):
        return PREY if x.card.scale > y.card.scale else PREY_OF_ANY_SIZE
    return NUMBER
