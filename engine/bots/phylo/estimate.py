"""How a game will probably end: the expected lead, from a position at the beginning of a turn.

A linear model for each stretch of a game, fitted to games that the policy plays against itself
(`python -m engine.bots.phylo.fit` prints what is in coefficients.py).
"""

from math import sqrt

from engine.bots.phylo.coefficients import LEADS, SPREADS
from engine.bots.phylo.policy import POINTS_OF, at_risk
from engine.flat.compiled import Numbers, compiled
from engine.flat.layout import (
    DECK_COUNT,
    HAND,
    HAND_COUNT,
    LAST_TURN,
    LOWER,
    OWN,
    ROW,
    SEAT,
    SPECIES,
    SUPPORT,
    State,
)
from engine.flat.tables import DRAWN, OWN_NEIGHBOUR, Tables
from engine.flat.turn import score

FEATURES = 9
STRETCHES = 8
"""Of a game: the last turn, then by how many turns each side still has."""


@compiled
def stretch_of(s: State, t: Tables) -> int:
    """The stretch of the game: 0 in the last turn."""
    if s[LAST_TURN] != 0:
        return 0
    turns = (min(s[DECK_COUNT], s[DECK_COUNT + 1]) + t[DRAWN] - 1) // t[DRAWN]
    return min(STRETCHES - 1, 1 + turns)


@compiled
def describe(s: State, t: Tables, w: Numbers, first: int) -> None:
    """Write the features of a position into `w`, for the seat whose turn begins."""
    seat = s[SEAT]
    other = 1 - seat
    w[first] = 1
    w[first + 1] = score(s, t, seat) - score(s, t, other)
    w[first + 2], w[first + 3] = at_risk(s, w, seat), at_risk(s, w, other)
    w[first + 4], w[first + 5] = s[HAND_COUNT + seat], s[HAND_COUNT + other]
    w[first + 6], w[first + 7] = ready(s, t, w, seat), ready(s, t, w, other)
    w[first + 8] = s[DECK_COUNT + seat] - s[DECK_COUNT + other]


@compiled
def ready(s: State, t: Tables, w: Numbers, seat: int) -> int:
    """The points in hand that have something on the table to live on."""
    table, found = (s[OWN] | s[OWN + 1]) & ~s[LOWER], 0
    if t[OWN_NEIGHBOUR] != 0:
        table &= s[OWN + seat]
    for place in range(s[HAND_COUNT + seat]):
        slot = s[HAND + ROW * seat + place]
        if s[SPECIES] >> slot & 1 != 0 and s[SUPPORT + slot] & table != 0:
            found += w[POINTS_OF + slot]
    return found


@compiled
def expected_lead(s: State, t: Tables, w: Numbers, first: int, seat: int) -> int:
    """The lead of a seat at the end of the game, in hundredths of a point."""
    describe(s, t, w, first)
    row, found = FEATURES * (STRETCHES * t[OWN_NEIGHBOUR] + stretch_of(s, t)), 0
    for place in range(FEATURES):
        found += LEADS[row + place] * w[first + place]
    return found if s[SEAT] == seat else -found


@compiled
def chance_with(s: State, t: Tables, lead: int) -> float:
    """The chance to win, from 0 to 1, of a seat with this expected lead."""
    z = lead / SPREADS[STRETCHES * t[OWN_NEIGHBOUR] + stretch_of(s, t)]
    return 0.5 + 0.5 * z / sqrt(1.0 + z * z)
