"""What bots know of a drafting game: its scoring on boards of bits, and what their fast policy sees in it.

Card types are numbers in the order of the score sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.bots.drafting.bitboard import Masks

Gains = Callable[[Sequence[int], Masks, float], Sequence[float]]
"""What a card would add on each of some cells of a full board, prizes left out; a longer stream is worth the
last argument.
"""


@dataclass(frozen=True)
class Weights:
    """What the policy sees in a card beside the points that it adds; found by games against itself.

    Each list is by card type. `worth` counts always, `early` in proportion to the turns that are left, like
    `free`, which is for each empty cell beside the card. `variety` is the worth of a card type that scores
    for the first time (Ecosystem), or the share by which the points of the lowest group of the food web count
    more; `step` that of a longer stream; `keep` the share of a card's value that giving it away costs.
    """

    worth: Sequence[float]
    early: Sequence[float]
    free: Sequence[float]
    variety: float
    step: float
    keep: float = 0.5


@dataclass(frozen=True)
class Rules:
    """
    `points` tells what each card type scores, prizes left out, with the lowest row (None: that of the cards,
    none of which is turned over). `sizes` is what is compared between players, in the order of `prizes`, and
    `sizes_of_pile` the same of a neutral player, of whom only the number of each card type matters. `lowest`
    is the group of the food web with the fewest points, and `total` the sum of all; its second argument is
    whether it is that of a lone player's opponent.
    """

    kinds: tuple[str, ...]
    deck: Sequence[int]
    """How many cards there are of each type."""
    mover: int
    """The card type that may rearrange a layout."""
    whale: int | None
    prizes: Mapping[int, Sequence[int]]
    """By the card types that are compared."""
    weights: Weights
    points: Callable[[Masks, int | None], list[int]]
    gains: Sequence[Gains]
    """By card type."""
    sizes: Callable[[Masks], tuple[int, ...]]
    sizes_of_pile: Callable[[Sequence[int]], tuple[int, ...]]
    lowest: Callable[[Sequence[int]], int | None]
    total: Callable[[Sequence[int], bool], int]
