"""Greedy in the flat form: chooses as greedy.py does, up to ties. Values are in hundredths of a point."""

from engine.bots.phylo import greedy
from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled, copy_into
from engine.flat.faces import fact
from engine.flat.layout import (
    ACTIONS_LEFT,
    CARD,
    HAND,
    HAND_COUNT,
    LOOSE,
    LOWER,
    NEAR,
    OPEN_COUNT,
    OWN,
    PASSING,
    ROW,
    SEAT,
    SPECIES,
    SUPPORT,
    State,
)
from engine.flat.leaving import upkeep
from engine.flat.listing import legal
from engine.flat.tables import AN_EVENT, OWN_NEIGHBOUR, WHAT, Tables
from engine.flat.turn import act, score

CARD_IN_HAND, OWN_AT_RISK, OTHER_AT_RISK, OPEN_SUPPORT, WASTED_ACTION = (
    round(100 * each)
    for each in (
        greedy.CARD_IN_HAND,
        greedy.OWN_AT_RISK,
        greedy.OTHER_AT_RISK,
        greedy.OPEN_SUPPORT,
        greedy.WASTED_ACTION,
    )
)


@compiled
def choose_greedily(s: State, t: Tables, ahead: State, later: State, actions: Numbers) -> int:
    """The action after which the position is worth most; ties are broken by the game's own generator.

    `ahead` and `later` are room for two more states.
    """
    seat, held = s[SEAT], 0
    for place in range(s[HAND_COUNT + seat]):
        held |= 1 << s[HAND + ROW * seat + place]
    best, chosen, ties = -(1 << 40), PASSING, 0
    for number in range(legal(s, t, actions)):
        action = actions[number]
        copy_into(ahead, s)
        act(ahead, t, action)
        worth = worth_of(ahead, t, later, seat, held)
        if action == PASSING:
            worth -= WASTED_ACTION * s[ACTIONS_LEFT]
        if worth > best:
            best, chosen, ties = worth, action, 1
        elif worth == best:
            ties += 1
            if below(s, ties) == 0:
                chosen = action
    return chosen


@compiled
def worth_of(s: State, t: Tables, later: State, seat: int, held: int) -> int:
    """The value of a position for a seat; cards that it has drawn since it `held` those are unknown."""
    found = 100 * (score(s, t, seat) - score(s, t, 1 - seat))
    found -= OWN_AT_RISK * danger(s, t, later, seat)
    found += OTHER_AT_RISK * danger(s, t, later, 1 - seat)
    found += CARD_IN_HAND * s[HAND_COUNT + seat]
    return found + OPEN_SUPPORT * places(s, t, seat, held)


@compiled
def danger(s: State, t: Tables, later: State, seat: int) -> int:
    """The points that a seat would lose at its next upkeep."""
    if s[LOOSE] & s[OWN + seat] == 0 and s[LOWER] == 0:
        return 0
    copy_into(later, s)
    upkeep(later, t, seat)
    return score(s, t, seat) - score(later, t, seat)


@compiled
def places(s: State, t: Tables, seat: int, held: int) -> int:
    """The number of cards of the hand that can be placed; in V1.3 species need an own neighbour (P19)."""
    found = 0
    for place in range(s[HAND_COUNT + seat]):
        slot = s[HAND + ROW * seat + place]
        if held >> slot & 1 == 0 or fact(t, s[CARD + slot], WHAT) == AN_EVENT:
            continue
        needs = s[SUPPORT + slot]
        if t[OWN_NEIGHBOUR] != 0 and s[SPECIES] >> slot & 1 != 0:
            needs &= s[OWN + seat]
        for space in range(s[OPEN_COUNT]):
            if s[NEAR - space - 1] & needs != 0:
                found += 1
                break
    return found
