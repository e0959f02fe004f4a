"""Who lives on whom: what every card of the table lives on, who lives on it, and what would fall with it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import turn
from .bonds import Bond, bond_with, host_bond, partner_bond
from .effects import leave
from .matchup import place
from .notation import space_of
from .referee import lacks, missing_support

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True, slots=True)
class Dependant:
    """A card that lives on another one: `way` as in Bond; `only`: it has nothing else to live on."""

    at: list[int]
    way: str
    clause: str
    only: bool
    under: bool = False


@dataclass(frozen=True, slots=True)
class Ties:
    """One card of the table: whose it is, what it lives on, who lives on it.

    `missing` is what it lacks (see referee.missing_support); `bonds` are then those of all its neighbours,
    else of those that support it. `below` is the parasite's bond to this card. `lost` are the spaces of the
    cards, each with whether it lies under another, that would go in the end if this card went and nobody did
    anything; `heir` is the seedling whose place it would take instead (P31).
    """

    at: list[int]
    seat: int
    permanent: bool
    missing: str | None
    bonds: list[Bond]
    feeds: list[Dependant]
    lost: list[tuple[list[int], bool]]
    below: Bond | None = None
    below_seat: int | None = None
    heir: list[int] | None = None


def web(state: "State") -> dict[tuple[int, int], Ties]:
    """The ties of the upper card of every space, by its (x, y)."""
    beside = {slot: _beside(state, slot) for slot in state.at.values() if not _needs_nobody(state, slot)}
    feeds: dict[int, list[Dependant]] = {slot: [] for slot in state.at.values()}
    for slot, found in beside.items():
        supporting = [other for other, bond in found.items() if bond.supports]
        partners = [other for other, bond in found.items() if _is_partner(state, slot, other)]
        for other, bond in found.items():
            if not bond.supports and other not in partners:
                continue
            only = supporting == [other] or partners == [other]
            way, clause = (bond.way, bond.clause) if bond.supports else ("partner", "P27")
            feeds[other].append(Dependant(place(state.cell_of[slot]), way, clause, only))
    doomed = _gone_in_the_end(state.copy(), state) if state.loose or state.below else set()
    ties = {}
    for space, slot in state.at.items():
        at = place(space)
        ties[at[0], at[1]] = _ties(state, slot, list(beside.get(slot, {}).values()), feeds[slot], doomed)
    return ties


def _needs_nobody(state: "State", slot: int) -> bool:
    return bool(state.matchup.permanent >> slot & 1) and slot not in state.seedlings


def _beside(state: "State", slot: int) -> dict[int, Bond]:
    return {
        other: bond_with(state, slot, other, missing)
        for other, missing in lacks(state, slot, state.cell_of[slot]).items()
    }


def _is_partner(state: "State", slot: int, other: int) -> bool:
    """P27: whether `other` is what the card must be beside."""
    x = state.face(slot)
    beside = None if x.seedling else x.card.abilities.beside
    return beside is not None and beside.met_by(state.face(other), x)


def _ties(state: "State", slot: int, found: list[Bond], feeds: list[Dependant], doomed: set[int]) -> Ties:
    space = state.cell_of[slot]
    permanent = _needs_nobody(state, slot)
    missing = None if permanent else missing_support(state, slot)
    shown = [
        bond if bond.supports or missing is not None else partner_bond(bond)
        for bond in found
        if bond.supports or missing is not None or _is_partner(state, slot, state.at[space_of(bond.at)])
    ]
    below = state.below.get(space)
    host = below is not None and not state.covered >> below & 1
    if host:
        feeds = [*feeds, Dependant(place(space), "host", "P24", True, under=True)]
    lost: list[tuple[list[int], bool]] = []
    heir = None
    if not permanent:
        lost, heir = _lost_without(state, slot, doomed, feeds, below)
    return Ties(
        at=place(space),
        seat=int(bool(state.own[1] >> slot & 1)),
        permanent=permanent,
        missing=missing,
        bonds=shown,
        feeds=feeds,
        lost=lost,
        below=host_bond(state, below, slot) if host and below is not None else None,
        below_seat=None if below is None else _seat_of(state, below),
        heir=heir,
    )


def _seat_of(state: "State", slot: int) -> int:
    """Who controls a card; its owner while it is covered."""
    if state.covered >> slot & 1:
        return state.owner(slot)
    return int(bool(state.own[1] >> slot & 1))


def _lost_without(
    state: "State", slot: int, doomed: set[int], feeds: list[Dependant], below: int | None
) -> tuple[list[tuple[list[int], bool]], list[int] | None]:
    """What else goes when a card goes, and the seedling whose place it takes instead."""
    heirs = [card for card, of in state.seedlings.items() if of == slot]
    if below is None and not heirs and not any(each.only for each in feeds):
        return [], None
    ahead = state.copy()
    leave(ahead, slot, "event")
    heir = next((card for card in heirs if not ahead.cell_of[card]), None)
    gone = _gone_in_the_end(ahead, state) - doomed - {slot, heir}
    lying = [card for space, upper in state.at.items() for card in (upper, state.below.get(space))]
    lost = [
        (place(state.cell_of[card]), state.at[state.cell_of[card]] != card) for card in lying if card in gone
    ]
    return lost, None if heir is None else place(state.cell_of[heir])


def _gone_in_the_end(ahead: "State", state: "State") -> set[int]:
    """The cards of `state` that are gone when both players' upkeep has come on `ahead` until it is still."""
    lying = [card for space, upper in state.at.items() for card in (upper, state.below.get(space))]
    changed = True
    while changed:
        before = ahead.cell_of.copy()
        for seat in (0, 1):
            turn.upkeep(ahead, seat)
        changed = ahead.cell_of != before
    return {card for card in lying if card is not None and not ahead.cell_of[card]}
