"""Ecosystem on bitboards: the scorer's scores, but faster, and the gain from one more card."""

from collections.abc import Sequence
from functools import lru_cache

from engine.bots.drafting.bitboard import BIT, FAR, NEAR, STRIDE, Masks, lines, meetings, regions, spread
from engine.bots.drafting.rules import Rules, Weights
from engine.drafting.ecosystem import DIVERSITY, MEADOWS, PRIZES
from engine.drafting.sets import ECOSYSTEM

KINDS = tuple(ECOSYSTEM.deck)
BEAR, BEE, MEADOW, TROUT, EAGLE, RABBIT, DRAGONFLY, FOX, DEER, STREAM, WOLF = range(len(KINDS))


@lru_cache(maxsize=1 << 13)
def meadow(mask: int) -> int:
    return sum(MEADOWS[min(region.bit_count(), len(MEADOWS) - 1)] for region in regions(mask))


@lru_cache(maxsize=1 << 13)
def dragonfly(mask: int, stream: int) -> int:
    if not mask or not stream:
        return 0
    found = 0
    for region in regions(stream):
        found += region.bit_count() * (spread(region) & mask).bit_count()
    return found


@lru_cache(maxsize=1 << 13)
def largest(stream: int) -> int:
    return max(map(int.bit_count, regions(stream)), default=0)


@lru_cache(maxsize=1 << 13)
def eagle(mask: int, prey: int) -> int:
    """Two points for each prey within two steps of an eagle."""
    steps = (1, 2, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE)
    return 2 * sum((mask << step & prey).bit_count() + (mask >> step & prey).bit_count() for step in steps)


def points(m: Masks, _bottom: int | None) -> list[int]:
    """The points of each card type, except streams and wolves."""
    bear, bee, field, trout, eagles, rabbit, flies, fox, deer, stream, wolf = m
    return [
        2 * meetings(bear, bee | trout) if bear else 0,
        3 * meetings(bee, field) if bee else 0,
        meadow(field),
        2 * meetings(trout, stream | flies) if trout else 0,
        eagle(eagles, rabbit | trout) if eagles else 0,
        rabbit.bit_count(),
        dragonfly(flies, stream),
        3 * (fox & ~spread(wolf | bear)).bit_count(),
        2 * lines(deer),
        0,
        0,
    ]


def _sizes(m: Masks) -> tuple[int, int]:
    return largest(m[STREAM]), m[WOLF].bit_count()


def _sizes_of_pile(counts: Sequence[int]) -> tuple[int, int]:
    return counts[STREAM], counts[WOLF]


def _total(scored: Sequence[int], alone: bool) -> int:
    gaps = scored.count(0)
    return sum(scored) + (0 if alone else DIVERSITY[min(gaps, len(DIVERSITY) - 1)])


def _happy(m: Masks) -> int:
    return m[FOX] & ~spread(m[WOLF] | m[BEAR])


def _bear(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    liked, fox = m[BEE] | m[TROUT], _happy(m)
    return [2 * (NEAR[c] & liked).bit_count() - 3 * (NEAR[c] & fox).bit_count() for c in cells]


def _bee(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    field, bear = m[MEADOW], m[BEAR]
    return [3 * (NEAR[c] & field).bit_count() + 2 * (NEAR[c] & bear).bit_count() for c in cells]


def _meadow(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    field, bee = m[MEADOW], m[BEE]
    now = meadow(field)
    return [meadow(field | BIT[c]) - now + 3 * (NEAR[c] & bee).bit_count() for c in cells]


def _trout(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    liked, bear, hunter = m[STREAM] | m[DRAGONFLY], m[BEAR], m[EAGLE]
    return [
        2 * ((NEAR[c] & liked).bit_count() + (NEAR[c] & bear).bit_count() + (FAR[c] & hunter).bit_count())
        for c in cells
    ]


def _eagle(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    prey = m[RABBIT] | m[TROUT]
    return [2 * (FAR[c] & prey).bit_count() for c in cells]


def _rabbit(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    hunter = m[EAGLE]
    return [1 + 2 * (FAR[c] & hunter).bit_count() for c in cells]


def _dragonfly(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    stream, trout = m[STREAM], m[TROUT]
    return [dragonfly(BIT[c], stream) + 2 * (NEAR[c] & trout).bit_count() for c in cells]


def _fox(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    feared = m[WOLF] | m[BEAR]
    return [0 if NEAR[c] & feared else 3 for c in cells]


def _deer(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    deer = m[DEER]
    now = lines(deer)
    return [2 * (lines(deer | BIT[c]) - now) for c in cells]


def _stream(cells: Sequence[int], m: Masks, step: float) -> list[float]:
    stream, flies, trout = m[STREAM], m[DRAGONFLY], m[TROUT]
    now, long = dragonfly(flies, stream), largest(stream)
    return [
        dragonfly(flies, stream | BIT[c]) - now
        + 2 * (NEAR[c] & trout).bit_count()
        + step * (largest(stream | BIT[c]) - long)
        for c in cells
    ]  # fmt: skip


def _wolf(cells: Sequence[int], m: Masks, _step: float) -> list[float]:
    fox = _happy(m)
    return [-3 * (NEAR[c] & fox).bit_count() for c in cells]


RULES = Rules(
    kinds=KINDS,
    deck=tuple(ECOSYSTEM.deck.values()),
    mover=RABBIT,
    whale=None,
    prizes={STREAM: PRIZES["STREAM"], WOLF: PRIZES["WOLF"]},
    weights=Weights(
        worth=(0.57, 0.35, 1.43, 0.55, -0.79, 2.03, 0.4, -0.85, -0.85, -0.27, 1.47),
        early=(-0.75, 2.39, -1.45, 0.18, 0.99, -0.42, -0.93, -1.22, 1.67, 0.86, -1.07),
        free=(0.37, 0.01, 1.06, 0.15, -0.56, 0.43, -0.24, -1.05, -0.53, -0.31, 0.79),
        variety=2.33,
        step=1.87,
    ),
    points=points,
    gains=(_bear, _bee, _meadow, _trout, _eagle, _rabbit, _dragonfly, _fox, _deer, _stream, _wolf),
    sizes=_sizes,
    sizes_of_pile=_sizes_of_pile,
    lowest=lambda scored: None,
    total=_total,
)
