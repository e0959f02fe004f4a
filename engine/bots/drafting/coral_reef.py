"""Coral Reef on bitboards: the scorer's scores, but faster, and the gain from one more card."""

from engine.bots.drafting.bitboard import (
    ACROSS,
    ALONG,
    NEAR,
    STRIDE,
    adjacent_pairs,
    lines,
    ones,
    region,
    spread,
)
from engine.drafting import coral_reef
from engine.drafting.sets import CORAL_REEF, HEIGHT
from engine.flat.compiled import Numbers, compiled, frozen

CORAL, KRILL, PLANKTON, GROUPER, CLOWNFISH, CRAB, EEL, SHARK, WHALE, TURTLE, OCTOPUS = range(
    len(CORAL_REEF.deck)
)
SWARMS = frozen(list(coral_reef.KRILL))
LARGE = len(coral_reef.KRILL) - 1
LAST_ROW = STRIDE * (HEIGHT - 1)


@compiled
def krill(mask: int) -> int:
    found = 0
    while mask:
        part = region(mask, mask & -mask)
        found += SWARMS[min(ones(part), LARGE)]
        mask &= ~part
    return found


@compiled
def points(w: Numbers, b: int, p: int, bottom: int) -> None:
    """Write the points of each card type at `p`, without prizes, of the board at `b` with this lowest row."""
    coral, krills, plankton = w[b + CORAL], w[b + KRILL], w[b + PLANKTON]
    prey = w[b + GROUPER] | w[b + CLOWNFISH] | w[b + CRAB]
    w[p + CORAL] = 3 * ones(coral & bottom)
    w[p + KRILL] = krill(krills)
    w[p + PLANKTON] = 0
    w[p + GROUPER] = 3 * adjacent_pairs(w[b + GROUPER], krills)
    w[p + CLOWNFISH] = 2 * adjacent_pairs(w[b + CLOWNFISH], plankton | coral)
    crabs = hunted = 0
    for cell in range(LAST_ROW + STRIDE):
        if w[b + CRAB] >> cell & 1:
            crabs += ones(plankton & ALONG[cell])
        if w[b + SHARK] >> cell & 1:
            hunted += ones(prey & ALONG[cell]) + ones(prey & ACROSS[cell])
    w[p + CRAB] = 2 * crabs
    w[p + EEL] = 4 * adjacent_pairs(w[b + EEL] & spread(coral), prey)
    w[p + SHARK] = 2 * hunted
    w[p + WHALE] = 2 * ones(w[b + WHALE]) * ones(krills)
    w[p + TURTLE] = 2 * lines(w[b + TURTLE])
    w[p + OCTOPUS] = 3 * ones(w[b + OCTOPUS])


@compiled
def gain(w: Numbers, b: int, kind: int, cell: int) -> int:
    """The points that a card adds in an empty cell of the board at `b`, without prizes."""
    near, cross = NEAR[cell], ALONG[cell] & ~ACROSS[cell] | ACROSS[cell] & ~ALONG[cell]
    prey = w[b + GROUPER] | w[b + CLOWNFISH] | w[b + CRAB]
    if kind == CORAL:
        found = 3 if cell >= LAST_ROW else 0
        hungry = near & w[b + EEL] & ~spread(w[b + CORAL])
        return found + 2 * ones(near & w[b + CLOWNFISH]) + 4 * adjacent_pairs(hungry, prey)
    if kind == KRILL:
        here = w[b + KRILL]
        joined = region(here | 1 << cell, 1 << cell)
        more = krill(joined) - krill(joined & here)
        return more + 2 * ones(w[b + WHALE]) + 3 * ones(near & w[b + GROUPER])
    if kind == PLANKTON:
        return 2 * (ones(near & w[b + CLOWNFISH]) + ones(ALONG[cell] & w[b + CRAB]))
    if kind in (GROUPER, CLOWNFISH, CRAB):
        found = 4 * ones(near & w[b + EEL] & spread(w[b + CORAL])) + 2 * ones(cross & w[b + SHARK])
        if kind == GROUPER:
            return found + 3 * ones(near & w[b + KRILL])
        if kind == CLOWNFISH:
            return found + 2 * ones(near & (w[b + PLANKTON] | w[b + CORAL]))
        return found + 2 * ones(ALONG[cell] & w[b + PLANKTON])
    if kind == EEL:
        return 4 * ones(near & prey) if near & w[b + CORAL] else 0
    if kind == SHARK:
        return 2 * ones(cross & prey)
    if kind == WHALE:
        return 2 * ones(w[b + KRILL])
    if kind == TURTLE:
        return 2 * (lines(w[b + TURTLE] | 1 << cell) - lines(w[b + TURTLE]))
    return 3


@compiled
def lowest(w: Numbers, p: int) -> int:
    """The group of the food web with the fewest points, of those at `p`."""
    found, fewest = 0, 1 << 20
    for group in range(3):
        scored = w[p + 3 * group] + w[p + 3 * group + 1] + w[p + 3 * group + 2]
        if scored < fewest:
            found, fewest = group, scored
    return found


@compiled
def total(w: Numbers, p: int) -> int:
    """The sum of the points at `p`, and those of the lowest group again."""
    found = 0
    for kind in range(p, p + 11):
        found += w[kind]
    low = p + 3 * lowest(w, p)
    return found + w[low] + w[low + 1] + w[low + 2]
