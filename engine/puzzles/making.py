"""Making a puzzle of a position with one clearly best line of this turn: exact search, then the proof."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from json import dumps

from engine.flat import layout as at
from engine.flat.compiled import Numbers, array
from engine.flat.layout import PASSING
from engine.flat.layout import State as Flat
from engine.flat.tables import Universe
from engine.flat.translate import TooLarge, from_game, universe_of, written
from engine.flat.turn import act
from engine.flat.turn_search import (
    BEST,
    BEST_KEY,
    CUT,
    DEEPEST,
    FOUND,
    ROOM,
    SECOND,
    choices,
    end_of,
    explore,
    key_of,
)
from engine.phylo.notation import action_order
from engine.phylo.start import cards_in, restore
from engine.phylo.state import State
from engine.puzzles.puzzle import DONE, Node, Origin, Puzzle
from engine.puzzles.themes import themes_of
from engine.record_format import FORMAT, Action, CardData, RecordData, Snapshot

MARGIN = 3
"""Points by which the best line wins over any other end of the turn."""
MOST_TRIED = 150_000
"""Actions after which a position is given up: seconds without compiled code."""
MOST_ORDERS = 24
"""Of the best line; a position with more is no puzzle."""


def find_in(state: State, seat: int, cards: Mapping[str, CardData], origin: Origin) -> Puzzle | None:
    """The puzzle of a position in the seat's turn; None if there is none, or none that can be proved here.

    `cards` has the record-format object of every card of the game. The search takes a few seconds at most
    without compiled code: never do it in a process that serves pages.
    """
    if seat not in state.to_act or not state.running or not 0 < state.actions_left <= DEEPEST:
        return None
    if state.snapshot()["lower"]:  # which no record can say
        return None
    try:
        universe = universe_of(state)
        flat = from_game(state, universe)
    except TooLarge:
        return None
    verdict = clear(flat, universe.tables, MOST_TRIED)
    if verdict is None:
        return None
    proof = _proof(flat, universe, verdict)
    lines = _lines(flat, universe, proof)
    if not lines:
        return None
    puzzle = Puzzle(
        key="",
        rules=state.rules.key,
        record=record_of(state, cards),
        seat=seat,
        gain=verdict.gain,
        margin=verdict.margin,
        lines=lines,
        themes=(),
        origin=origin,
        proof=proof,
    )
    return replace(puzzle, key=key_for(puzzle), themes=themes_of(puzzle))


def find_in_snapshot(
    rules: str,
    cards: Mapping[str, CardData],
    options: Mapping[str, object],
    snapshot: Snapshot,
    seat: int,
    origin: Origin,
) -> Puzzle | None:
    """The same of a game as data, for a process that thinks for another one (engine/bots/thinker.py)."""
    return find_in(restore(rules, cards, snapshot, options=options), seat, cards, origin)


@dataclass(frozen=True, slots=True)
class Clear:
    """The best lead at the end of a turn, what it wins over passing and over any other end."""

    lead: int
    gain: int
    margin: int


def clear(s: Flat, t: Numbers, most: int) -> Clear | None:
    """Whether one end of the turn is better than all others by MARGIN; and if the other player then does
    nothing, still better than all others."""
    found = array(FOUND)
    explore(s, t, found, most, 0)
    if found[CUT] or found[BEST] - found[SECOND] < MARGIN:
        return None
    later, idle = array(FOUND), array(FOUND)
    explore(s, t, later, most, 1)
    end_of(s, t, PASSING, idle)
    if later[BEST_KEY] != found[BEST_KEY] or later[BEST] == later[SECOND]:
        return None
    if idle[BEST_KEY] == found[BEST_KEY]:
        return None
    lead = int(found[BEST])
    return Clear(lead, lead - int(idle[BEST]), lead - int(found[SECOND]))


def _proof(start: Flat, cards: Universe, verdict: Clear) -> tuple[Node, ...]:
    """What each action loses wherever the best end can still be reached; nodes lead to later ones."""
    t, seat = cards.tables, int(start[at.SEAT])
    waiting, numbers, nodes = [start], {int(key_of(start, seat)): 0}, list[Node]()
    while len(nodes) < len(waiting):
        s = waiting[len(nodes)]
        lost, to = [], []
        for _, action in actions_of(s, cards):
            ahead, found = s.copy(), array(FOUND)
            act(ahead, t, action)
            if ahead[at.OVER] or ahead[at.SEAT] != seat:
                end_of(s, t, action, found)
            else:
                explore(ahead, t, found, MOST_TRIED, 0)
            lost.append(verdict.lead - int(found[BEST]))
            if lost[-1]:
                continue
            if ahead[at.OVER] or ahead[at.SEAT] != seat or _is_end(ahead, t, verdict.lead):
                to.append(DONE)
                continue
            key = int(key_of(ahead, seat))
            if key not in numbers:
                numbers[key] = len(waiting)
                waiting.append(ahead)
            to.append(numbers[key])
        nodes.append(Node(tuple(lost), tuple(to)))
    return tuple(nodes)


def _is_end(s: Flat, t: Numbers, lead: int) -> bool:
    found = array(FOUND)
    end_of(s, t, PASSING, found)
    return int(found[BEST]) == lead


def actions_of(s: Flat, cards: Universe) -> list[tuple[Action, int]]:
    """The actions in the order of `puzzle.choices`, in the record format and as numbers."""
    out = array(ROOM)
    count = choices(s, cards.tables, out, 0)
    found: dict[str, tuple[Action, int]] = {}
    for action in out[:count]:
        as_written = written(s, cards, int(action))
        found.setdefault(dumps(as_written, sort_keys=True), (as_written, int(action)))
    return sorted(found.values(), key=lambda pair: action_order(pair[0]))


def _lines(start: Flat, cards: Universe, proof: tuple[Node, ...]) -> tuple[tuple[Action, ...], ...]:
    """The shortest ways through the proof; none if there are more than MOST_ORDERS."""
    ways: list[tuple[Flat, int, tuple[Action, ...]]] = [(start, 0, ())]
    while ways and len(ways) <= MOST_ORDERS:
        ended, ahead = [], []
        for s, number, line in ways:
            right = [
                pair for pair, lost in zip(actions_of(s, cards), proof[number].lost, strict=True) if not lost
            ]
            for (action, number_of), to in zip(right, proof[number].to, strict=True):
                if to == DONE:
                    ended.append((*line, action))
                else:
                    after = s.copy()
                    act(after, cards.tables, number_of)
                    ahead.append((after, to, (*line, action)))
        if ended:
            return tuple(ended) if len(ended) <= MOST_ORDERS else ()
        ways = ahead
    return ()


def record_of(state: State, cards: Mapping[str, CardData]) -> RecordData:
    """A record that begins at this position, with the definitions of the cards in it."""
    position = state.position()
    lying = cards_in({**state.view_for(None), "hands": list(position["hands"])})
    keys = sorted(lying.union(*position["decks"]) - {"home"})
    record: RecordData = {
        "format": FORMAT,
        "rules": state.rules.key,
        "cards": {key: cards[key] for key in keys},
        "position": position,
        "actions": [],
    }
    options: dict[str, object] = {}
    if state.options.food_step != state.rules.food_step:
        options["food_step"] = state.options.food_step
    if state.options.home_gap:
        options["home_gap"] = state.options.home_gap
    return {**record, "options": options} if options else record


def key_for(puzzle: Puzzle) -> str:
    """Ten hexadecimal digits that name a position under its rules."""
    text = dumps(
        [puzzle.rules, puzzle.seat, puzzle.record["position"], puzzle.record["cards"]], sort_keys=True
    )
    return sha256(text.encode()).hexdigest()[:10]
