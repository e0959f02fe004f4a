"""Actions as integers, so that listing hundreds of them is cheap; notation.py translates them.

The bits of an action, from low to high: 24 for a space, 10 for a slot, 4 for the kind, and above them data
that only some kinds need: the cards that an event recovers, or pairs of card and direction for SPREAD.
"""

from collections.abc import Sequence

SLOT, KIND, EXTRA = 24, 34, 38
SPACE_MASK, SLOT_MASK, KINDS = (1 << SLOT) - 1, (1 << KIND - SLOT) - 1, (1 << EXTRA) - (1 << KIND)
# PLAY, by far the most frequent, is 0: its actions are small integers, which are faster in Python.
PLAY, PASS, DISCARD, EVENT, MOVE, UNDER, SPREAD = (kind << KIND for kind in range(7))
PLAYS, DISCARDS, EVENTS, MOVES = (
    tuple(kind | slot << SLOT for slot in range(SLOT_MASK + 1)) for kind in (PLAY, DISCARD, EVENT, MOVE)
)
"""By slot, an action without its space."""
FIRST, PAIR, DIRECTION_BITS = EXTRA + 3, 12, 2
"""The first bit of a SPREAD's pairs of card and direction, and the bits of a pair and of a direction."""
SPREADS = [
    [SPREAD | slot << SLOT | 1 << EXTRA | direction << FIRST for slot in range(SLOT_MASK + 1)]
    for direction in range(4)
]
"""By direction and slot, the SPREAD of one card, without that card."""
CARDS = [card << FIRST + DIRECTION_BITS for card in range(SLOT_MASK + 1)]
"""By slot, that card."""


def spread_action(slot: int, pairs: list[tuple[int, int]]) -> int:
    """The SPREAD of (card, direction) pairs by `slot`, as an integer."""
    action = SPREAD | slot << SLOT | len(pairs) << EXTRA
    for place, (card, direction) in enumerate(pairs):
        action |= (card << DIRECTION_BITS | direction) << FIRST + place * PAIR
    return action


def spread_directions(directions: Sequence[int]) -> int:
    """The part of a SPREAD that says in which directions its cards are laid."""
    return sum([direction << FIRST + place * PAIR for place, direction in enumerate(directions)])


def spread_pairs(action: int) -> list[tuple[int, int]]:
    """The (card, direction) pairs of a SPREAD, in the order of its spaces."""
    extra = action >> EXTRA
    pairs = [extra >> 3 + place * PAIR for place in range(extra & 7)]
    return [(pair >> DIRECTION_BITS & SLOT_MASK, pair & 3) for pair in pairs]


def recovering(event: int, kinds: Sequence[int]) -> int:
    """The action of an event that recovers these kinds of card (P30). Without any it has the first choice."""
    for place, kind in enumerate(kinds):
        event |= kind + 1 << EXTRA + place * (KIND - SLOT)
    return event


def recovered(action: int) -> tuple[int, ...]:
    """The kinds of card that an event recovers; none stand for the first choice."""
    kinds, extra = [], action >> EXTRA
    while extra:
        kinds.append((extra & SLOT_MASK) - 1)
        extra >>= KIND - SLOT
    return tuple(kinds)
