"""A small puzzle for tests: a tick under the hare, and then the hunt for the plum."""

from typing import Any

from engine.puzzles.files import as_json
from engine.puzzles.puzzle import Node, Origin
from engine.puzzles.puzzle import Puzzle as Known
from games.puzzles.models import Puzzle
from games.puzzles.services.ratings import begin_puzzles
from tests.engine.build import CARDS, V14, position, space

TICK = {"do": "play", "card": "tick", "at": [0, 2], "under": True}
HUNT = {"do": "event", "card": "hunt", "at": [2, 0]}
GOOD = HUNT
"""At once, as an event ends the turn: the tick is lost."""
WRONG = {"do": "pass"}
POINTS = {"tick": 4, "plum": 6}
LYING = (space(0, 1, 0, "oak"), space(0, 2, 0, "hare"), space(2, 0, 1, "plum"), space(1, -1, 1, "oak"))


def known(key: str = "tick-and-hunt", themes: tuple[str, ...] = ("most-points",)) -> Known:
    """The proof has what each action loses: four hunts, the end of the turn, the tick."""
    cards = {
        name: CARDS[name] | {"name": name.capitalize()} | ({"points": POINTS[name]} if name in POINTS else {})
        for name in ("oak", "hare", "plum", "tick", "hunt")
    }
    start = position(*LYING, hand="tick hunt", other="oak", actions_left=2)
    return Known(
        key=key,
        rules=V14,
        record={
            "format": "phylo-record/1", "rules": V14, "cards": cards, "position": start, "actions": [],
        },
        seat=0,
        gain=10,
        margin=3,
        lines=((TICK, HUNT),),
        themes=themes,
        origin=Origin("test"),
        proof=(Node((18, 15, 7, 4, 10, 0), (1,)), Node((18, 15, 3, 0, 6), (-1,))),
    )  # fmt: skip


def a_puzzle(key: str = "tick-and-hunt", **more: Any) -> Puzzle:
    """Stored, with the rating with which puzzles begin."""
    found = known(key, **more)
    puzzle = Puzzle.objects.create(key=key, rules=V14, length=found.length, content=as_json(found))
    for theme in found.themes:
        puzzle.themes.create(theme=theme)
    begin_puzzles({puzzle: 0.0})
    return puzzle
