"""What the bots know of a drafting game, in one array of whole numbers: prizes, and the policy's weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.bots.drafting import coral_reef, ecosystem
from engine.bots.drafting.bitboard import KINDS
from engine.bots.drafting.weights import ALONE, TOGETHER
from engine.drafting import coral_reef as coral_reef_scoring
from engine.drafting import ecosystem as ecosystem_scoring
from engine.drafting.sets import GAMES, DraftingGame
from engine.flat.compiled import Numbers, frozen

GAME = 0
ECOSYSTEM, CORAL_REEF = range(2)
# The weights are in hundredths of a point: what the policy sees in a card besides the points it adds.
WORTH = 1
"""By card type."""
EARLY = WORTH + KINDS
"""By card type, a twentieth of it for each turn to come."""
FREE = EARLY + KINDS
"""By card type, for each empty cell beside the card; a twentieth of it for each turn to come."""
VARIETY = FREE + KINDS
"""For a card type that scores for the first time (Ecosystem); or the hundredths by which points of the lowest
group of the food web count more (Coral Reef).
"""
STEP = VARIETY + 1
"""For each additional card in the largest stream."""
KEEP = STEP + 1
"""The hundredths of a card's value that a gift costs in a solo game."""
PRIZE = KEEP + 1
"""For each point of a prize, as it would be awarded now."""
PRIZE_EARLY = PRIZE + 1
"""A twentieth of it for each turn to come."""
GIFT = PRIZE_EARLY + 1
"""By card type, what it is worth to a solo opponent besides the points that it adds."""
GIFT_EARLY = GIFT + KINDS
"""A twentieth of it for each turn to come."""
PRIZES = GIFT_EARLY + KINDS
"""For two prizes the card type, or -1, and three awards."""


@dataclass(frozen=True)
class Rules:
    game: DraftingGame
    kinds: tuple[str, ...]
    mover: int
    """The card type that may rearrange a layout."""
    whale: int | None
    table: Numbers
    alone: Numbers
    """The table for solo games."""


def _rules(
    key: str, number: int, mover: int, whale: int | None, prizes: Mapping[str, Sequence[int]]
) -> Rules:
    kinds = tuple(GAMES[key].deck)
    won: list[int] = []
    for kind, awards in prizes.items():
        won += [kinds.index(kind), *awards, *[0] * (3 - len(awards))]
    won += [-1, 0, 0, 0] * (2 - len(prizes))
    table, alone = (frozen([number, *weights[key], *won]) for weights in (TOGETHER, ALONE))
    return Rules(GAMES[key], kinds, mover, whale, table, alone)


RULES: Mapping[str, Rules] = {
    "ecosystem": _rules("ecosystem", ECOSYSTEM, ecosystem.RABBIT, None, ecosystem_scoring.PRIZES),
    "coral-reef": _rules(
        "coral-reef", CORAL_REEF, coral_reef.OCTOPUS, coral_reef.WHALE, coral_reef_scoring.PRIZES
    ),
}
