"""Coral Reef on bitboards: the scorer's scores, but faster, and the gain from one more card."""

from collections.abc import Sequence
from functools import lru_cache

from engine.bots.drafting.bitboard import (
    BIT,
    COLUMN,
    NEAR,
    ROW,
    ROWS,
    Masks,
    bottom_row,
    lines,
    meetings,
    numbers,
    regions,
    spread,
)
from engine.bots.drafting.rules import Rules, Weights
from engine.drafting.coral_reef import KRILL as KRILL_POINTS
from engine.drafting.coral_reef import PRIZES
from engine.drafting.sets import CORAL_REEF

KINDS = tuple(CORAL_REEF.deck)
CORAL, KRILL, PLANKTON, GROUPER, CLOWNFISH, CRAB, EEL, SHARK, WHALE, TURTLE, OCTOPUS = range(len(KINDS))


@lru_cache(maxsize=1 << 13)
def krill(mask: int) -> int:
    return sum(KRILL_POINTS[min(region.bit_count(), len(KRILL_POINTS) - 1)] for region in regions(mask))


@lru_cache(maxsize=1 << 13)
def crab(mask: int, plankton: int) -> int:
    return 2 * sum((mask & row).bit_count() * (plankton & row).bit_count() for row in ROWS)


@lru_cache(maxsize=1 << 13)
def shark(mask: int, prey: int) -> int:
    return 2 * sum((prey & ROW[c]).bit_count() + (prey & COLUMN[c]).bit_count() for c in numbers(mask))


def points(m: Masks, bottom: int | None) -> list[int]:
    """The points of each card type, except plankton; `bottom`: the lowest row if cards are turned over."""
    coral, krills, plankton, grouper, clown, crabs, eel, sharks, whale, turtle, octopus = m
    if bottom is None:
        bottom = bottom_row(
            coral | krills | plankton | grouper | clown | crabs | eel | sharks | whale | turtle | octopus
        )
    prey = grouper | clown | crabs
    return [
        3 * (coral & bottom).bit_count(),
        krill(krills),
        0,
        3 * meetings(grouper, krills) if grouper else 0,
        2 * meetings(clown, plankton | coral) if clown else 0,
        crab(crabs, plankton) if crabs else 0,
        4 * meetings(eel & spread(coral), prey) if eel else 0,
        shark(sharks, prey) if sharks else 0,
        2 * whale.bit_count() * krills.bit_count(),
        2 * lines(turtle),
        3 * octopus.bit_count(),
    ]


def _sizes(m: Masks) -> tuple[int, ...]:
    return (m[PLANKTON].bit_count(),)


def _sizes_of_pile(counts: Sequence[int]) -> tuple[int, ...]:
    return (counts[PLANKTON],)


def _web(scored: Sequence[int]) -> list[int]:
    """The points of each group of the food web."""
    return [sum(scored[0:3]), sum(scored[3:6]), sum(scored[6:9])]


def _lowest(scored: Sequence[int]) -> int:
    groups = _web(scored)
    return groups.index(min(groups))


def _total(scored: Sequence[int], alone: bool) -> int:
    return sum(scored) + min(_web(scored))


def _coral(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    clown, eel = m[CLOWNFISH], m[EEL] & ~spread(m[CORAL])
    prey = m[GROUPER] | m[CLOWNFISH] | m[CRAB]
    return [
        (3 if BIT[c] & ROWS[-1] else 0)
        + 2 * (NEAR[c] & clown).bit_count()
        + (4 * meetings(NEAR[c] & eel, prey) if NEAR[c] & eel else 0)
        for c in cells
    ]


def _krill(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    here, grouper = m[KRILL], m[GROUPER]
    now = krill(here) - 2 * m[WHALE].bit_count()
    return [krill(here | BIT[c]) - now + 3 * (NEAR[c] & grouper).bit_count() for c in cells]


def _plankton(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    clown, crabs = m[CLOWNFISH], m[CRAB]
    return [2 * ((NEAR[c] & clown).bit_count() + (ROW[c] & crabs).bit_count()) for c in cells]


def _hunted(cells: Sequence[int], m: Masks) -> list[int]:
    """The points that prey in each cell adds to eels and sharks."""
    eel, sharks = m[EEL] & spread(m[CORAL]), m[SHARK]
    return [
        4 * (NEAR[c] & eel).bit_count()
        + 2 * ((ROW[c] & sharks).bit_count() + (COLUMN[c] & sharks).bit_count())
        for c in cells
    ]


def _grouper(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    liked = m[KRILL]
    return [
        3 * (NEAR[c] & liked).bit_count() + more for c, more in zip(cells, _hunted(cells, m), strict=True)
    ]


def _clownfish(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    liked = m[PLANKTON] | m[CORAL]
    return [
        2 * (NEAR[c] & liked).bit_count() + more for c, more in zip(cells, _hunted(cells, m), strict=True)
    ]


def _crab(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    liked = m[PLANKTON]
    return [2 * (ROW[c] & liked).bit_count() + more for c, more in zip(cells, _hunted(cells, m), strict=True)]


def _eel(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    coral, prey = m[CORAL], m[GROUPER] | m[CLOWNFISH] | m[CRAB]
    return [4 * (NEAR[c] & prey).bit_count() if NEAR[c] & coral else 0 for c in cells]


def _shark(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    prey = m[GROUPER] | m[CLOWNFISH] | m[CRAB]
    return [2 * ((ROW[c] & prey).bit_count() + (COLUMN[c] & prey).bit_count()) for c in cells]


def _whale(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    return [2 * m[KRILL].bit_count()] * len(cells)


def _turtle(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    here = m[TURTLE]
    now = lines(here)
    return [2 * (lines(here | BIT[c]) - now) for c in cells]


def _octopus(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    return [3] * len(cells)


RULES = Rules(
    kinds=KINDS,
    deck=tuple(CORAL_REEF.deck.values()),
    mover=OCTOPUS,
    whale=WHALE,
    prizes={PLANKTON: PRIZES["PLANKTON"]},
    weights=Weights(
        worth=(0.38, 0.02, 2.24, 0.1, 0.97, -0.21, -1.02, 0.34, -1.19, -0.75, 0.04),
        early=(-1.42, 1.65, 1.28, 0.72, -1.34, -3.53, -0.09, 0.27, 0.22, -2.59, -1.26),
        free=(-0.32, 0.83, -0.53, 0.76, -0.73, 0.0, 0.11, 0.49, 0.48, -0.68, 0.43),
        variety=0.55,
        step=0.0,
    ),
    points=points,
    gains=(
        _coral,
        _krill,
        _plankton,
        _grouper,
        _clownfish,
        _crab,
        _eel,
        _shark,
        _whale,
        _turtle,
        _octopus,
    ),
    sizes=_sizes,
    sizes_of_pile=_sizes_of_pile,
    lowest=_lowest,
    total=_total,
)
