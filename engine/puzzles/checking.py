"""Proving a puzzle again, by the plain engine alone: every order of all legal actions that draw no cards."""

from collections.abc import Iterator, Sequence
from json import dumps

from engine.contract import InvalidRecord
from engine.phylo.state import State
from engine.puzzles.making import MARGIN, key_for
from engine.puzzles.puzzle import DONE, Puzzle, choices
from engine.puzzles.themes import themes_of
from engine.record_format import Action

EASY = "easy"
"""The theme of a puzzle that the greedy bot solves; the others follow from the best line."""


def faults(puzzle: Puzzle) -> Iterator[str]:
    """What is not true of a puzzle, a sentence each."""
    try:
        start = puzzle.start()
    except InvalidRecord as error:
        yield f"the record is invalid: {error}"
        return
    if start.to_act != (puzzle.seat,):
        yield f"it is not the turn of seat {puzzle.seat}"
        return
    if puzzle.key != key_for(puzzle):
        yield "the key is not that of the position"
    if (themes := themes_of(puzzle)) != tuple(theme for theme in puzzle.themes if theme != EASY):
        yield f"the themes are {', '.join(themes)}"
    turn = Turn(start)
    lead = turn.best(start)
    gain = lead - turn.lead_after(start, [])
    if gain != puzzle.gain:
        yield f"the gain is {gain}, not {puzzle.gain}"
    ends = [end for end, each in turn.ends.items() if each == lead]
    margin = lead - max((each for end, each in turn.ends.items() if end != ends[0]), default=lead)
    if margin != puzzle.margin or margin < MARGIN:
        yield f"the margin is {margin}, not {puzzle.margin}"
    elif [end for end, each in turn.later.items() if each == max(turn.later.values())] != ends:
        yield "another end is as good once the other player has passed"
    for line in puzzle.lines:
        if turn.lead_after(start, line) != lead:
            yield "a line does not gain so much"
    yield from _untrue(puzzle, turn, start, lead)


def _untrue(puzzle: Puzzle, turn: "Turn", start: State, lead: int) -> Iterator[str]:
    """What is wrong in the proof."""
    states = {0: start}
    for number, node in enumerate(puzzle.proof):
        state, ways = states[number], iter(node.to)
        actions = choices(state)
        if len(actions) != len(node.lost):
            yield f"node {number} has {len(node.lost)} actions instead of {len(actions)}"
            return
        for action, lost in zip(actions, node.lost, strict=True):
            ahead = turn.after(state, action)
            if turn.best(ahead) != lead - lost:
                yield f"node {number}: {dumps(action)} loses {lead - turn.best(ahead)}, not {lost}"
            elif lost == 0:
                to = next(ways)
                if (to == DONE) != (turn.lead_after(ahead, []) == lead):
                    yield f"node {number}: {dumps(action)} leads elsewhere"
                states.setdefault(to, ahead)


class Turn:
    """All that may become of the rest of a turn. `ends` has the lead of each end that was found, `later` the
    lead after the other player's next upkeep."""

    def __init__(self, start: State) -> None:
        self.seat, self.number = start.seat, start.number
        self.ends: dict[str, int] = {}
        self.later: dict[str, int] = {}
        self._best: dict[str, int] = {}

    def best(self, state: State) -> int:
        """The best lead at the end of the turn that can be reached."""
        if state.over or state.number != self.number:
            return self._note(state)
        name = f"{state.actions_left} {self._table(state)}"
        if name not in self._best:
            self._best[name] = max(self.best(self.after(state, action)) for action in choices(state))
        return self._best[name]

    def after(self, state: State, action: Action) -> State:
        ahead = state.copy()
        ahead.apply({**action, "seat": self.seat})
        return ahead

    def lead_after(self, state: State, line: Sequence[Action]) -> int:
        """The lead at the end of the turn after these actions and no more."""
        for action in line:
            state = self.after(state, action)
        if not state.over and state.number == self.number:
            state = self.after(state, {"do": "pass"})
        return self._lead(state)

    def _note(self, state: State) -> int:
        end, lead = self._table(state), self._lead(state)
        if end not in self.ends:
            self.ends[end], later = lead, state.copy()
            if not later.over:
                later.settle_upkeep(1 - self.seat)
            self.later[end] = self._lead(later)
        return lead

    def _lead(self, state: State) -> int:
        return state.score(self.seat) - state.score(1 - self.seat)

    def _table(self, state: State) -> str:
        """The position without what the turn cannot change, and without the order in which cards came."""
        position = state.position()
        spaces = sorted(position["spaces"], key=lambda space: space["at"])
        piles = [sorted(pile) for pile in (position["hands"][self.seat], *position["discards"])]
        return dumps([spaces, piles], sort_keys=True)
