"""Actions as the record format writes them (docs/record-format.md)."""

from collections.abc import Mapping
from typing import Any

from engine.drafting.actions import Action, Flip, Give, Pair, Place, action_of
from engine.drafting.grid import Cell


def read(action: Mapping[str, Any]) -> tuple[int, Action]:
    """The seat and the action out of the record format's object. Raises ValueError for what is none."""
    fields = {
        "place": ({"card", "at"}, {"swap", "shift"}),
        "flip": ({"whale", "card"}, set()),
        "give": ({"card"}, set()),
    }
    do, seat = action.get("do"), action.get("seat")
    if type(seat) is not int:
        raise ValueError("seat must be a whole number")
    if not isinstance(do, str) or do not in fields:
        raise ValueError(f"there is no action {do!r}")
    needed, more = fields[do]
    given = set(action) - {"do", "seat"}
    if needed - given or given - needed - more:
        wrong = sorted(given ^ needed - more)
        raise ValueError(f"{do}: {', '.join(wrong)}")
    if do == "flip":
        return seat, Flip(cell_of(action["whale"]), cell_of(action["card"]))
    if not isinstance(action["card"], str):
        raise ValueError("card must be a text")
    if do == "give":
        return seat, Give(action["card"])
    swap, shift = (_pair(action[name]) if name in action else None for name in ("swap", "shift"))
    return seat, Place(action["card"], cell_of(action["at"]), swap, shift)


def written(seat: int, number: int) -> dict[str, Any]:
    """The record format's object of an action that is given as a number."""
    action = action_of(number)
    if isinstance(action, Give):
        return {"seat": seat, "do": "give", "card": action.card}
    if isinstance(action, Flip):
        return {"seat": seat, "do": "flip", "whale": list(action.whale), "card": list(action.card)}
    rearranged = {"swap": action.swap, "shift": action.shift}
    pairs = {name: [list(cell) for cell in pair] for name, pair in rearranged.items() if pair}
    return {"seat": seat, "do": "place", "card": action.card, "at": list(action.at), **pairs}


def cell_of(value: Any) -> Cell:
    if not (isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)):
        raise ValueError("a cell is [row, column]")
    return value[0], value[1]


def _pair(value: Any) -> Pair:
    if not (isinstance(value, list) and len(value) == 2):
        raise ValueError("swap and shift are two cells")
    return cell_of(value[0]), cell_of(value[1])
