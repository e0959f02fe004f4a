"""Whole numbers for choices: the arithmetic under the deck code (docs/deck-code.md)."""

from bisect import bisect_right
from collections.abc import Sequence
from math import comb

MOST_ONES = 31


class NoNumber(ValueError):
    """The number stands for nothing."""


def rank(subset: Sequence[int]) -> int:
    """The place of ascending numbers from 0 up among all sets of as many, those without high ones first."""
    return sum(comb(each, place) for place, each in enumerate(subset, start=1))


def unrank(number: int, k: int, limit: int) -> list[int]:
    """The set of k numbers below `limit` that has this place; raises NoNumber if there is none."""
    if number >= comb(limit, k):
        raise NoNumber
    subset = []
    for size in range(k, 0, -1):
        limit = bisect_right(range(limit), number, lo=size - 1, key=lambda each: comb(each, size)) - 1
        number -= comb(limit, size)
        subset.append(limit)
    return subset[::-1]


class Packer:
    """Choices that are put one upon the other, in the order in which they are taken off again."""

    def __init__(self) -> None:
        self._choices: list[tuple[int, int]] = []

    def put(self, choice: int, choices: int) -> None:
        """One of so many, from 0."""
        self._choices.append((choice, choices))

    def put_small(self, number: int) -> None:
        """Any number from 0, the smaller the shorter (Elias gamma)."""
        bits = (number + 1).bit_length() - 1
        for _each in range(bits):
            self.put(1, 2)
        self.put(0, 2)
        self.put(number + 1 - (1 << bits), 1 << bits)

    def put_large(self, number: int) -> None:
        """A number from 1 of at most 32 bits: how many it has, then those after the first."""
        bits = number.bit_length() - 1
        self.put(bits, 32)
        self.put(number - (1 << bits), 1 << bits)

    def packed(self, rest: int) -> int:
        """All of it as one number, upon the `rest`, which has no bound."""
        for choice, choices in reversed(self._choices):
            rest = rest * choices + choice
        return rest


class Unpacker:
    """Takes off what a Packer has put."""

    def __init__(self, number: int) -> None:
        self.rest = number

    def take(self, choices: int) -> int:
        if choices < 1:
            raise NoNumber
        self.rest, choice = divmod(self.rest, choices)
        return choice

    def take_small(self) -> int:
        bits = 0
        while self.take(2):
            bits += 1
            if bits > MOST_ONES:
                raise NoNumber
        return (1 << bits) + self.take(1 << bits) - 1

    def take_large(self) -> int:
        bits = self.take(32)
        return (1 << bits) + self.take(1 << bits)
