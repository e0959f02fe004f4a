"""Puzzles: positions in which one line of play in this turn is clearly best (docs/puzzles.md).

`answer` says of each action whether it is right; `read_file` reads puzzles that are shipped. Neither
searches, so both may be used where pages are served. `making.find_in` looks for a puzzle in a position, which
takes seconds; `finding` looks for many in games between bots.
"""

from engine.puzzles.files import InvalidPuzzles, as_json, from_json, read_file
from engine.puzzles.judging import Answer, NotRight, answer
from engine.puzzles.puzzle import Node, Origin, Puzzle

__all__ = [
    "Answer",
    "InvalidPuzzles",
    "Node",
    "NotRight",
    "Origin",
    "Puzzle",
    "answer",
    "as_json",
    "from_json",
    "read_file",
]
