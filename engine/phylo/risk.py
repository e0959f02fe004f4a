"""What upkeep would take: a look ahead for views, marks and bots (P13)."""

from typing import TYPE_CHECKING, Any

from . import turn
from .matchup import place
from .referee import missing_support

if TYPE_CHECKING:
    from .state import State


def at_risk(state: "State") -> list[dict[str, Any]]:
    """The cards that would go if their player's upkeep came now, cascades included.

    For each card its seat, its space `at`, its `points` there, `why` (one of support.LACKS, `not-adjacent`,
    `no-host`, or `loses-it` when its support goes too), and whether it lies `under` another or `face_down`.
    """
    if not state.running:
        return []
    risk: list[dict[str, Any]] = []
    for seat in (0, 1):
        if not state.below and not state.loose & state.own[seat]:
            continue
        ahead = state.copy()
        turn.upkeep(ahead, seat)
        lying = [slot for space, upper in state.at.items() for slot in (upper, state.below.get(space))]
        own = [slot for slot in lying if slot is not None and state.own[seat] >> slot & 1]
        risk += [_risk(state, slot, seat) for slot in own if not ahead.cell_of[slot]]
    return risk


def _risk(state: "State", slot: int, seat: int) -> dict[str, Any]:
    space = state.cell_of[slot]
    return {
        "seat": seat,
        "at": place(space),
        "card": state.matchup.keys[slot],
        "points": state.points_of(slot),
        "why": missing_support(state, slot) or "loses-it",
        "under": state.at[space] != slot,
        "face_down": slot in state.seedlings,
    }
