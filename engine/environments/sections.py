"""What an observation is made of: named parts of one row of whole numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an observation: from `start` on, as many numbers as its `shape` has places."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def end(self) -> int:
        return self.start + self.size


def in_a_row(parts: Iterable[tuple[str, tuple[int, ...], str]]) -> dict[str, Section]:
    """The sections with these names, shapes and meanings, one after the other."""
    found: dict[str, Section] = {}
    start = 0
    for name, shape, about in parts:
        found[name] = Section(name, start, shape, about)
        start = found[name].end
    return found
