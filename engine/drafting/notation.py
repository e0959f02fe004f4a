"""Actions and layouts in the record format (docs/record-format.md)."""

from collections.abc import Mapping
from typing import cast

from engine.contract import MalformedAction, shown
from engine.drafting.actions import Action, Flip, Give, Pair, Place, action_of
from engine.drafting.grid import Cell
from engine.record_format import DraftAction, Flips, LaidOut, Placing

ACTIONS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "place": (frozenset({"card", "at"}), frozenset({"swap", "shift"})),
    "flip": (frozenset({"whale", "card"}), frozenset()),
    "give": (frozenset({"card"}), frozenset()),
}
"""The required and the optional fields of each action."""


def read(action: Mapping[str, object]) -> tuple[int, Action]:
    """The seat and the action in an object of the record format. Raises `MalformedAction`."""
    do, seat = action.get("do"), action.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise MalformedAction("seat must be a whole number")
    if not isinstance(do, str) or do not in ACTIONS:
        raise MalformedAction(f"there is no action {shown(do)}")
    needed, more = ACTIONS[do]
    given = action.keys() - {"do", "seat"}
    if needed - given or given - needed - more:
        raise MalformedAction(f"{do}: {', '.join(sorted(given ^ needed - more))}")
    if do == "flip":
        return seat, Flip(cell_of(action["whale"]), cell_of(action["card"]))
    card = action["card"]
    if not isinstance(card, str):
        raise MalformedAction("card must be a text")
    if do == "give":
        return seat, Give(card)
    swap, shift = (_pair(action[name]) if name in action else None for name in ("swap", "shift"))
    return seat, Place(card, cell_of(action["at"]), swap, shift)


def written(number: int) -> DraftAction:
    """The action with this number, in the record format without its seat."""
    action = action_of(number)
    if isinstance(action, Give):
        return {"do": "give", "card": action.card}
    if isinstance(action, Flip):
        return {"do": "flip", "whale": list(action.whale), "card": list(action.card)}
    placing: Placing = {"do": "place", "card": action.card, "at": list(action.at)}
    if action.swap:
        placing["swap"] = [list(cell) for cell in action.swap]
    if action.shift:
        placing["shift"] = [list(cell) for cell in action.shift]
    return placing


def seated(seat: int, number: int) -> DraftAction:
    """Like `written`, with the seat."""
    return cast(DraftAction, {"seat": seat, **written(number)})


def laid_out(cards: Mapping[Cell, str]) -> list[LaidOut]:
    """The cards of a layout, in reading order."""
    return [{"at": list(cell), "card": card} for cell, card in sorted(cards.items())]


def turned(flips: Mapping[Cell, Cell]) -> Flips:
    """Pairs of whales and the cards that they turn over."""
    return [[list(whale), list(card)] for whale, card in sorted(flips.items())]


def cell_of(value: object) -> Cell:
    if not (isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)):
        raise MalformedAction("a cell is [row, column]")
    return value[0], value[1]


def _pair(value: object) -> Pair:
    if not (isinstance(value, list) and len(value) == 2):
        raise MalformedAction("swap and shift are two cells")
    return cell_of(value[0]), cell_of(value[1])
