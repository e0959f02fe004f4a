"""The only source of randomness: a generator whose state is one integer inside the game.

SplitMix64 is implemented here because a record stores only its seed: the shuffle of a published rule set must
be the same in every version of Python and of this project.
"""

import struct
from functools import lru_cache

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
LANE = 128  # bits: room for the product of two words


def start(seed: int) -> int:
    """The generator's initial state for a seed (any integer)."""
    return seed & WORD


def below(chance: int, bound: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, each equally likely, and the generator's next state."""
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        chance = (chance + STEP) & WORD
        word = _mixed(chance, WORD)
        if word < limit:
            return word % bound, chance


def shuffled(chance: int, cards: list[int]) -> tuple[list[int], int]:
    """The cards in a random order (Fisher and Yates), and the generator's next state."""
    cards, count = list(cards), max(0, len(cards) - 1)
    words = _words(chance, count)
    if max(words, default=0) >= (1 << 64) - len(cards):  # `below` might reject one of these
        return _shuffled_singly(chance, cards)
    for last, word in zip(range(count, 0, -1), words, strict=True):
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards, (chance + count * STEP) & WORD


def _shuffled_singly(chance: int, cards: list[int]) -> tuple[list[int], int]:
    for last in range(len(cards) - 1, 0, -1):
        other, chance = below(chance, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards, chance


def _mixed(states: int, lanes: int) -> int:
    """The output words of several states, packed side by side into one integer; `lanes` masks their bits."""
    words = ((states ^ states >> 30 & lanes) * 0xBF58476D1CE4E5B9) & lanes
    words = ((words ^ words >> 27 & lanes) * 0x94D049BB133111EB) & lanes
    return words ^ words >> 31 & lanes


def _words(chance: int, count: int) -> tuple[int, ...]:
    """The next `count` words, computed all at once."""
    ones, steps = _lanes(count)
    lanes = ones * WORD
    words = _mixed(chance * ones + steps & lanes, lanes)
    return struct.unpack(f"<{count * 2}Q", words.to_bytes(count * LANE // 8, "little"))[::2]


@lru_cache
def _lanes(count: int) -> tuple[int, int]:
    """A one in each of `count` lanes, and in each lane how far the generator has advanced by then."""
    ones = sum(1 << LANE * lane for lane in range(count))
    return ones, sum((lane + 1) * STEP % (1 << 64) << LANE * lane for lane in range(count))
