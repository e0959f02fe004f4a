"""What lies where, and what has been done, in either kind of game."""

from collections.abc import Iterator
from typing import cast

from engine.drafting.state import State as DraftState
from engine.phylo.matchup import place
from engine.phylo.state import State as PhyloState
from engine.phylo.upkeep import lying
from engine.record_format import Log, LogEntry, Place

State = PhyloState | DraftState
Cell = tuple[int, int]
"""(x, y) in Phylo, (row, column) in the drafting games."""


def cell(at: object) -> Cell:
    """The cell of a place in a log or a record."""
    first, second = cast(Place, at)
    return first, second


def hand(state: State, seat: int) -> list[str]:
    """The keys of the cards in a hand."""
    if isinstance(state, DraftState):
        return state.draft.hands[seat]
    return [state.matchup.keys[slot] for slot in state.hands[seat]]


def found(state: State, card: str) -> Iterator[tuple[Cell, int]]:
    """
    Where the cards of a key lie face up, each with the seat that has it: in a space, under a host, or as an
    event on a species.
    """
    if isinstance(state, DraftState):
        for seat, layout in enumerate(state.draft.layouts):
            yield from ((at, seat) for at, kind in layout.cards.items() if kind == card)
        return
    hidden = state.face_down | state.covered
    for slot in lying(state):
        if state.matchup.keys[slot] == card and not hidden >> slot & 1:
            yield cell(place(state.cell_of[slot])), state.own[1] >> slot & 1
        for event, _left in state.events.get(slot, ()):
            if state.matchup.keys[event] == card:
                yield cell(place(state.cell_of[slot])), state.owner(event)


def laid(log: Log, seat: int) -> Iterator[tuple[str, Cell]]:
    """The cards that a seat has laid from its hand, and where."""
    for entry in log:
        if entry.get("seat") != seat:
            continue
        if entry["event"] == "played":
            yield entry["card"], cell(entry["at"])
        elif entry["event"] == "chose" and entry["action"]["do"] == "place":
            yield entry["action"]["card"], cell(entry["action"]["at"])


USES = ("play", "habitat", "parasite", "invade", "move", "flight", "spread", "event", "discard")
"""What a seat of Phylo can have done."""
_EVENTS = {"spread": "spread", "event-played": "event", "discarded": "discard"}


def uses(state: PhyloState, log: Log, seat: int) -> set[str]:
    """Which of USES a seat has done."""
    done = set()
    for number, entry in enumerate(log):
        if entry.get("seat") != seat:
            continue
        if entry["event"] == "moved":
            flies = state.matchup.definitions[entry["card"]].abilities.flight
            done.add("flight" if flies else "move")
        elif entry["event"] == "played":
            done.add(_kind_of_play(state, entry, log[number + 1 :]))
        elif entry["event"] in _EVENTS:
            done.add(_EVENTS[entry["event"]])
    return done


def _kind_of_play(state: PhyloState, played: LogEntry, later: Log) -> str:
    if played.get("under"):
        return "parasite"
    if state.matchup.definitions[played["card"]].kind == "habitat":
        return "habitat"
    covered = (
        entry["event"] == "covered" or entry.get("why") == "invaded"
        for entry in later
        if entry.get("at") == played["at"]
    )
    return "invade" if any(covered) else "play"
