"""Which species an event recovers (P30): its ways are numbered in ascending order of their kinds."""

from engine.flat.compiled import Numbers, allocating, array, compiled
from engine.flat.events import play_event
from engine.flat.faces import effect_part, fact
from engine.flat.layout import CARD, MOST_ACTIONS, PILE, PILE_COUNT, ROW, SEAT, SPECIES, State
from engine.flat.tables import BY, DO_RECOVER, DOES, EFFECT_COUNT, FIRST_EFFECT, FLAGS, RECOVERS_LATE, Tables


@allocating
def ways(s: State, t: Tables, event: int, cell: int, wanted: int, chosen: Numbers) -> int:
    """How many ways to recover an event has on a space, MOST_ACTIONS at most; at least one, perhaps empty.

    `chosen` is room for the kinds of one way: at the end, of the way with the number `wanted`.
    """
    card = s[CARD + event]
    first, count = fact(t, card, FIRST_EFFECT), fact(t, card, EFFECT_COUNT)
    late = fact(t, card, FLAGS) & RECOVERS_LATE != 0
    piles, sizes, part = array(count * ROW), array(count), array(ROW)
    total, recovers = 0, 0
    for effect in range(first, first + count):
        if effect_part(t, effect, DOES) != DO_RECOVER:
            continue
        if late:  # effects before it change the pile
            ahead = s.copy()
            play_event(ahead, t, event, cell, chosen, recovers + 1)
            sizes[recovers] = sorted_species(ahead, piles, recovers * ROW)
        else:
            sizes[recovers] = sorted_species(s, piles, recovers * ROW)
        for _ in range(min(effect_part(t, effect, BY), sizes[recovers] - total)):
            part[total] = recovers
            total += 1
        recovers += 1
    found, depth = 0, 0
    chosen[0] = -1
    while depth >= 0:
        if depth == total:
            found += 1
            if found > wanted >= 0 or found == MOST_ACTIONS:
                break
            depth -= 1
            continue
        kind = next_kind(piles, sizes, part, chosen, depth)
        if kind < 0:
            depth -= 1
            continue
        chosen[depth] = kind
        depth += 1
        if depth < total:
            chosen[depth] = -1
    return found


@compiled
def next_kind(piles: Numbers, sizes: Numbers, part: Numbers, chosen: Numbers, depth: int) -> int:
    """The lowest kind above `chosen[depth]` that can be chosen there after those before it, or -1."""
    lowest = chosen[depth] + 1
    if depth > 0 and part[depth - 1] == part[depth]:  # those of one effect ascend
        lowest = max(lowest, chosen[depth - 1])
    first, size = part[depth] * ROW, sizes[part[depth]]
    place = 0
    while place < size:
        kind, copies = piles[first + place], 0
        while place < size and piles[first + place] == kind:
            copies += 1
            place += 1
        if kind >= lowest:
            for before in range(depth):
                if chosen[before] == kind:
                    copies -= 1
            if copies > 0:
                return kind
    return -1


@compiled
def sorted_species(s: State, piles: Numbers, first: int) -> int:
    """Write the kinds of the species in the own discard pile in ascending order; how many there are."""
    seat, size = s[SEAT], 0
    for place in range(s[PILE_COUNT + seat]):
        slot = s[PILE + ROW * seat + place]
        if s[SPECIES] >> slot & 1 != 0:
            at = first + size
            while at > first and piles[at - 1] > s[CARD + slot]:
                piles[at] = piles[at - 1]
                at -= 1
            piles[at] = s[CARD + slot]
            size += 1
    return size
