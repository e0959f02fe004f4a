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
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "examples"
LAYERS = ("under", "covered")


@dataclass(frozen=True)
class Frame:
    after: int = 0
    label: str = ""
    shown: Sequence[Mapping[str, Any]] = ()
    lost: Sequence[Sequence[Sequence[int]]] | None = None


@dataclass(frozen=True)
class Example:
    name: str
    rules: Sequence[str]
    position: Mapping[str, Any]
    frames: Sequence[Frame]
    actions: Sequence[Mapping[str, Any]] = ()
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

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


def _keys(position: Mapping[str, Any]) -> Iterator[str]:
    for space in position["spaces"]:
        yield space["card"]
        yield from (space[layer]["card"] for layer in LAYERS if layer in space)
        yield from (event["card"] for event in space.get("events", ()))
    for pile in ("hands", "decks", "discards"):
        for cards in position[pile]:
            yield from cards
