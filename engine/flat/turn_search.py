"""Exact search of one turn on the flat form: every order of all actions that draw no cards.

What counts is the lead at the end of the turn: own points minus the other's, after upkeep and expiry (P13,
P29, P33). A position that several orders lead to is looked at once. Positions are told apart by a key of 63
bits, the same wherever the order of things on the table does not matter.
"""

from engine.flat.compiled import Numbers, allocating, array, compiled
from engine.flat.faces import has_effect
from engine.flat.layout import (
    ACTIONS_LEFT,
    AT,
    CARD,
    CELL,
    COVERED,
    DISCARD,
    DO_AT,
    DO_BITS,
    EVENT,
    EXTRA_AT,
    FACE_DOWN,
    HAND,
    HAND_COUNT,
    LIES_ON,
    LOOSE,
    LOWER,
    LYING,
    LYING_COUNT,
    MOST_ACTIONS,
    ORIGINAL,
    OVER,
    OWN,
    OWNED_BY_1,
    PILE,
    PILE_COUNT,
    PLACED,
    PLACED_COUNT,
    ROW,
    SEAT,
    SEEDLING_COUNT,
    SEEDLINGS,
    SIZE,
    SLOT_AT,
    SLOT_BITS,
    SPREAD,
    TURNS_LEFT,
    UNDER,
    WAY_BITS,
    State,
)
from engine.flat.leaving import upkeep
from engine.flat.listing import legal
from engine.flat.tables import DO_DRAW, DO_OPPONENT_DISCARDS, Tables
from engine.flat.turn import act, score

BEST, BEST_KEY, SECOND, TRIED, CUT = range(5)
"""What a search finds, by place: the best lead, the key of its end, the best lead of any other end, how many
actions were tried, and whether it was cut short."""
FOUND = 5
NONE = -(1 << 40)
"""The lead where there is no line."""
DEEPEST = 3
"""Actions of a turn (P10)."""
SEEN = 1 << 16
"""Room for the keys of positions, at most half of which is used."""
WORD = (1 << 63) - 1
DO_MASK, SLOT_MASK, WAY_MASK = (1 << DO_BITS) - 1, (1 << SLOT_BITS) - 1, (1 << WAY_BITS) - 1
ROOM = 4 * MOST_ACTIONS
"""For the actions of one decision, smaller SPREADs included."""


@allocating
def explore(s: State, t: Tables, found: Numbers, most: int, later: int) -> None:
    """Write into `found` what comes of the turn from `s`, of the seat whose turn it is.

    After more than `most` actions, or where there are more than there is room for, it is cut short and proves
    nothing. With `later` of 1, leads are those after the other player's next upkeep, if the game goes on.
    """
    found[BEST], found[BEST_KEY], found[SECOND], found[TRIED], found[CUT] = NONE, 0, NONE, 0, 0
    seat, depth, positions = s[SEAT], 0, 0
    states, lists, trial, seen = array(DEEPEST * SIZE), array(DEEPEST * ROOM), s.copy(), array(SEEN)
    count, next_ = array(DEEPEST), array(DEEPEST)
    states[:SIZE] = trial
    count[0] = choices(trial, t, lists, 0)
    if count[0] == ROOM:
        found[CUT] = 1
        return
    while depth >= 0:
        if next_[depth] == count[depth]:
            depth -= 1
            continue
        action = lists[depth * ROOM + next_[depth]]
        next_[depth] += 1
        found[TRIED] += 1
        trial[:] = states[depth * SIZE : (depth + 1) * SIZE]
        act(trial, t, action)
        if trial[OVER] != 0 or trial[SEAT] != seat:
            note(trial, t, seat, found, later)
            continue
        if not is_new(seen, key_of(trial, seat)):
            continue
        depth += 1
        positions += 1
        states[depth * SIZE : (depth + 1) * SIZE] = trial
        count[depth], next_[depth] = choices(trial, t, lists, depth * ROOM), 0
        if count[depth] == ROOM or found[TRIED] > most or 2 * positions > SEEN:
            found[CUT] = 1
            return


@compiled
def note(s: State, t: Tables, seat: int, found: Numbers, later: int) -> None:
    """Note the end of a turn, if it is the best so far, or the best beside another one."""
    key = 0
    if later != 0 and s[OVER] == 0 and s[LOOSE] | s[LOWER] != 0:
        key = key_of(s, seat)
        upkeep(s, t, 1 - seat)
    lead = score(s, t, seat) - score(s, t, 1 - seat)
    if lead <= found[SECOND]:
        return
    if key == 0:
        key = key_of(s, seat)
    if key == found[BEST_KEY]:
        return
    if lead > found[BEST]:
        found[SECOND] = found[BEST]
        found[BEST], found[BEST_KEY] = lead, key
    else:
        found[SECOND] = lead


@allocating
def end_of(s: State, t: Tables, action: int, found: Numbers) -> None:
    """The lead and the key of the end of the turn after this action and no more, as BEST and BEST_KEY."""
    seat, trial = s[SEAT], s.copy()
    act(trial, t, action)
    found[BEST] = score(trial, t, seat) - score(trial, t, 1 - seat)
    found[BEST_KEY] = key_of(trial, seat)


@allocating
def choices(s: State, t: Tables, out: Numbers, first: int) -> int:
    """Write all actions that draw no cards into `out` from `first`, and how many they are; ROOM if more.

    A SPREAD with fewer cards than there is room for is legal too (P26).
    """
    listed, count = array(MOST_ACTIONS), 0
    total = legal(s, t, listed)
    if total >= MOST_ACTIONS - ROW:
        return ROOM
    for number in range(total):
        action = listed[number]
        do, slot = action >> DO_AT & DO_MASK, action >> SLOT_AT & SLOT_MASK
        if do == DISCARD or (do == EVENT and draws(s, t, slot)):
            continue
        if do != SPREAD:
            out[first + count] = action
            count += 1
            continue
        base, extra = action & (1 << EXTRA_AT) - 1, action >> EXTRA_AT
        for ways in range(1, 16):
            laid, fits = 0, True
            for way in range(4):
                if ways >> way & 1 != 0:
                    card = extra >> way * WAY_BITS & WAY_MASK
                    fits = fits and card != 0
                    laid |= card << way * WAY_BITS
            if fits:
                if count >= ROOM - 1:
                    return ROOM
                out[first + count] = laid << EXTRA_AT | base
                count += 1
    return count


@compiled
def draws(s: State, t: Tables, event: int) -> bool:
    """Whether an event draws cards, or takes some out of the other hand."""
    return has_effect(t, s[CARD + event], DO_DRAW) or has_effect(t, s[CARD + event], DO_OPPONENT_DISCARDS)


@compiled
def is_new(seen: Numbers, key: int) -> bool:
    """Note a key; whether it was not there yet."""
    place = key & SEEN - 1
    while seen[place] != 0:
        if seen[place] == key:
            return False
        place = place + 1 & SEEN - 1
    seen[place] = key
    return True


@compiled
def key_of(s: State, seat: int) -> int:
    """The key of a position: what lies where, hand of the seat, discard piles and actions left in its turn.

    The other player's hand and both decks, which nothing in the turn changes, do not count.
    """
    key = mixed(1, s[ACTIONS_LEFT] if s[SEAT] == seat else 0)
    for place in range(s[PLACED_COUNT]):
        cell = s[PLACED + place]
        upper = s[AT + cell] - 1
        below = s[UNDER + upper] - 1
        key += mixed(cell, of_card(s, upper))
        if below >= 0:
            key += mixed(cell + SIZE, of_card(s, below))
    for place in range(s[SEEDLING_COUNT]):
        card = s[SEEDLINGS + place]
        rank = 0
        for before in range(place):
            if s[ORIGINAL + s[SEEDLINGS + before]] == s[ORIGINAL + card]:
                rank += 1
        key += mixed(2 * SIZE + s[CELL + card], s[CELL + s[ORIGINAL + card]] << 8 | rank)
    for place in range(s[LYING_COUNT]):
        event = s[LYING + place]
        rank = 0
        for before in range(place):
            if s[LIES_ON + s[LYING + before]] == s[LIES_ON + event]:
                rank += 1
        about = (of_card(s, event) << 6 | rank) << 10 | s[TURNS_LEFT + event]
        key += mixed(3 * SIZE + s[CELL + s[LIES_ON + event]], about)
    for place in range(s[HAND_COUNT + seat]):
        key += mixed(4 * SIZE, s[CARD + s[HAND + ROW * seat + place]])
    for each in range(2):
        for place in range(s[PILE_COUNT + each]):
            key += mixed(5 * SIZE + each, s[CARD + s[PILE + ROW * each + place]])
    return key & WORD | 1


@compiled
def of_card(s: State, slot: int) -> int:
    """Which card it is, whose, and how it lies."""
    bits = s[OWN] >> slot & 1 | (s[OWN + 1] >> slot & 1) << 1 | (s[OWNED_BY_1] >> slot & 1) << 2
    return s[CARD + slot] << 5 | bits | (s[COVERED] >> slot & 1) << 3 | (s[FACE_DOWN] >> slot & 1) << 4


@compiled
def mixed(where: int, what: int) -> int:
    """A number of 63 bits for a thing in its place, as by chance."""
    word = (where * 0x1E3779B97F4A7C15 + what * 0x3F58476D1CE4E5B9 + 0x14D049BB133111EB) & WORD
    for _ in range(2):
        word = (word ^ word >> 31) * 0x3F58476D1CE4E5B9 & WORD
    return word ^ word >> 29
