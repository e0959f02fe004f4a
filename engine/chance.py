"""The only source of randomness: two generators, each with its state as one value inside the game.

They are written out here because a record stores only its seed: the shuffle of a published rule set must be
the same in every version of Python and of this project (docs/record-format.md, "The shuffle").

A whole number seeds SplitMix64. Its state is one word, which a few cards are enough to find: it is for games
in which nobody looks for it. A text seeds SHA-256 in counter mode: without the seed, nothing that it has
given tells what comes next. Its state is "seed/used", with the number of words used of its stream.
"""

import re
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from engine.contract import InvalidRecord, InvalidSetup, shown

Seed = int | str
Chance = int | str
"""The state of a generator: a whole number for SplitMix64, a text for SHA-256."""

GENERATOR = "sha256"
"""What a record calls the generator of a seed in text."""
TEXT = re.compile("[0-9a-f]{64}")
TEXT_SEED = "a seed in text has 64 hexadecimal digits, 0 to 9 and a to f"
MOST_DEALS = 100
"""The deals of a first game, each from the seed that follows from the one before."""
BLOCK = 16  # words of 16 bits in a block of the stream

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
LANE = 128  # bits: room for the product of two words


def start(seed: Seed) -> Chance:
    """The initial state for a seed: any whole number, or 64 hexadecimal digits. Raises `InvalidSetup`."""
    if isinstance(seed, int):
        return seed & WORD
    if not TEXT.fullmatch(seed):
        raise InvalidSetup(TEXT_SEED)
    return f"{seed}/0"


def recorded(seed: Seed) -> dict[str, Seed]:
    """The fields of a record that say from what it was dealt."""
    return {"seed": seed} if isinstance(seed, int) else {"generator": GENERATOR, "seed": seed}


def check_recorded(record: Mapping[str, object]) -> None:
    """Check that a record's `seed` is one for its `generator`. Raises `InvalidRecord`."""
    seed = record["seed"]
    if "generator" not in record:
        if type(seed) is not int:
            raise InvalidRecord("seed must be a whole number in a record without generator")
    elif record["generator"] != GENERATOR:
        raise InvalidRecord(f"there is no generator {shown(record['generator'])}, only {GENERATOR}")
    elif not isinstance(seed, str) or not TEXT.fullmatch(seed):
        raise InvalidRecord(f"seed: with this generator, {TEXT_SEED}")


def next_seed(seed: str) -> str:
    """The seed of the next deal, where cards are dealt again (engine/phylo/first_deal.py)."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def check_first_seed(first: object, seed: object) -> None:
    """Check that a record's `seed` follows from its `first_seed`. Raises `InvalidRecord`."""
    if not isinstance(first, str) or not TEXT.fullmatch(first):
        raise InvalidRecord("first_seed has 64 hexadecimal digits, 0 to 9 and a to f")
    for _deal in range(MOST_DEALS):
        if first == seed:
            return
        first = next_seed(first)
    raise InvalidRecord("seed does not follow from first_seed")


def below(chance: Chance, bound: int) -> tuple[int, Chance]:
    """A number from 0 to bound - 1, each equally likely, and the generator's next state."""
    size = _size(chance)
    limit = size - size % bound
    while True:
        (word,), chance = _words(chance, 1)
        if word < limit:
            return word % bound, chance


def shuffled(chance: Chance, cards: Sequence[int]) -> tuple[list[int], Chance]:
    """The cards in a random order (Fisher and Yates), and the generator's next state."""
    cards = list(cards)
    lasts = range(len(cards) - 1, 0, -1)
    words, after = _words(chance, len(lasts))
    if max(words, default=0) >= _size(chance) - len(cards):  # `below` might reject one of these
        for last in lasts:
            other, chance = below(chance, last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards, chance
    for last, word in zip(lasts, words, strict=True):
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards, after


def _size(chance: Chance) -> int:
    """How many words the generator has."""
    return 1 << 64 if isinstance(chance, int) else 1 << 16


def _words(chance: Chance, count: int) -> tuple[tuple[int, ...], Chance]:
    """The next `count` words, computed all at once, and the state after them."""
    if isinstance(chance, int):
        ones, steps = _lanes(count)
        mixed = _mixed(chance * ones + steps & ones * WORD, ones * WORD)
        words = struct.unpack(f"<{count * 2}Q", mixed.to_bytes(count * LANE // 8, "little"))[::2]
        return words, (chance + count * STEP) & WORD
    seed, _, used = chance.partition("/")
    key, first = bytes.fromhex(seed), int(used)
    end = first + count
    blocks = range(first // BLOCK, -(-end // BLOCK))
    stream = b"".join([sha256(key + block.to_bytes(8, "big")).digest() for block in blocks])
    return struct.unpack_from(f">{count}H", stream, first % BLOCK * 2), f"{seed}/{end}"


def _mixed(states: int, lanes: int) -> int:
    """The output words of several states, packed side by side into one integer; `lanes` masks their bits."""
    words = ((states ^ states >> 30 & lanes) * 0xBF58476D1CE4E5B9) & lanes
    words = ((words ^ words >> 27 & lanes) * 0x94D049BB133111EB) & lanes
    return words ^ words >> 31 & lanes


@lru_cache
def _lanes(count: int) -> tuple[int, int]:
    """A one in each of `count` lanes, and in each lane how far the generator has advanced by then."""
    ones = sum(1 << LANE * lane for lane in range(count))
    return ones, sum((lane + 1) * STEP % (1 << 64) << LANE * lane for lane in range(count))
