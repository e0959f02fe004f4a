"""What is said of each action of somebody who solves a puzzle; looked up in its proof, without a search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from engine.contract import Refusal
from engine.contract import gettext_noop as _
from engine.phylo.state import State
from engine.puzzles.puzzle import DONE, Node, Puzzle, choices, draws, same
from engine.record_format import Action, Log

DRAWS = Refusal("draws", "", _("Draw no cards here: what they will be is hidden."))
"""Why an action that draws cards is wrong in a puzzle, although it is legal."""

NO_CHOICE = Refusal("no-choice", "", _("A puzzle has no place for this: play cards, or end the turn."))
"""Why other actions that the proof does not know are wrong, such as giving up the game."""

Verdict = Literal["right", "good", "wrong"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of an action.

    `right`: the best end can still be reached; `solved` once nothing is left to do for it. `good`: it wins
    points, though `lost` fewer than the best line does. `wrong`: it wins no more than passing at once, and
    loses so many points as `lost`; or it is refused, for the reason in `refusal`, and cannot be played.
    `best` is how the line goes on from before a wrong or good action, and from behind a right one. `state`
    and `log` are the game after the action, the end of the turn included if it ended; of a refused one, the
    game before it.
    """

    verdict: Verdict
    solved: bool
    lost: int
    best: tuple[Action, ...]
    refusal: Refusal | None
    state: State
    log: Log


class NotRight(ValueError):
    """An action before the last one was not right: the puzzle had ended."""


def answer(puzzle: Puzzle, played: Sequence[Mapping[str, object]], action: Mapping[str, object]) -> Answer:
    """What is said of an action after those that were right so far.

    Raises `NotRight`, or `MalformedAction` of an action that no game could read.
    """
    state, number = reached(puzzle, played)
    if number == DONE:
        raise NotRight("the puzzle is solved already")
    own = cast(Action, {**action, "seat": puzzle.seat})
    refusal = state.why_not(own)
    if refusal is None and same(own) not in choices(state):
        refusal = DRAWS if draws(state, own) else NO_CHOICE
    node, before = puzzle.proof[number], best_line(puzzle, number, state)
    if refusal is not None:
        return Answer("wrong", False, puzzle.gain, before, refusal, state, [])
    lost, to = _looked_up(node, state, own)
    log = state.apply(own)
    if lost:
        verdict: Verdict = "good" if lost < puzzle.gain else "wrong"
        return Answer(verdict, False, lost, before, None, state, log)
    return Answer("right", to == DONE, 0, best_line(puzzle, to, state), None, state, log)


def reached(puzzle: Puzzle, played: Sequence[Mapping[str, object]]) -> tuple[State, int]:
    """The game after actions that were all right, and the number of its node, or DONE. Raises `NotRight`."""
    state, number = puzzle.start(), 0
    for action in played:
        own = cast(Action, {**action, "seat": puzzle.seat})
        if number == DONE or state.why_not(own) is not None or same(own) not in choices(state):
            raise NotRight("an action before this one was not right")
        lost, number = _looked_up(puzzle.proof[number], state, own)
        if lost:
            raise NotRight("an action before this one was not right")
        state.apply(own)
    return state, number


def best_line(puzzle: Puzzle, number: int, state: State) -> tuple[Action, ...]:
    """A shortest way from a node to the best end; `state` is the game there."""
    ways = {DONE: 0}
    for each in range(len(puzzle.proof) - 1, -1, -1):  # nodes lead to later ones
        ways[each] = 1 + min(ways[to] for to in puzzle.proof[each].to)
    line: list[Action] = []
    ahead = state.copy()
    while number != DONE:
        node = puzzle.proof[number]
        right = [action for action, lost in zip(choices(ahead), node.lost, strict=True) if not lost]
        action, number = min(zip(right, node.to, strict=True), key=lambda pair: ways[pair[1]])
        line.append(action)
        ahead.apply({**action, "seat": puzzle.seat})
    return tuple(line)


def _looked_up(node: Node, state: State, own: Action) -> tuple[int, int]:
    """What an action loses, and where it leads to if that is nothing."""
    place = choices(state).index(same(own))
    lost = node.lost[place]
    return lost, DONE if lost else node.to[node.lost[:place].count(0)]
