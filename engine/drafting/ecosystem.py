"""The scoring of Ecosystem."""

from collections.abc import Callable, Mapping

from engine.drafting.grid import Cell, Grid, Part, beside, cells_of, lines, regions, those
from engine.drafting.sets import ECOSYSTEM

MEADOWS = (0, 0, 3, 6, 10, 15)
"""The points of a meadow by size; more than five cards are worth no more."""
PRIZES = {"STREAM": (8, 5), "WOLF": (12, 8, 4)}
DIVERSITY = (12, 12, 12, 7, 3, 0, -5)
"""The points by number of gaps; more than six cost no more."""


def parts(grid: Grid) -> dict[str, list[Part]]:
    """The scores of each card type, except streams and wolves (see `sizes`)."""
    return {kind: score(grid) for kind, score in SCORERS.items()}


def sizes(grid: Grid) -> dict[str, int]:
    """The counts compared between players: the largest stream and all wolves."""
    return {
        "STREAM": max((len(stream) for stream in regions(grid, "STREAM")), default=0),
        "WOLF": len(cells_of(grid, "WOLF")),
    }


def sizes_of_pile(pile: list[str]) -> dict[str, int]:
    """The counts of the neutral player, whose streams count as one."""
    return {"STREAM": pile.count("STREAM"), "WOLF": pile.count("WOLF")}


def contenders(grid: Grid) -> dict[str, tuple[Cell, ...]]:
    """The cards that `sizes` counts."""
    streams = regions(grid, "STREAM")
    return {"STREAM": max(streams, key=len, default=()), "WOLF": tuple(cells_of(grid, "WOLF"))}


def finish(scores: Mapping[str, int], *, alone: bool) -> dict[str, int]:
    """Gaps and diversity points; a solo opponent (`alone`) has no diversity points."""
    gaps = sum(1 for kind in ECOSYSTEM.deck if scores[kind] == 0)
    return {"gaps": gaps, "DIVERSITY": 0 if alone else DIVERSITY[min(gaps, len(DIVERSITY) - 1)]}


def total(scores: Mapping[str, int]) -> int:
    return sum(scores[kind] for kind in ECOSYSTEM.deck) + scores["DIVERSITY"]


def liking(kind: str, points: int, *likes: str) -> Callable[[Grid], list[Part]]:
    """A scorer that gives `points` for each liked card beside one of the `kind`."""

    def score(grid: Grid) -> list[Part]:
        found = ((cell, those(grid, beside(cell), *likes)) for cell in cells_of(grid, kind))
        return [Part(points * len(liked), cell, liked) for cell, liked in found]

    return score


def spreading(kind: str) -> Callable[[Grid], list[Part]]:
    """A scorer that gives two points for each row and each column with a card of the `kind`."""
    return lambda grid: [Part(2, None, line) for line in lines(grid, kind)]


def _fox(grid: Grid) -> list[Part]:
    foxes = cells_of(grid, "FOX")
    return [Part(0 if those(grid, beside(fox), "WOLF", "BEAR") else 3, fox) for fox in foxes]


def within_two(cell: Cell) -> list[Cell]:
    """The twelve cells at one or two steps, including the nearest diagonals."""
    return sorted({far for near in beside(cell) for far in (near, *beside(near))} - {cell})


def _eagle(grid: Grid) -> list[Part]:
    found = ((cell, those(grid, within_two(cell), "RABBIT", "TROUT")) for cell in cells_of(grid, "EAGLE"))
    return [Part(2 * len(prey), cell, prey) for cell, prey in found]


def _dragonfly(grid: Grid) -> list[Part]:
    streams = regions(grid, "STREAM")
    scored = []
    for cell in cells_of(grid, "DRAGONFLY"):
        near = [stream for stream in streams if not set(stream).isdisjoint(beside(cell))]
        scored.append(Part(sum(map(len, near)), cell, tuple(card for stream in near for card in stream)))
    return scored


def _meadow(grid: Grid) -> list[Part]:
    found = regions(grid, "MEADOW")
    return [Part(MEADOWS[min(len(meadow), len(MEADOWS) - 1)], None, meadow) for meadow in found]


SCORERS: dict[str, Callable[[Grid], list[Part]]] = {
    "BEAR": liking("BEAR", 2, "BEE", "TROUT"),
    "BEE": liking("BEE", 3, "MEADOW"),
    "MEADOW": _meadow,
    "TROUT": liking("TROUT", 2, "STREAM", "DRAGONFLY"),
    "EAGLE": _eagle,
    "RABBIT": lambda grid: [Part(1, cell) for cell in cells_of(grid, "RABBIT")],
    "DRAGONFLY": _dragonfly,
    "FOX": _fox,
    "DEER": spreading("DEER"),
}
