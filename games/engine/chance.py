"""The only source of chance: a generator whose state is one integer inside the game.

SplitMix64 is written out here because a record names nothing but its seed: the shuffle of a published rule
set must be the same in every version of Python and of this project.
"""

WORD = (1 << 64) - 1


def start(seed: int) -> int:
    """The generator's first state for a match seed (any integer)."""
    return seed & WORD


def below(chance: int, bound: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, each equally likely, and the generator's next state."""
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        chance = (chance + 0x9E3779B97F4A7C15) & WORD
        word = chance
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
        word ^= word >> 31
        if word < limit:
            return word % bound, chance


def shuffled(chance: int, cards: list[int]) -> tuple[list[int], int]:
    """The cards in a random order (Fisher and Yates), and the generator's next state."""
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        other, chance = below(chance, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards, chance
