"""The generator inside a state, xorshift32: the same numbers compiled and plain."""

from engine.flat.compiled import compiled
from engine.flat.layout import RANDOM, State

WORD = (1 << 32) - 1


@compiled
def below(s: State, bound: int) -> int:
    """A number from 0 to bound - 1."""
    word = s[RANDOM]
    word ^= word << 13 & WORD
    word ^= word >> 17
    word ^= word << 5 & WORD
    s[RANDOM] = word
    return word * bound >> 32


@compiled
def shuffle(s: State, first: int, count: int) -> None:
    """Bring the numbers of a list into a random order (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        other = below(s, last + 1)
        s[first + last], s[first + other] = s[first + other], s[first + last]


@compiled
def seed(s: State, number: int) -> None:
    """Begin with another seed, any whole number from 0."""
    word = (number * 2654435761 + 0x9E3779B9) & WORD
    s[RANDOM] = word if word != 0 else 1
    for _ in range(4):
        below(s, 2)
