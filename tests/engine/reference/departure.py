"""Cards that leave: discard piles, releases, promotions, and the removal at a turn's end (P13, P23, P24,
P29, P31).
"""

from collections.abc import Collection

from .rulesets import RuleSet
from .support import fits_under, is_supported
from .table import Piece, Space, Table
from .traits import in_force, printed

Piles = list[list[str]]


def shed_events(piles: Piles, space: Space) -> None:
    """P29: an event goes to its player's pile "as well when its species leaves the table"; oldest first."""
    for event in space.events:
        piles[event.owner].append(event.card)
    space.events = []


def depart(table: Table, piles: Piles, space: Space, *, going: Collection[Space] = ()) -> None:
    """The upper card leaves its space: its events first, then the card, then what lay beneath becomes the
    space's card. `going`: see `to_pile`.
    """
    shed_events(piles, space)
    leaving = space.upper
    to_pile(table, piles, leaving, going=going)
    vacate(table, space)


def to_pile(table: Table, piles: Piles, leaving: Piece, *, going: Collection[Space] = ()) -> None:
    """P31: "When the original leaves the table while one of its face-down cards still lies there, the
    original takes the place of the one placed first, whose own card goes to its owner's discard pile
    instead". `going`: spaces whose upper card leaves at the same moment; such a face-down card does not lie
    there any more.
    """
    heirs = [seedling for seedling in table.seedlings_of(leaving) if seedling not in going]
    if heirs:
        piles[heirs[0].upper.owner].append(heirs[0].upper.card)
        heirs[0].upper, heirs[0].seed_of = leaving, None
    else:
        piles[leaving.owner].append(leaving.card)


def vacate(table: Table, space: Space) -> None:
    """P23: a covered card "is released, face up and under its owner's control, when the invader leaves".
    P24: when the host leaves, its parasite "becomes the space's card"; P31: it "stays behind" when the host
    goes to a face-down card's place. Otherwise the space is empty. The space keeps its place in the order.
    """
    beneath = space.under or space.covered
    space.seed_of, space.under, space.covered = None, None, None
    if beneath is None:
        table.spaces.remove(space)
    else:
        space.upper = beneath


def _rests(rules: RuleSet, table: Table, space: Space) -> bool:
    """P5, P21: HOME and habitats are never removed. Anything else needs support, from either player's
    cards (P19).
    """
    if table.kind(space) != "species":
        return True
    return is_supported(rules, table, in_force(table, space), space.at)


def upkeep(rules: RuleSet, table: Table, piles: Piles, seat: int) -> None:
    """P13: "the player's own cards without support (P20) leave for their owner's discard pile, in rounds:
    all that have none go together, then one looks again, until nothing changes. Only the player whose turn
    it is loses cards so."

    One round goes to the piles in the order of placement of the spaces; within a space the upper card
    first.
    """
    while True:
        uppers = [s for s in table.spaces if table.controller(s) == seat and not _rests(rules, table, s)]
        unders = [
            s
            for s in table.spaces
            if s.under is not None
            and s.under.owner == seat
            and not fits_under(table, printed(table.cards[s.under.card]), s)
        ]
        if not uppers and not unders:
            return
        for space in list(table.spaces):
            parasite = space.under
            if space in uppers:
                depart(table, piles, space, going=uppers)
            if space in unders:
                to_pile(table, piles, parasite, going=uppers)
                if space.upper is parasite:
                    table.spaces.remove(space)
                else:
                    space.under = None


def expire(table: Table, piles: Piles) -> None:
    """P29: "works for the next n turns ...; at the end of the n-th, after P13, it goes to its player's
    discard pile".
    """
    for space in table.spaces:
        for event in list(space.events):
            if event.turns_left == 0:
                space.events.remove(event)
                piles[event.owner].append(event.card)
            else:
                event.turns_left -= 1
