"""The examples of the rules: one file each in examples/, named as the templates call it.

A file is a position of the record format with actions that follow it, and `frames` that are drawn:

    {"rules": ["phylo-1.4a"], "cards": {}, "position": {...}, "actions": [...],
     "frames": [{"after": 0, "label": "your-turn", "lost": [[[x, y]]],
                 "shown": [{"action": {...}, "fits": true}, {"action": {...}, "refused": "no-food"}]}]}

`rules` are the rule sets in which all of it holds. `cards` defines what the card set lacks (habitats); every
other card is that of the set. `after` counts the actions made before the picture, `lost` the spaces that the
next removal empties, a list for each of its rounds. Actions in `shown` are those of the seat to act.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from engine.record_format import CardData, Position
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
    cards: Mapping[str, CardData] = field(default_factory=dict)

    @property
    def card_keys(self) -> set[str]:
        """The cards that the card set must have."""
        return set(_keys(self.position)) - self.cards.keys()


@cache
def examples() -> dict[str, Example]:
    """Every example by its name."""
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
