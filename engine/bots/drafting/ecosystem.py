"""Ecosystem on bitboards: the scorer's scores, but faster, and the gain from one more card."""

from engine.bots.drafting.bitboard import FAR, NEAR, STRIDE, adjacent_pairs, lines, ones, region, spread
from engine.drafting import ecosystem
from engine.drafting.sets import ECOSYSTEM
from engine.flat.compiled import Numbers, compiled, frozen

BEAR, BEE, MEADOW, TROUT, EAGLE, RABBIT, DRAGONFLY, FOX, DEER, STREAM, WOLF = range(len(ECOSYSTEM.deck))
MEADOWS = frozen(list(ecosystem.MEADOWS))
LARGE = len(ecosystem.MEADOWS) - 1
DIVERSITY = frozen(list(ecosystem.DIVERSITY))
MOST_GAPS = len(ecosystem.DIVERSITY) - 1


@compiled
def meadow(mask: int) -> int:
    found = 0
    while mask:
        part = region(mask, mask & -mask)
        found += MEADOWS[min(ones(part), LARGE)]
        mask &= ~part
    return found


@compiled
def dragonfly(flies: int, stream: int) -> int:
    found = 0
    while stream and flies:
        part = region(stream, stream & -stream)
        found += ones(part) * ones(spread(part) & flies)
        stream &= ~part
    return found


@compiled
def largest(stream: int) -> int:
    found = 0
    while stream:
        part = region(stream, stream & -stream)
        found = max(found, ones(part))
        stream &= ~part
    return found


@compiled
def eagle(mask: int, prey: int) -> int:
    """Two points for each prey within two steps of an eagle."""
    found = 0
    for step in (1, 2, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE):
        found += ones(mask << step & prey) + ones(mask >> step & prey)
    return 2 * found


@compiled
def points(w: Numbers, b: int, p: int, _bottom: int) -> None:
    """Write the points of each card type at `p`, without prizes, of the board at `b`."""
    stream = w[b + STREAM]
    w[p + BEAR] = 2 * adjacent_pairs(w[b + BEAR], w[b + BEE] | w[b + TROUT])
    w[p + BEE] = 3 * adjacent_pairs(w[b + BEE], w[b + MEADOW])
    w[p + MEADOW] = meadow(w[b + MEADOW])
    w[p + TROUT] = 2 * adjacent_pairs(w[b + TROUT], stream | w[b + DRAGONFLY])
    w[p + EAGLE] = eagle(w[b + EAGLE], w[b + RABBIT] | w[b + TROUT])
    w[p + RABBIT] = ones(w[b + RABBIT])
    w[p + DRAGONFLY] = dragonfly(w[b + DRAGONFLY], stream)
    w[p + FOX] = 3 * ones(w[b + FOX] & ~spread(w[b + WOLF] | w[b + BEAR]))
    w[p + DEER] = 2 * lines(w[b + DEER])
    w[p + STREAM] = 0
    w[p + WOLF] = 0


@compiled
def gain(w: Numbers, b: int, kind: int, cell: int) -> int:
    """The points that a card adds in an empty cell of the board at `b`, without prizes."""
    near, far = NEAR[cell], FAR[cell]
    if kind == BEAR:
        happy = w[b + FOX] & ~spread(w[b + WOLF] | w[b + BEAR])
        return 2 * ones(near & (w[b + BEE] | w[b + TROUT])) - 3 * ones(near & happy)
    if kind == BEE:
        return 3 * ones(near & w[b + MEADOW]) + 2 * ones(near & w[b + BEAR])
    if kind == MEADOW:
        here = w[b + MEADOW]
        joined = region(here | 1 << cell, 1 << cell)
        return meadow(joined) - meadow(joined & here) + 3 * ones(near & w[b + BEE])
    if kind == TROUT:
        liked = near & (w[b + STREAM] | w[b + DRAGONFLY])
        return 2 * (ones(liked) + ones(near & w[b + BEAR]) + ones(far & w[b + EAGLE]))
    if kind == EAGLE:
        return 2 * ones(far & (w[b + RABBIT] | w[b + TROUT]))
    if kind == RABBIT:
        return 1 + 2 * ones(far & w[b + EAGLE])
    if kind == DRAGONFLY:
        return dragonfly(1 << cell, w[b + STREAM]) + 2 * ones(near & w[b + TROUT])
    if kind == FOX:
        return 0 if near & (w[b + WOLF] | w[b + BEAR]) else 3
    if kind == DEER:
        return 2 * (lines(w[b + DEER] | 1 << cell) - lines(w[b + DEER]))
    if kind == STREAM:
        here = w[b + STREAM]
        joined, flies = region(here | 1 << cell, 1 << cell), w[b + DRAGONFLY]
        more = dragonfly(flies, joined) - dragonfly(flies, joined & here)
        return more + 2 * ones(near & w[b + TROUT])
    happy = w[b + FOX] & ~spread(w[b + WOLF] | w[b + BEAR])
    return -3 * ones(near & happy)


@compiled
def total(w: Numbers, p: int, alone: bool) -> int:
    """The sum of the points at `p` and those for diversity; `alone`: for the opponent in a solo game."""
    found = gaps = 0
    for kind in range(p, p + 11):
        found += w[kind]
        if w[kind] == 0:
            gaps += 1
    return found if alone else found + DIVERSITY[min(gaps, MOST_GAPS)]
