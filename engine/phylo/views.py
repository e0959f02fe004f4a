"""What a seat sees, and what can be done with it: a bot's own copy of the game, and who supports whom."""

from collections.abc import Mapping, Sequence
from typing import Any

from .matchup import HIDDEN, place
from .notation import space_of
from .referee import lacks
from .start import from_position
from .state import State


def imagine(view: Mapping[str, Any], cards: Mapping[str, Any]) -> State:
    """A game as far as a view shows it; hidden cards are there, but are played by nobody.

    `cards` are the record-format objects of every card that the view names.
    """
    position = {name: view[name] for name in ("turn", "spaces", "discards")}
    for pile in ("hands", "decks"):
        position[pile] = [[HIDDEN.key] * seen if isinstance(seen, int) else seen for seen in view[pile]]
    options = {"food_step": view["food_step"], "home_gap": view["home_gap"]}
    return from_position(view["rules"], cards, position, options=options, seen=True)


def supporters(
    state: State, key: str, at: list[int], *, start: list[int] | None = None
) -> dict[tuple[int, int], str | None]:
    """What each neighbour of the space `at`, by its (x, y), lacks to support a card there; None: it does.

    The card is one in the hand of the seat whose turn it is, or the upper card at `start`.
    """
    if start is not None:
        slot, owner = state.at[space_of(start)], None
    else:
        slot, owner = state.held(state.seat, key), state.seat if state.rules.own_neighbour else None
    found = lacks(state, slot, space_of(at), owner=owner)
    return {
        (place(state.cell_of[other])[0], place(state.cell_of[other])[1]): code
        for other, code in found.items()
    }


def hide(log: Sequence[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
    """The log as a seat, or a spectator (None), may read it: what the other one drew is left out (P14)."""
    return [
        {name: value for name, value in entry.items() if name != "cards"}
        if entry["event"] == "drew" and entry["seat"] != seat
        else dict(entry)
        for entry in log
    ]
