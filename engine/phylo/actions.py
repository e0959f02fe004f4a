"""Actions as integers, so that listing hundreds of them costs little; notation.py tells what they mean.

The bits of an action, from low to high: 24 for a space, 10 for a slot, 4 for the kind, and above them what
only some kinds need: the choice of `recover`, or for SPREAD pairs of card and direction.
"""

SLOT, KIND, EXTRA = 24, 34, 38
SPACE_MASK, SLOT_MASK, KINDS = (1 << SLOT) - 1, (1 << KIND - SLOT) - 1, (1 << EXTRA) - (1 << KIND)
# PLAY, by far the most frequent, is 0: its actions are small integers, which Python makes faster.
PLAY, PASS, DISCARD, EVENT, MOVE, UNDER, SPREAD = (kind << KIND for kind in range(7))
PLAYS, DISCARDS, EVENTS, MOVES = (
    tuple(kind | slot << SLOT for slot in range(SLOT_MASK + 1)) for kind in (PLAY, DISCARD, EVENT, MOVE)
)
"""By slot an action without its space."""
FIRST, PAIR, WAY_BITS = EXTRA + 3, 12, 2
"""Where the pairs of card and direction of a SPREAD begin, and how many bits a pair and a direction have."""
SPREADS = [
    [SPREAD | slot << SLOT | 1 << EXTRA | way << FIRST for slot in range(SLOT_MASK + 1)] for way in range(4)
]
"""By direction and slot the SPREAD of one card, without that card."""
CARDS = [card << FIRST + WAY_BITS for card in range(SLOT_MASK + 1)]
"""By slot that card."""


def spread_action(slot: int, pairs: list[tuple[int, int]]) -> int:
    """The integer of a SPREAD by `slot` of (card, direction) pairs."""
    action = SPREAD | slot << SLOT | len(pairs) << EXTRA
    for place, (card, way) in enumerate(pairs):
        action |= (card << WAY_BITS | way) << FIRST + place * PAIR
    return action


def spread_pairs(action: int) -> list[tuple[int, int]]:
    """The (card, direction) pairs of a SPREAD, in the order of its spaces."""
    extra = action >> EXTRA
    pairs = [extra >> 3 + place * PAIR for place in range(extra & 7)]
    return [(pair >> WAY_BITS & SLOT_MASK, pair & 3) for pair in pairs]
