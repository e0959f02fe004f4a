"""The shuffle of docs/record-format.md, word by word: both generators, the deal, coins and lost cards."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256


class Shuffle:
    """The chance of one game, from the seed of its record."""

    def __init__(self, seed: int | str) -> None:
        self.words = split_mix(seed) if isinstance(seed, int) else hashed(seed)
        self.size = 2**64 if isinstance(seed, int) else 2**16

    def below(self, bound: int) -> int:
        while True:
            word = next(self.words)
            if word < self.size // bound * bound:
                return word % bound

    def shuffled(self, cards: list) -> list:
        cards = list(cards)
        for last in reversed(range(1, len(cards))):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def deal(self, decks: list[list[str]]) -> tuple[list[list[str]], list[list[str]]]:
        """Hands of five and what is left of the decks, the next card first."""
        piles = [self.shuffled(sorted(deck)) for deck in decks]
        return [pile[:5] for pile in piles], [pile[5:] for pile in piles]

    def lost(self, hand: list[str], count: int) -> list[str]:
        """The cards that a hand loses at random."""
        hand, gone = list(hand), []
        for _ in range(count):
            gone.append(hand[self.below(len(hand))])
            hand.remove(gone[-1])
        return gone


def split_mix(seed: int) -> Iterator[int]:
    state = seed % 2**64
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        yield word ^ word >> 31


def hashed(seed: str) -> Iterator[int]:
    number = 0
    while True:
        block = sha256(bytes.fromhex(seed) + number.to_bytes(8, "big")).digest()
        for high, low in zip(block[::2], block[1::2], strict=True):
            yield high * 256 + low
        number += 1
