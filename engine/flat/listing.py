"""The legal actions of a turn (P10 to P12, P22 to P28); copies of a card are listed once."""

from engine.flat.choices import ways
from engine.flat.compiled import Numbers, allocating, array, compiled
from engine.flat.events import frozen_cards
from engine.flat.faces import fact, has_effect, relation, share_place
from engine.flat.layout import (
    ACTIONS_LEFT,
    ASCENDING,
    AT,
    BELOW,
    BESIDE,
    CARD,
    CELL,
    COVERED,
    DECK_COUNT,
    DISCARD,
    DO_AT,
    EVENT,
    EVENT_PLAYED,
    EXTRA_AT,
    FACE_DOWN,
    HAND,
    HAND_COUNT,
    LIES_ON,
    LYING,
    LYING_COUNT,
    MOBILE,
    MOVE,
    NEAR,
    OPEN,
    OPEN_COUNT,
    OWN,
    PASSING,
    PILE,
    PILE_COUNT,
    PLACED,
    PLACED_COUNT,
    PLAY,
    POLLINATORS,
    ROW,
    SEAT,
    SIDE,
    SLOT_AT,
    SPREAD,
    SPREADERS,
    SUPPORT,
    UNDER,
    WAY_BITS,
    State,
)
from engine.flat.tables import (
    A_SPECIES,
    AN_EVENT,
    BY_POLLINATOR,
    BY_WIND,
    DIAGONAL,
    DO_WIND,
    EVENT_ENDS,
    FLAGS,
    HOST,
    HOST_WHICH,
    NEEDS_HOST,
    OWN_NEIGHBOUR,
    PREY,
    PREY_WHICH,
    RECOVERS,
    RECOVERS_LATE,
    SPREAD_COUNT,
    SPREAD_NEEDS,
    SPREADS_HAND,
    STRAIGHT,
    WHAT,
    Tables,
)


@compiled
def legal(s: State, t: Tables, out: Numbers) -> int:
    """Write every legal action of the seat whose turn it is into `out`, and return how many there are.

    As many as there is room for: of very many, above all of choices and SPREADs, which come last, the first.
    """
    out[0] = PASSING
    if only_passes(s, t):
        return 1
    seat, count, recovering = s[SEAT], 1, 0
    hand, trades = HAND + ROW * seat, s[DECK_COUNT + seat] > 0
    for place in range(s[HAND_COUNT + seat]):
        slot = s[hand + place]
        if held_before(s, hand, place):
            continue
        if count + 1 + s[OPEN_COUNT] + 2 * s[PLACED_COUNT] > len(out):  # what one card may add at most
            return count
        if trades:
            out[count] = DISCARD << DO_AT | slot << SLOT_AT
            count += 1
        if fact(t, s[CARD + slot], WHAT) != AN_EVENT:
            count = plays(s, t, slot, out, count, len(out))
        else:
            if fact(t, s[CARD + slot], FLAGS) & RECOVERS != 0:
                recovering |= 1 << slot
            count = aims(s, slot, out, count)
    count = moves(s, t, out, count)
    if recovering != 0:
        for place in range(s[HAND_COUNT + seat]):
            if recovering >> s[hand + place] & 1 != 0:
                count = recoveries(s, t, s[hand + place], out, count)
    if s[OWN + seat] & s[SPREADERS] != 0:
        count = spreads(s, t, out, count)
    return count


@compiled
def only_passes(s: State, t: Tables) -> bool:
    """Whether nothing is left of a turn but to end it (P10, P11)."""
    return s[ACTIONS_LEFT] <= 0 or (s[EVENT_PLAYED] != 0 and t[EVENT_ENDS] != 0)


@compiled
def held_before(s: State, hand: int, place: int) -> bool:
    """Whether another copy of a card lies before it in a list."""
    kind = s[CARD + s[hand + place]]
    for before in range(place):  # noqa: SIM110, for it is compiled
        if s[CARD + s[hand + before]] == kind:
            return True
    return False


@compiled
def plays(s: State, t: Tables, slot: int, out: Numbers, count: int, most: int) -> int:
    """Add the spaces into which a card may be played (P21, P22), then P23 and P24, until there are `most`."""
    kind = s[CARD + slot]
    base = PLAY << DO_AT | slot << SLOT_AT
    needs, also = s[SUPPORT + slot], s[BESIDE + slot]
    if t[OWN_NEIGHBOUR] != 0 and fact(t, kind, WHAT) == A_SPECIES:  # P19
        needs &= s[OWN + s[SEAT]]
    if needs & (s[OWN] | s[OWN + 1]) != 0:
        for place in range(s[OPEN_COUNT]):
            near = s[NEAR - place - 1]
            if near & needs != 0 and near & also != 0:
                out[count] = base | s[OPEN + place]
                count += 1
                if count == most:
                    return count
    invades = fact(t, kind, PREY_WHICH) != 0 and fact(t, kind, FLAGS) & NEEDS_HOST == 0
    if not invades and fact(t, kind, HOST_WHICH) == 0:
        return count
    for place in range(s[PLACED_COUNT]):
        cell = s[PLACED + place]
        upper = s[AT + cell] - 1
        if s[UNDER + upper] != 0:
            continue
        found, near = relation(s, t, slot, upper), s[NEAR + upper + 1]
        if invades and found & PREY != 0 and near & needs != 0 and near & also != 0:
            out[count] = base | cell
            count += 1
        if found & HOST != 0 and share_place(s, slot, upper, False):
            out[count] = BELOW << DO_AT | slot << SLOT_AT | cell
            count += 1
        if count >= most:
            break
    return count


@compiled
def aims(s: State, slot: int, out: Numbers, count: int) -> int:
    """Add the species on which an event may be played (P28), each with the first of its ways to recover."""
    targets = s[SUPPORT + slot]
    for place in range(s[PLACED_COUNT]):
        cell = s[PLACED + place]
        if targets >> s[AT + cell] - 1 & 1 != 0:
            out[count] = EVENT << DO_AT | slot << SLOT_AT | cell
            count += 1
    return count


@allocating
def recoveries(s: State, t: Tables, slot: int, out: Numbers, count: int) -> int:
    """Add the other ways of an event to recover species (P30)."""
    chosen, number = array(ROW), 0
    for place in range(s[PLACED_COUNT]):
        cell = s[PLACED + place]
        if s[SUPPORT + slot] >> s[AT + cell] - 1 & 1 == 0:
            continue
        if number == 0 or fact(t, s[CARD + slot], FLAGS) & RECOVERS_LATE != 0:
            number = ways(s, t, slot, cell, -1, chosen)
        for way in range(1, number):
            if count == len(out):
                return count
            out[count] = way << EXTRA_AT | EVENT << DO_AT | slot << SLOT_AT | cell
            count += 1
    return count


@compiled
def moves(s: State, t: Tables, out: Numbers, count: int) -> int:
    """Add MOVE and FLIGHT to open spaces with support, the old space being empty (P25)."""
    own = s[OWN + s[SEAT]] & s[MOBILE] & ~s[FACE_DOWN]
    if own == 0:
        return count
    if s[LYING_COUNT] > 0:
        own &= ~frozen_cards(s, t)
    for place in range(s[PLACED_COUNT]):
        start = s[PLACED + place]
        slot = s[AT + start] - 1
        needs = s[SUPPORT + slot]
        if own >> slot & 1 == 0 or needs == 0:
            continue
        kind, below = s[CARD + slot], s[UNDER + slot] - 1
        if count + s[OPEN_COUNT] > len(out):
            return count
        straight, diagonal = fact(t, kind, STRAIGHT), fact(t, kind, DIAGONAL)
        released = 1 << below & s[COVERED] if below >= 0 else 0  # P23: it counts at once
        for number in range(s[OPEN_COUNT]):
            cell = s[OPEN + number]
            across, up = abs(cell % SIDE - start % SIDE), abs(cell // SIDE - start // SIDE)
            near = s[NEAR - number - 1] & ~(1 << slot)
            if across + up == 1:
                near |= released
            if near & needs == 0 or near & s[BESIDE + slot] == 0:
                continue
            if max(across, up) <= (straight if across == 0 or up == 0 else diagonal if across == up else 0):
                out[count] = MOVE << DO_AT | slot << SLOT_AT | cell
                count += 1
    return count


@compiled
def spreads(s: State, t: Tables, out: Numbers, count: int) -> int:
    """Add every way to lay out as many cards as possible (P26); using fewer is legal, but never listed."""
    seat = s[SEAT]
    source, size = PILE + ROW * seat, s[PILE_COUNT + seat]
    if t[SPREADS_HAND] != 0:
        source, size = HAND + ROW * seat, s[HAND_COUNT + seat]
    able = s[OWN + seat] & s[SPREADERS] & ~s[FACE_DOWN]
    if size == 0 or able == 0:
        return count
    if s[LYING_COUNT] > 0:
        able &= ~frozen_cards(s, t)
    for place in range(s[PLACED_COUNT]):
        slot = s[AT + s[PLACED + place]] - 1
        if able >> slot & 1 != 0 and needs_met(s, t, slot):
            count = layouts(s, t, slot, source, size, out, count)
    return count


@compiled
def needs_met(s: State, t: Tables, slot: int) -> bool:
    """Whether a pollinator is beside the card or a WIND event lies on it, if it needs that (P26)."""
    needs = fact(t, s[CARD + slot], SPREAD_NEEDS)
    if needs == 0:
        return True
    if needs & BY_POLLINATOR != 0 and s[NEAR + slot + 1] & s[POLLINATORS] & ~s[FACE_DOWN] != 0:
        return True
    if needs & BY_WIND != 0:
        for place in range(s[LYING_COUNT]):
            event = s[LYING + place]
            if s[LIES_ON + event] == slot and has_effect(t, s[CARD + event], DO_WIND):
                return True
    return False


@allocating
def layouts(s: State, t: Tables, slot: int, source: int, size: int, out: Numbers, count: int) -> int:
    """Add the layouts of one card that spreads: for each set of directions, each row of cards."""
    free = 0
    for number in range(4):
        if s[AT + s[CELL + slot] + ASCENDING[number]] < 0:
            free |= 1 << number
    laid = min(fact(t, s[CARD + slot], SPREAD_COUNT), members(free), size)
    if laid == 0:
        return count
    seeds, row = array(size), array(4)  # the first copy of each kind; an odometer over them
    kinds = 0
    for place in range(size):
        if not held_before(s, source, place):
            seeds[kinds] = place
            kinds += 1
    for chosen in range(16):
        if chosen & ~free != 0 or members(chosen) != laid:
            continue
        more = True
        while more:
            action = arranged(s, source, size, seeds, row, chosen)
            if action >= 0:
                if count == len(out):
                    return count
                out[count] = action << EXTRA_AT | SPREAD << DO_AT | slot << SLOT_AT | s[CELL + slot]
                count += 1
            more = turn_wheels(row, laid, kinds)
    return count


@compiled
def turn_wheels(row: Numbers, wheels: int, faces: int) -> bool:
    """Turn an odometer on by one; False when it begins anew."""
    for wheel in range(wheels):
        row[wheel] += 1
        if row[wheel] < faces:
            return True
        row[wheel] = 0
    return False


@compiled
def members(directions: int) -> int:
    """How many of the four directions are in a set."""
    return (directions & 1) + (directions >> 1 & 1) + (directions >> 2 & 1) + (directions >> 3 & 1)


@compiled
def arranged(s: State, source: int, size: int, seeds: Numbers, row: Numbers, chosen: int) -> int:
    """The cards of a row in these directions, as a part of an action; -1 if there are not so many copies."""
    action, used, wheel = 0, 0, 0
    for number in range(4):
        if chosen >> number & 1 == 0:
            continue
        place = seeds[row[wheel]]
        kind = s[CARD + s[source + place]]
        while place < size and (s[CARD + s[source + place]] != kind or used >> s[source + place] & 1 != 0):
            place += 1
        if place == size:
            return -1
        used |= 1 << s[source + place]
        action |= (s[source + place] + 1) << number * WAY_BITS
        wheel += 1
    return action
