"""Phylo's numbers and observations in the flat form: the same as those of `phylo`, compiled."""

from engine.environments.phylo import (
    BELOW_FIRST,
    CELLS,
    EVENTS,
    NEAREST,
    OWN,
    PILE,
    REACH,
    RECOVERED_FIRST,
    REST,
    RESTS,
    SECTIONS,
    SIDE,
    SPREAD_FIRST,
)
from engine.environments.phylo import DISCARD as DISCARD_NUMBER
from engine.environments.phylo import MOVE as MOVE_NUMBER
from engine.environments.phylo import PASS as PASS_NUMBER
from engine.environments.phylo import PLAY as PLAY_NUMBER
from engine.flat import layout as at
from engine.flat.compiled import Numbers, compiled
from engine.flat.faces import owner
from engine.flat.layout import State
from engine.flat.tables import Tables
from engine.flat.turn import score

Own = Numbers
"""
A seat's own numbers of cards by their kinds, -1 for those that are not of its deck; then the kinds by these
numbers, with room for OWN, and at the end how many there are.
"""

MARGIN = at.CENTRE + NEAREST
"""Columns and rows of the flat form before those of the table."""
ROW_BITS, LAST_COLUMN = at.CELL_BITS // 2, at.SIDE - 1
DO_MASK, SLOT_MASK, CELL_MASK = (1 << at.DO_BITS) - 1, (1 << at.SLOT_BITS) - 1, at.CELLS - 1
LAID_MASK = (1 << at.WAY_BITS) - 1
WAY_BITS, CARD_BITS, CELL_AT, WHICH_AT = 12, 10, 40, 60
"""
Of the key by which the rest is sorted: the bits of a way to recover and of a card, where a SPREAD's cell and
the group begin.
"""

CARD_AT, SIDE_AT = SECTIONS["card"].start, SECTIONS["side"].start
LOWER_AT, LOWER_SIDE_AT = SECTIONS["lower"].start, SECTIONS["lower_side"].start
FACE_DOWN_AT, EVENTS_AT = SECTIONS["face_down"].start, SECTIONS["events"].start
OWN_AT, HAND_AT, PILES_AT = SECTIONS["own"].start, SECTIONS["hand"].start, SECTIONS["piles"].start
TURN_AT, COUNTS_AT = SECTIONS["turn"].start, SECTIONS["counts"].start


@compiled
def table_cell(cell: int) -> int:
    """The number of a space of the flat form on the table, or -1 beyond it."""
    x, y = (cell & LAST_COLUMN) - MARGIN, (cell >> ROW_BITS) - MARGIN
    if x < 0 or x >= SIDE or y < 0 or y >= SIDE:
        return -1
    return y * SIDE + x


@compiled
def own_number(s: State, seat: int, own: Own, kind: int) -> int:
    """The seat's number of a card in its hand, or -1."""
    number = own[kind]
    if number >= 0:
        return number
    number = own[len(own) - 1]  # of another deck: after those of the own one, in ascending order
    hand = at.HAND + at.ROW * seat
    for other in range(kind):
        if own[other] < 0:
            for place in range(s[at.HAND_COUNT + seat]):
                if s[at.CARD + s[hand + place]] == other:
                    number += 1
                    break
    return number if number < OWN else -1


@compiled
def number_all(
    s: State,
    own: Own,
    actions: Numbers,
    count: int,
    numbers: Numbers,
    keys: Numbers,
    rest: Numbers,
    cards: Numbers,
) -> int:
    """Write the numbers of so many listed actions, and leave only those that have one; how many there are.

    `keys` and `rest` are room for as many, `cards` for the seat's numbers by slots of its hand.
    """
    seat, kept, others = s[at.SEAT], 0, 0
    hand = at.HAND + at.ROW * seat
    for place in range(s[at.HAND_COUNT + seat]):
        slot = s[hand + place]
        cards[slot] = own_number(s, seat, own, s[at.CARD + slot])
    for place in range(count):
        action = actions[place]
        do, slot, number = action >> at.DO_AT & DO_MASK, action >> at.SLOT_AT & SLOT_MASK, -1
        # Here rather than in a function: to call one would take longer than what it does.
        if do == at.PLAY or do == at.DISCARD or (do == at.EVENT and action >> at.EXTRA_AT == 0):
            x, y = (action & LAST_COLUMN) - MARGIN, (action >> ROW_BITS & LAST_COLUMN) - MARGIN
            card = cards[slot]
            if card >= 0 and do == at.DISCARD:
                number = DISCARD_NUMBER + card
            elif card >= 0 and 0 <= x < SIDE and 0 <= y < SIDE:
                number = PLAY_NUMBER + card * CELLS + y * SIDE + x
        elif do == at.MOVE:
            number = moved(s[at.CELL + slot], action & CELL_MASK)
        elif do == at.PASS:
            number = PASS_NUMBER
        if number >= 0:
            actions[kept], numbers[kept] = action, number
            kept += 1
        elif do == at.BELOW or do == at.EVENT or do == at.SPREAD:
            key = rest_key(s, cards, action)
            if key >= 0:
                keys[others], rest[others] = key, action
                others += 1
    sort(keys, rest, others)
    for place in range(min(others, RESTS)):
        actions[kept], numbers[kept] = rest[place], REST + place
        kept += 1
    return kept


@compiled
def moved(start: int, end: int) -> int:
    """The number of a move, or -1."""
    cell = table_cell(start)
    right = (end & LAST_COLUMN) - (start & LAST_COLUMN)
    up = (end >> ROW_BITS) - (start >> ROW_BITS)
    distance = max(abs(right), abs(up))
    if cell < 0 or table_cell(end) < 0 or distance > REACH:
        return -1
    way = 4 + (3 if up > 0 else -3 if up < 0 else 0) + (1 if right > 0 else -1 if right < 0 else 0)
    if way > 4:
        way -= 1
    return MOVE_NUMBER + (cell * 8 + way) * REACH + distance - 1


@compiled
def rest_key(s: State, cards: Numbers, action: int) -> int:
    """By what an action stands among the rest; -1 if it has no number at all."""
    do, slot, extra = action >> at.DO_AT & DO_MASK, action >> at.SLOT_AT & SLOT_MASK, action >> at.EXTRA_AT
    if do != at.SPREAD:
        card, cell = cards[slot], table_cell(action & CELL_MASK)
        if card < 0 or cell < 0:
            return -1
        number = PLAY_NUMBER + card * CELLS + cell
        if do == at.BELOW:
            return BELOW_FIRST << WHICH_AT | number
        return RECOVERED_FIRST << WHICH_AT | number << WAY_BITS | extra
    start = s[at.CELL + slot]
    cell, key = table_cell(start), 0
    if cell < 0:
        return -1
    for way in range(4):
        card = (extra >> way * at.WAY_BITS & LAID_MASK) - 1
        key <<= CARD_BITS
        if card >= 0:
            if table_cell(start + at.ASCENDING[way]) < 0:
                return -1
            key |= s[at.CARD + card] + 1
    return SPREAD_FIRST << WHICH_AT | cell << CELL_AT | key


@compiled
def sort(keys: Numbers, others: Numbers, count: int) -> None:
    """Sort so many keys, and the others as they (Shell)."""
    gap = count // 2
    while gap > 0:
        for place in range(gap, count):
            key, other, hole = keys[place], others[place], place
            while hole >= gap and keys[hole - gap] > key:
                keys[hole], others[hole] = keys[hole - gap], others[hole - gap]
                hole -= gap
            keys[hole], others[hole] = key, other
        gap //= 2


@compiled
def observe(s: State, t: Tables, seat: int, own: Own, row: Numbers) -> None:
    """Write what the seat sees, as in `phylo`, into an empty row, or one that is cleared."""
    observe_table(s, seat, row)
    observe_hand(s, seat, own, row)
    for number in range(2):
        other = seat if number == 0 else 1 - seat
        size, pile = s[at.PILE_COUNT + other], at.PILE + at.ROW * other
        top, shown = PILES_AT + PILE * number, min(size, PILE)
        for place in range(shown):
            row[top + place] = s[at.CARD + s[pile + size - 1 - place]] + 1
        for place in range(top + shown, top + PILE):
            row[place] = 0
        first = COUNTS_AT + 3 * number
        row[first], row[first + 1] = s[at.HAND_COUNT + other], s[at.DECK_COUNT + other]
        row[first + 2] = score(s, t, other)
    row[TURN_AT] = 1 if s[at.OVER] == 0 and s[at.SEAT] == seat else 0
    row[TURN_AT + 1], row[TURN_AT + 2] = s[at.NUMBER], s[at.ACTIONS_LEFT]
    row[TURN_AT + 3], row[TURN_AT + 4] = s[at.EVENT_PLAYED], s[at.LAST_TURN]
    row[TURN_AT + 5] = s[at.OVER]


@compiled
def observe_table(s: State, seat: int, row: Numbers) -> None:
    """The part of an observation that is the table, with the events on it."""
    events = 0
    for place in range(s[at.PLACED_COUNT]):
        cell = table_cell(s[at.PLACED + place])
        if cell < 0:
            continue
        upper = s[at.AT + s[at.PLACED + place]] - 1
        row[CARD_AT + cell] = s[at.CARD + upper] + 1
        row[SIDE_AT + cell] = side(seat, controller(s, upper))
        lower = s[at.UNDER + upper] - 1
        if lower >= 0:
            row[LOWER_AT + cell] = s[at.CARD + lower] + 1
            row[LOWER_SIDE_AT + cell] = side(seat, owner(s, lower)) + 2 * (s[at.COVERED] >> lower & 1)
        if s[at.FACE_DOWN] >> upper & 1 != 0:
            row[FACE_DOWN_AT + cell] = table_cell(s[at.CELL + s[at.ORIGINAL + upper]]) + 1
        for number in range(s[at.LYING_COUNT]):
            event = s[at.LYING + number]
            if s[at.LIES_ON + event] == upper and events < EVENTS:
                first = EVENTS_AT + 4 * events
                row[first], row[first + 1] = cell + 1, s[at.CARD + event] + 1
                row[first + 2], row[first + 3] = side(seat, owner(s, event)), s[at.TURNS_LEFT + event]
                events += 1


@compiled
def observe_hand(s: State, seat: int, own: Own, row: Numbers) -> None:
    """The part of an observation that is the seat's own cards."""
    for place in range(OWN_AT, HAND_AT + OWN):
        row[place] = 0
    first = len(own) - 1 - OWN
    for number in range(own[len(own) - 1]):
        row[OWN_AT + number] = own[first + number] + 1
    hand = at.HAND + at.ROW * seat
    for place in range(s[at.HAND_COUNT + seat]):
        kind = s[at.CARD + s[hand + place]]
        number = own_number(s, seat, own, kind)
        if number >= 0:
            row[OWN_AT + number] = kind + 1
            row[HAND_AT + number] += 1


@compiled
def clear(s: State, row: Numbers) -> None:
    """Empty the table and the events in an observation of this state; the rest is always written."""
    for place in range(s[at.PLACED_COUNT]):
        cell = table_cell(s[at.PLACED + place])
        if cell < 0:
            continue
        upper = s[at.AT + s[at.PLACED + place]] - 1
        row[CARD_AT + cell], row[SIDE_AT + cell] = 0, 0
        if s[at.UNDER + upper] != 0:
            row[LOWER_AT + cell], row[LOWER_SIDE_AT + cell] = 0, 0
        if s[at.FACE_DOWN] >> upper & 1 != 0:
            row[FACE_DOWN_AT + cell] = 0
    for place in range(EVENTS_AT, EVENTS_AT + 4 * min(s[at.LYING_COUNT], EVENTS)):
        row[place] = 0


@compiled
def side(seat: int, other: int) -> int:
    """How the seat sees a player: 1 is itself."""
    return 1 if other == seat else 2


@compiled
def controller(s: State, slot: int) -> int:
    """Who controls a card on the table."""
    if s[at.OWN] >> slot & 1 != 0:
        return 0
    return 1 if s[at.OWN + 1] >> slot & 1 != 0 else owner(s, slot)
