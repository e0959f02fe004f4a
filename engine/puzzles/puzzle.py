"""A puzzle: a position in which one line of play in this turn is clearly best, with the proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.phylo.notation import action_order
from engine.phylo.record import Record
from engine.phylo.state import State
from engine.record_format import Action, RecordData

DONE = -1
"""In place of the number of a node: the line is at its end."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a position comes from: after so many actions (`step`) of a game.

    To leave only what is needed, cards of the hand may have been laid under the deck (`without`); and then
    actions of the same turn may have been done that are not those of the game (`aside`). Of a game
    between bots, `game` is its number among those of the seed, and `decks` and `playouts` are what the bots
    played with; of a match on the site, `game` is that match.
    """

    game: str
    seed: str = ""
    step: int = 0
    decks: tuple[str, ...] = ()
    playouts: int = 0
    without: tuple[str, ...] = ()
    aside: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A position within the turn from which the best end can still be reached, and what each action loses.

    `lost` has the points by action, in the order of `choices`; `to` has, for each 0 among them in turn, the
    number of the node that the action leads to, or DONE.
    """

    lost: tuple[int, ...]
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`gain` is what the best line wins over passing at once, `margin` what it wins over any other end.

    `lines` are all shortest orders of the best line, without passes at their end; `proof` are its nodes, the
    first one at the start. `record` has the position and the definitions of its cards, and no actions.
    """

    key: str
    rules: str
    record: RecordData
    seat: int
    gain: int
    margin: int
    lines: tuple[tuple[Action, ...], ...]
    themes: tuple[str, ...]
    origin: Origin
    proof: tuple[Node, ...]

    @property
    def length(self) -> int:
        """How many actions the best line has."""
        return len(self.lines[0])

    def start(self) -> State:
        """The game at the puzzle's position."""
        return Record.read(self.record).start


def choices(state: State) -> list[Action]:
    """The legal actions of the turn that draw no cards, in order and without a seat.

    SPREADs of fewer cards than may be laid are among them.
    """
    found: list[Action] = []
    for action in state.legal(state.seat):
        if action["do"] == "spread":
            found += [each for each in _smaller(action) if each not in found]
        elif not draws(state, action):
            found.append(action)
    return sorted(found, key=action_order)


def draws(state: State, action: Action) -> bool:
    """Whether an action draws cards or takes some from the other hand: such lines are no part of puzzles."""
    if action["do"] == "event":
        effects = state.matchup.definitions[action["card"]].effects
        return any(effect.do in ("draw", "opponent-discards") for effect in effects)
    return action["do"] == "discard"


def same(action: Action) -> Action:
    """The action as `choices` writes it: without a seat, and a SPREAD in the order of its spaces."""
    plain = cast(Action, {name: value for name, value in action.items() if name != "seat" and value})
    if plain["do"] != "spread":
        return plain
    pairs = sorted(zip(plain["to"], plain["cards"], strict=True))
    return {**plain, "cards": [card for _, card in pairs], "to": [to for to, _ in pairs]}


def _smaller(action: Action) -> Sequence[Action]:
    """A SPREAD with each choice of its cards."""
    assert action["do"] == "spread"
    laid = list(zip(action["cards"], action["to"], strict=True))
    found: list[Action] = []
    for chosen in range(1, 1 << len(laid)):
        part = [pair for number, pair in enumerate(laid) if chosen >> number & 1]
        found.append({**action, "cards": [card for card, _ in part], "to": [to for _, to in part]})
    return found
