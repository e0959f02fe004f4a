"""The scoring of Coral Reef. A card that was turned over counts as an empty space."""

from collections.abc import Callable, Mapping

from engine.drafting.ecosystem import liking, spreading
from engine.drafting.grid import Cell, Grid, Part, beside, cells_of, regions, those
from engine.drafting.sets import CORAL_REEF

KRILL = (0, 1, 4, 9)
"""The points of a group by size; more than three cards are worth no more."""
PRIZES = {"PLANKTON": (12, 8, 4)}
PREY = ("GROUPER", "CLOWNFISH", "CRAB")
GROUPS = {
    "PRODUCERS": ("CORAL", "KRILL", "PLANKTON"),
    "PREY": PREY,
    "PREDATORS": ("EEL", "SHARK", "WHALE"),
}


def parts(grid: Grid, bottom: int) -> dict[str, list[Part]]:
    """The scores of each card type, except Plankton (see `sizes`). `bottom` is the lowest row."""
    coral = [Part(3 if cell[0] == bottom else 0, cell) for cell in cells_of(grid, "CORAL")]
    return {"CORAL": coral} | {kind: score(grid) for kind, score in SCORERS.items()}


def sizes(grid: Grid) -> dict[str, int]:
    """The counts compared between players."""
    return {"PLANKTON": len(cells_of(grid, "PLANKTON"))}


def sizes_of_pile(pile: list[str]) -> dict[str, int]:
    """The counts of the neutral player."""
    return {"PLANKTON": pile.count("PLANKTON")}


def contenders(grid: Grid) -> dict[str, tuple[Cell, ...]]:
    """The cards that `sizes` counts."""
    return {"PLANKTON": tuple(cells_of(grid, "PLANKTON"))}


def finish(scores: Mapping[str, int]) -> dict[str, int]:
    """The points of each group of the food web, and the bonus: those of the lowest group again."""
    groups = {group: sum(scores[kind] for kind in kinds) for group, kinds in GROUPS.items()}
    return groups | {"FOOD_WEB": min(groups.values())}


def total(scores: Mapping[str, int]) -> int:
    return sum(scores[kind] for kind in CORAL_REEF.deck) + scores["FOOD_WEB"]


def _krill(grid: Grid) -> list[Part]:
    return [Part(KRILL[min(len(group), len(KRILL) - 1)], None, group) for group in regions(grid, "KRILL")]


def _crab(grid: Grid) -> list[Part]:
    plankton = cells_of(grid, "PLANKTON")
    found = ((crab, [cell for cell in plankton if cell[0] == crab[0]]) for crab in cells_of(grid, "CRAB"))
    return [Part(2 * len(row), crab, tuple(row)) for crab, row in found]


def _eel(grid: Grid) -> list[Part]:
    scored = []
    for eel in cells_of(grid, "EEL"):
        coral, prey = those(grid, beside(eel), "CORAL"), those(grid, beside(eel), *PREY)
        scored.append(Part(4 * len(prey), eel, (*coral, *prey)) if coral else Part(0, eel))
    return scored


def _shark(grid: Grid) -> list[Part]:
    prey = cells_of(grid, *PREY)
    found = (
        (shark, [cell for cell in prey if cell[0] == shark[0] or cell[1] == shark[1]])
        for shark in cells_of(grid, "SHARK")
    )
    return [Part(2 * len(seen), shark, tuple(seen)) for shark, seen in found]


def _whale(grid: Grid) -> list[Part]:
    krill = tuple(cells_of(grid, "KRILL"))
    return [Part(2 * len(krill), whale, krill) for whale in cells_of(grid, "WHALE")]


SCORERS: dict[str, Callable[[Grid], list[Part]]] = {
    "KRILL": _krill,
    "GROUPER": liking("GROUPER", 3, "KRILL"),
    "CLOWNFISH": liking("CLOWNFISH", 2, "PLANKTON", "CORAL"),
    "CRAB": _crab,
    "EEL": _eel,
    "SHARK": _shark,
    "WHALE": _whale,
    "TURTLE": spreading("TURTLE"),
    "OCTOPUS": lambda grid: [Part(3, cell) for cell in cells_of(grid, "OCTOPUS")],
}
