"""The chance of a good start: exact where counting is enough, by simulation where the order matters."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import comb, sqrt
from random import Random
from typing import Any

from cards.deck_contents import Contents
from cards.decks.insight.reading import START, Definitions, Reading

Z = 1.959963984540054
"""The normal distribution leaves 5 % outside of this."""


@dataclass(frozen=True, slots=True)
class Exact:
    """Chances from 0 to 1 that a card can be laid beside the starter alone."""

    hand: float
    drawn: float
    """The same after the first draw (P9)."""
    playable: float
    """The mean number of such cards in the opening hand."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of `n` trials with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float
    n: int

    @classmethod
    def of(cls, hits: int, n: int) -> "Estimate":
        return cls(hits / n if n else 0.0, *wilson(hits, n), n)


@dataclass(frozen=True, slots=True)
class Chances:
    """
    The start on an empty table, the other player's cards left out of account. `hand` and `drawn` estimate
    what `exact` counts; `in_order` is the mean number of cards of the opening hand that can be laid one after
    the other, also upon each other's support.
    """

    exact: Exact
    hand: Estimate
    drawn: Estimate
    in_order: float
    seed: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def chances(contents: Contents, cards: Definitions, *, seed: int, n: int = 1000) -> Chances:
    """By `n` shuffles from the seed. A deck with fewer cards than a hand is dealt out."""
    reading = Reading.of(contents, cards)
    firsts = reading.rooted
    size, more = reading.rules.hand, reading.rules.draw
    rng = Random(seed)
    hands = drawn = laid = 0
    for _deal in range(n):
        dealt = deal(contents, rng, size + more)
        hand = dealt[: max(size, len(contents.opening_hand))]
        hands += any(key in firsts for key in hand)
        drawn += any(key in firsts for key in dealt)
        laid += len(in_order(reading, hand))
    return Chances(
        exact=first_play(reading),
        hand=Estimate.of(hands, n),
        drawn=Estimate.of(drawn, n),
        in_order=laid / n if n else 0.0,
        seed=seed,
    )


def deal(contents: Contents, rng: Random, number: int) -> list[str]:
    """The first cards of a shuffled deck, after the chosen opening hand if there is one."""
    rest = list(_rest(contents).elements())
    rng.shuffle(rest)
    chosen = list(contents.opening_hand)
    return chosen + rest[: max(0, number - len(chosen))]


def first_play(reading: Reading) -> Exact:
    """By counting the hands (hypergeometric)."""
    contents, rules = reading.contents, reading.rules
    firsts, hand = reading.rooted, contents.opening_hand
    left = _rest(contents)
    good = sum(copies for key, copies in left.items() if key in firsts)
    if hand:
        chosen = sum(key in firsts for key in hand)
        drawn = _some(left.total(), good, rules.draw)
        return Exact(float(chosen > 0), 1.0 if chosen else drawn, float(chosen))
    size = contents.size
    dealt = min(rules.hand, size)
    return Exact(
        hand=_some(size, good, rules.hand),
        drawn=_some(size, good, rules.hand + rules.draw),
        playable=dealt * good / size if size else 0.0,
    )


def in_order(reading: Reading, hand: Iterable[str]) -> list[str]:
    """The cards of a hand that can be laid one after the other on an empty table, in such an order."""
    waiting = [key for key in hand if key in reading.means]
    living, laid = {START}, []
    while found := [key for key in waiting if reading.means[key].suffice(living)]:
        laid += found
        living.update(found)
        waiting = [key for key in waiting if key not in living]
    return laid


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share; everything is possible without a trial."""
    if not n:
        return 0.0, 1.0
    share, square = hits / n, Z * Z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = Z * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < n else 1.0


def _rest(contents: Contents) -> Counter[str]:
    """What is shuffled: all that was not chosen for the opening hand."""
    return Counter(contents.cards) - Counter(contents.opening_hand)


def _some(size: int, good: int, taken: int) -> float:
    """The chance that of so many cards taken at least one is good."""
    taken = min(taken, size)
    return 1 - comb(size - good, taken) / comb(size, taken) if size else 0.0
