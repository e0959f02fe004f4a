"""Upkeep (P13): cards without support leave at the end of their player's turn; and a look ahead at it."""

from engine.phylo.checks import neighbour_support
from engine.phylo.effects import leave
from engine.phylo.game import Game
from engine.phylo.matchup import place
from engine.phylo.support import LACKS, host_support
from engine.record_format import Risk


def upkeep(game: Game, seat: int) -> None:
    """Remove cards without support, in rounds; within a round in the order of placement."""
    if not (game.loose or game.below):
        return
    while lost := unsupported(game, seat):
        for slot in lying(game):
            if slot in lost:
                leave(game, slot, "no-support", together=lost)


def unsupported(game: Game, seat: int) -> set[int]:
    """The cards of a seat that would leave in this round."""
    candidates = game.loose & game.own[seat] & ~(game.matchup.permanent & ~game.face_down)
    lost = set()
    while candidates:
        low = candidates & -candidates
        lost.add(low.bit_length() - 1)
        candidates ^= low
    for space, slot in game.below.items():
        if game.own[seat] >> slot & 1:
            host = game.at[space]
            if not host_support(game.face(slot), game.face(host)).supports:
                lost.add(slot)
    return lost


def lying(game: Game) -> list[int]:
    """Every card on the table in the order of placement, each followed by the one under it."""
    below = game.below
    return [
        slot
        for space, upper in game.at.items()
        for slot in ((upper, below[space]) if space in below else (upper,))
    ]


def missing_support(game: Game, slot: int) -> str | None:
    """What a card lacks where it lies: one of support.LACKS, `not-adjacent` or `no-host`; None: nothing."""
    space = game.cell_of[slot]
    host = game.at[space]
    if host != slot:
        found = host_support(game.face(slot), game.face(host))
        return None if found.supports else found.kind
    if game.face(slot).abilities.needs_host:
        return "no-host"
    if not game.loose >> slot & 1:
        return None
    beside = neighbour_support(game, slot, space).values()
    missing = ["not-adjacent" if found.supports else found.kind for found in beside]
    return max(missing, key=[*LACKS, "not-adjacent"].index, default="no-neighbour")


def at_risk(game: Game) -> list[Risk]:
    """The cards that would leave if their player's upkeep came now, cascades included.

    For each card: its seat, its space `at`, its `points` there, `why` (see `missing_support`, or `loses-it`
    if its support would leave too), and whether it lies `under` another card or `face_down`.
    """
    if not game.running:
        return []
    risk: list[Risk] = []
    for seat in (0, 1):
        if not game.below and not game.loose & game.own[seat]:
            continue
        ahead = game.copy()
        upkeep(ahead, seat)
        own = [slot for slot in lying(game) if game.own[seat] >> slot & 1]
        risk += [_risk(game, slot, seat) for slot in own if not ahead.cell_of[slot]]
    return risk


def _risk(game: Game, slot: int, seat: int) -> Risk:
    space = game.cell_of[slot]
    return {
        "seat": seat,
        "at": place(space),
        "card": game.matchup.keys[slot],
        "points": game.points_of(slot),
        "why": missing_support(game, slot) or "loses-it",
        "under": game.at[space] != slot,
        "face_down": slot in game.seedlings,
    }
