"""The examples of the rules: one file each in examples/, under the name that the templates use.

A file has a position of the record format, the actions that follow, and the `frames` to draw:

    {"rules": ["phylo-1.4a"], "position": {...}, "actions": [...],
     "frames": [{"after": 0, "label": "your-turn", "lost": [[[x, y]]],
                 "shown": [{"action": {...}, "fits": true}, {"action": {...}, "refused": "no-food"}]}]}

`rules` are the rule sets for which the example holds; cards come from the card set. `after` is the number of
actions made before the picture; `lost` lists the spaces that the next removal empties, one list per round.
Actions in `shown` are those of the seat to act.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from engine.record_format import Position
from games.table.board import Action

FOLDER = Path(__file__).parent / "examples"


@dataclass(frozen=True)
class Frame:
    after: int = 0
    label: str = ""
    shown: Sequence[Action] = ()
    lost: Sequence[Sequence[Sequence[int]]] | None = None


@dataclass(frozen=True)
class Example:
    name: str
    rules: Sequence[str]
    position: Position
    frames: Sequence[Frame]
    actions: Sequence[Action] = ()

    @property
    def card_keys(self) -> set[str]:
        """The cards that must be in the card set."""
        return set(_keys(self.position))


@cache
def examples() -> dict[str, Example]:
    """All examples by name."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.json"))}


def _read(path: Path) -> Example:
    data = json.loads(path.read_text(encoding="utf-8"))
    frames = [Frame(**frame) for frame in data.pop("frames")]
    return Example(name=path.stem, frames=frames, **data)


def _keys(position: Position) -> Iterator[str]:
    for space in position["spaces"]:
        below = [space[layer] for layer in ("under", "covered") if layer in space]
        yield from (lying["card"] for lying in [space, *below, *space.get("events", ())])
    for cards in chain(position["hands"], position["decks"], position["discards"]):
        yield from cards
