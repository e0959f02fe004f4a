"""Why a card supports another or not, and why a card may go to a space or not (P15 to P28).

Sentences are templates with fields, as in refusals.py; a page translates both.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import Field, Refusal
from engine.phylo.cards import Face
from engine.phylo.checks import (
    event_fault,
    move_fault,
    neighbour_support,
    play_fault,
    refused,
    spread_fault,
    under_fault,
)
from engine.phylo.game import Game
from engine.phylo.matchup import NEIGHBOURS, place
from engine.phylo.notation import space_of
from engine.phylo.support import PARTNER, Support, fields_of, host_support
from engine.record_format import Place


@dataclass(frozen=True, slots=True)
class Bond:
    """The support of the card at [x, y] for another one beside or under it, or what is missing.

    `kind`, `clause` and `templates`, its sentences, are as in support.Support.
    """

    at: Place
    kind: str
    supports: bool
    clause: str
    templates: tuple[str, ...]
    fields: Mapping[str, Field]

    @classmethod
    def of(cls, at: Place, found: Support, x: Face, y: Face) -> "Bond":
        return cls(at, found.kind, found.supports, found.clause, found.sentences, fields_of(x, y))


@dataclass(frozen=True, slots=True)
class Fit:
    """A space for a card: why it may not go there (None: it may), and the bonds to the cards beside it.

    `under`: it would go there as a parasite. It does not matter whose turn it is.
    """

    at: Place
    refusal: Refusal | None
    bonds: list[Bond]
    under: bool = False


def fits(game: Game, seat: int, *, key: str = "", start: Place | None = None) -> list[Fit]:
    """Every space that might be considered for a card in the seat's hand, or for its upper card at `start`.

    For a species, the empty spaces beside cards; for an event, the occupied spaces; for an invader or a
    parasite, both.
    """
    if game.over:
        return []
    if start is not None:
        return _moves(game, seat, start)
    slot = game.slot_in_hand(seat, key)
    card = game.matchup.cards[slot]
    taken, found = list(game.at), []
    if card.kind == "event":
        for space in taken:
            fault = event_fault(game, slot, space)
            found.append(Fit(place(space), fault and refused(game, fault, slot, space), []))
        return found
    for space in [*game.open, *(taken if card.abilities.invasive is not None else ())]:
        fault = play_fault(game, seat, slot, space)
        refusal = fault and refused(game, fault, slot, space, seat=seat)
        beside = [] if card.abilities.needs_host else bonds(game, slot, space, seat=seat)
        found.append(Fit(place(space), refusal, beside))
    for space in taken if card.abilities.parasitic is not None else ():
        fault = under_fault(game, slot, space)
        refusal = fault and refused(game, fault, slot, space, under=True)
        found.append(Fit(place(space), refusal, [], under=True))
    return found


def _moves(game: Game, seat: int, start: Place) -> list[Fit]:
    """The spaces for a card that moves (P25), or else spreads (P26)."""
    space = space_of(start)
    slot = game.at.get(space)
    if slot is None or slot in game.seedlings or not game.own[seat] >> slot & 1:
        return []
    if game.matchup.mobile >> slot & 1:
        found = []
        for to in game.open:
            fault = move_fault(game, slot, start, place(to))
            found.append(Fit(place(to), fault and refused(game, fault, slot, to), bonds(game, slot, to)))
        return found
    if game.seat != seat or not game.spread_source() or not game.matchup.spreaders >> slot & 1:
        return []
    fault = spread_fault(game, slot)
    beside = [space + step for step in NEIGHBOURS if space + step in game.open]
    return [Fit(place(to), fault and refused(game, fault, slot, to), []) for to in beside]


def bonds(game: Game, slot: int, space: int, *, seat: int | None = None) -> list[Bond]:
    """The bonds between a card in a space and each neighbour; `seat` as for `neighbour_support`."""
    return list(bonds_by_card(game, slot, space, seat=seat).values())


def bonds_by_card(game: Game, slot: int, space: int, *, seat: int | None = None) -> dict[int, Bond]:
    """The same, by the neighbour's slot."""
    x = game.face(slot)
    return {
        other: Bond.of(place(game.cell_of[other]), found, x, game.face(other))
        for other, found in neighbour_support(game, slot, space, seat=seat).items()
    }


def partner_bond(game: Game, slot: int, other: int) -> Bond:
    """The bond to a card that a card *must be beside*, whether or not it supports it (P27)."""
    return Bond.of(place(game.cell_of[other]), PARTNER, game.face(slot), game.face(other))


def host_bond(game: Game, parasite: int, host: int) -> Bond:
    """The bond between a parasite and the host above it (P24)."""
    x, y = game.face(parasite), game.face(host)
    return Bond.of(place(game.cell_of[host]), host_support(x, y), x, y)


def supporters(
    game: Game, key: str, at: Place, *, start: Place | None = None
) -> dict[tuple[int, int], str | None]:
    """By (x, y), what each neighbour of the space `at` lacks to support a card there; None if it does.

    The card is in the hand of the seat whose turn it is, or is the upper card at `start`.
    """
    if start is not None:
        slot, seat = game.at[space_of(start)], None
    else:
        slot, seat = game.slot_in_hand(game.seat, key), game.seat
    found = neighbour_support(game, slot, space_of(at), seat=seat)
    places = {other: place(game.cell_of[other]) for other in found}
    return {
        (places[other][0], places[other][1]): None if support.supports else support.kind
        for other, support in found.items()
    }
