"""What bots know of a drafting game: its scoring on bitboards, and the weights of their fast policy.

Card types are numbers in the order of the score sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.bots.drafting.bitboard import Masks

Gains = Callable[[Sequence[int], Masks, float], Sequence[float]]
"""The points that a card would add in each of the given cells of a full-size board, without prizes; the last
argument is the value of each additional card in the largest stream.
"""


@dataclass(frozen=True)
class Weights:
    """The value that the policy sees in a card besides the points it adds; tuned by self-play.

    Sequences are by card type. `worth` always counts; `early` counts in proportion to the turns left, as does
    `free`, which is for each empty cell beside the card. `variety` is the value of a card type that scores
    for the first time (Ecosystem), or the fraction by which points of the lowest group of the food web count
    more; `step` is the value of a longer stream; `keep` the fraction of a card's value that a gift costs.
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
    `points` gives the points of each card type without prizes; its second argument is the lowest row, or None
    to take that of the cards, with none turned over. `sizes` are the counts compared between players, in the
    order of `prizes`, and `sizes_of_pile` the same for the neutral player, from the number of cards of each
    type. `lowest` is the group of the food web with the fewest points, and `total` the sum of all points; its
    second argument says whether it is for the opponent in a solo game.
    """

    kinds: tuple[str, ...]
    deck: Sequence[int]
    """The number of cards of each type."""
    mover: int
    """The card type that may rearrange a layout."""
    whale: int | None
    prizes: Mapping[int, Sequence[int]]
    """By card type, for the types that are compared."""
    weights: Weights
    points: Callable[[Masks, int | None], list[int]]
    gains: Sequence[Gains]
    """By card type."""
    sizes: Callable[[Masks], tuple[int, ...]]
    sizes_of_pile: Callable[[Sequence[int]], tuple[int, ...]]
    lowest: Callable[[Sequence[int]], int | None]
    total: Callable[[Sequence[int], bool], int]
