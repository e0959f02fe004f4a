"""What an action is worth at a glance, in hundredths of a point: for the playouts, and to order candidates.

Nothing is carried out: only the space of an action and what lies beside it are looked at. `w` is room for
numbers that are needed on the way; `prepare` has to fill it for a game first.
"""

from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled
from engine.flat.faces import changed_climates, changed_terrains, effect_part, fact, meets
from engine.flat.layout import (
    ACTIONS_LEFT,
    AT,
    BELOW,
    BESIDE,
    CARD,
    CELL,
    CELL_BITS,
    CLIMATES,
    DECK_COUNT,
    DISCARD,
    DO_AT,
    DO_BITS,
    EVENT,
    FACE_DOWN,
    HAND,
    HAND_COUNT,
    LAST_TURN,
    LOOSE,
    MOST_ACTIONS,
    MOVE,
    NEAR,
    OWN,
    PASS,
    PERMANENT,
    PLAY,
    ROW,
    SEAT,
    SLOT_AT,
    SLOT_BITS,
    SLOT_COUNT,
    STEPS,
    SUPPORT,
    TERRAINS,
    State,
)
from engine.flat.tables import (
    BY,
    DO_CHANGE_POINTS,
    DO_DISCARD,
    DO_DISCARD_NEIGHBOURS,
    DO_DRAW,
    DO_OPPONENT_DISCARDS,
    DO_RECOVER,
    DO_SET_TERRAINS,
    DO_SHIFT_CLIMATE,
    DO_TAKE_CONTROL,
    DOES,
    EFFECT_COUNT,
    EVENT_ENDS,
    FIRST_EFFECT,
    POINTS,
    WHICH,
    Tables,
)
from engine.phylo.rules import V1_4A

# Hundredths of a point. A card in hand has half a chance to score. The other player may still save a card at
# risk; one's own is lost unless the rest of the turn saves it.
CARD_IN_HAND = 50
OWN_AT_RISK = 90
OTHER_AT_RISK = 60
WASTED_ACTION = 40
OPENS = 20  # a card that another one of the hand could lie beside
ALONE = 4  # for each point of a card that one other card alone supports
THROWN = 12  # for each point of a card that is discarded for others, if it could be played now
LETS_IN = 12  # the same for each point of one that could lie nowhere
SPREADS = 15  # for each point of a card that spreads, which is then safer
STIR = 60  # how far chance may change what an action is worth in a playout
DRAWN_FOR_ONE = V1_4A.trade  # as in all rule sets

# Places in `w`. Below them functions keep what they need for a moment.
DISCARDS, TAKES, CHANGES, BEYOND = 64, 65, 66, 67  # of an event, see `summed_up`
POINTS_OF = 68  # by slot
LOOKS = POINTS_OF + ROW  # by action
ROOM = LOOKS + MOST_ACTIONS
WORD = 1 << 32
CELL_MASK, SLOT_MASK, DO_MASK = (1 << CELL_BITS) - 1, (1 << SLOT_BITS) - 1, (1 << DO_BITS) - 1


@compiled
def prepare(s: State, t: Tables, w: Numbers) -> None:
    """Write down the printed points of all cards of a game."""
    for slot in range(s[SLOT_COUNT]):
        w[POINTS_OF + slot] = fact(t, s[CARD + slot], POINTS)


@compiled
def in_hand(s: State) -> int:
    """What a card in hand is worth: nothing if this is its player's last turn."""
    if s[LAST_TURN] != 0 or s[DECK_COUNT] == 0 or s[DECK_COUNT + 1] == 0:
        return 0
    return CARD_IN_HAND


@compiled
def playable(s: State, actions: Numbers, count: int) -> int:
    """The set of the cards that can be played from the hand."""
    found = 0
    for number in range(count):
        if actions[number] >> DO_AT & DO_MASK in (PLAY, BELOW):
            found |= 1 << (actions[number] >> SLOT_AT & SLOT_MASK)
    return found


@compiled
def choose(s: State, t: Tables, w: Numbers, actions: Numbers, count: int) -> int:
    """The action that a player in a playout takes: the one worth most, give or take STIR."""
    look_at(s, t, w, actions, count)
    best, chosen, word = -(1 << 40), actions[0], below(s, WORD)
    for number in range(count):
        word = word * 1664525 + 1013904223 & WORD - 1
        each = w[LOOKS + number] + ((word >> 16) * STIR >> 16)
        if each > best:
            best, chosen = each, actions[number]
    return chosen


@compiled
def look_at(s: State, t: Tables, w: Numbers, actions: Numbers, count: int) -> None:
    """Write down what each action of the seat whose turn it is changes.

    Those of a card lie one after another, so what they share is worked out once; and as few functions as
    possible are called, because to hand over the tables takes longer than most of what there is to do.
    """
    can, held, loose = playable(s, actions, count), in_hand(s), s[LOOSE]
    last, card, alone, needs = -1, 0, 0, 0
    for number in range(count):
        action = actions[number]
        do, slot, cell = action >> DO_AT & DO_MASK, action >> SLOT_AT & SLOT_MASK, action & CELL_MASK
        if do == PLAY:
            if slot != last:
                last, card, needs = slot, worth_of_card(s, w, slot, can, held), s[SUPPORT + slot]
                alone = ALONE * w[POINTS_OF + slot]
            beside = s[NEAR + cell]
            near = beside & needs
            each = card if near & near - 1 != 0 else card - alone
            if loose & beside != 0:
                each += saved(s, w, slot, cell)
            if s[AT + cell] > 0:
                each += loss(s, w, s[AT + cell] - 1, slot, 100)
        elif do == EVENT:
            if slot != last:
                last, card = slot, summed_up(s, t, w, slot, held)
            each = card + worth_of_target(s, w, s[AT + cell] - 1)
            if w[BEYOND] != 0:
                each += worth_beyond(s, t, w, slot, cell)
        elif do == MOVE:
            each = worth_of_move(s, w, slot, cell)
        else:
            each = worth_of_rest(s, w, do, slot, can, held)
        w[LOOKS + number] = each


@compiled
def worth_of_rest(s: State, w: Numbers, do: int, slot: int, can: int, held: int) -> int:
    """What it is worth to discard a card for others, to pass, to lay it under its host, or to SPREAD it."""
    if do == DISCARD:
        found = min(DRAWN_FOR_ONE, s[DECK_COUNT + s[SEAT]]) * held - held
        return found - THROWN * w[POINTS_OF + slot] * (can >> slot & 1)
    if do == PASS:
        return -WASTED_ACTION * s[ACTIONS_LEFT]
    if do == BELOW:
        return 100 * w[POINTS_OF + slot] - held
    return SPREADS * w[POINTS_OF + slot]


@compiled
def worth_of_card(s: State, w: Numbers, slot: int, can: int, held: int) -> int:
    """What it is worth to play a card, wherever it is: its points, and what else of the hand it lets in."""
    found, seat = 100 * w[POINTS_OF + slot] - held, s[SEAT]
    for place in range(s[HAND_COUNT + seat]):
        other = s[HAND + ROW * seat + place]
        if s[SUPPORT + other] >> slot & 1 != 0:
            found += OPENS if can >> other & 1 != 0 else OPENS + LETS_IN * w[POINTS_OF + other]
    return found


@compiled
def saved(s: State, w: Numbers, slot: int, cell: int) -> int:
    """The cards at risk beside a space that a card there would support."""
    found, seat = 0, s[SEAT]
    for step in STEPS:
        other = s[AT + cell + step] - 1
        if other >= 0 and s[LOOSE] >> other & 1 != 0 and s[SUPPORT + other] >> slot & 1 != 0:
            points = points_of(s, w, other)
            found += OWN_AT_RISK * points if s[OWN + seat] >> other & 1 != 0 else -OTHER_AT_RISK * points
    return found


@compiled
def loss(s: State, w: Numbers, slot: int, successor: int, first: int) -> int:
    """What it is worth that a card on the table goes, with all that then lose their support.

    `successor` is the card that takes its space, or -1. `first` are the hundredths that its own points count.
    """
    gone, count, seat = 1 << slot, 1, s[SEAT]
    there = 0 if successor < 0 else 1 << successor
    w[0] = s[CELL + slot]
    points = points_of(s, w, slot)
    found = -first * points if s[OWN + seat] >> slot & 1 != 0 else first * points
    number = 0
    while number < count:
        cell = w[number]
        number += 1
        for step in STEPS:
            other = s[AT + cell + step] - 1
            if other < 0 or (gone | s[PERMANENT] | s[LOOSE]) >> other & 1 != 0:
                continue
            near = s[NEAR + cell + step] & ~gone | (there if number == 1 else 0)
            if near & s[SUPPORT + other] != 0 and near & s[BESIDE + other] != 0:
                continue
            gone |= 1 << other
            w[count] = cell + step
            count += 1
            points = points_of(s, w, other)
            found += -OWN_AT_RISK * points if s[OWN + seat] >> other & 1 != 0 else OTHER_AT_RISK * points
    return found


@compiled
def points_of(s: State, w: Numbers, slot: int) -> int:
    """The points of a card on the table; a seedling has none (P31)."""
    return 0 if s[FACE_DOWN] >> slot & 1 != 0 else w[POINTS_OF + slot]


@compiled
def worth_of_move(s: State, w: Numbers, slot: int, cell: int) -> int:
    """What it saves where it goes, and what loses its support where it leaves."""
    points = w[POINTS_OF + slot]
    found = saved(s, w, slot, cell) + loss(s, w, slot, -1, 0) - WASTED_ACTION // 2
    return found + OWN_AT_RISK * points if s[LOOSE] >> slot & 1 != 0 else found


@compiled
def summed_up(s: State, t: Tables, w: Numbers, slot: int, held: int) -> int:
    """Write down what an event does to any target, and what it is worth beside that."""
    card, found = s[CARD + slot], -held
    w[DISCARDS] = w[TAKES] = w[CHANGES] = w[BEYOND] = 0
    first = fact(t, card, FIRST_EFFECT)
    for effect in range(first, first + fact(t, card, EFFECT_COUNT)):
        do, number = effect_part(t, effect, DOES), effect_part(t, effect, BY)
        if do == DO_DISCARD:
            w[DISCARDS] = 1
        elif do == DO_TAKE_CONTROL:
            w[TAKES] = 200
        elif do == DO_CHANGE_POINTS:
            w[CHANGES] += 100 * number
        elif do in (DO_RECOVER, DO_DRAW, DO_OPPONENT_DISCARDS):
            found += number * held
        elif do == DO_DISCARD_NEIGHBOURS or DO_SET_TERRAINS <= do <= DO_SHIFT_CLIMATE:
            w[BEYOND] = 1
    return found - WASTED_ACTION * (s[ACTIONS_LEFT] - 1) if t[EVENT_ENDS] != 0 else found


@compiled
def worth_of_target(s: State, w: Numbers, target: int) -> int:
    """What the event that was `summed_up` does to the card that it is played on."""
    found = loss(s, w, target, -1, 100) if w[DISCARDS] != 0 else 0
    if s[OWN + s[SEAT]] >> target & 1 != 0:
        return found + w[CHANGES]
    return found + w[TAKES] * w[POINTS_OF + target] - w[CHANGES]


@compiled
def worth_beyond(s: State, t: Tables, w: Numbers, slot: int, cell: int) -> int:
    """What an event does to the terrains and climates of its target, and to the cards beside it."""
    card, target, found = s[CARD + slot], s[AT + cell] - 1, 0
    terrains, climates = s[TERRAINS + target], s[CLIMATES + target]
    first = fact(t, card, FIRST_EFFECT)
    for effect in range(first, first + fact(t, card, EFFECT_COUNT)):
        do, number = effect_part(t, effect, DOES), effect_part(t, effect, BY)
        if do == DO_DISCARD_NEIGHBOURS:
            for step in STEPS:
                other = s[AT + cell + step] - 1
                if other < 0 or s[PERMANENT] >> other & 1 != 0:
                    continue
                if meets(s, t, effect_part(t, effect, WHICH), other, other):
                    found += loss(s, w, other, -1, 100)
        elif DO_SET_TERRAINS <= do <= DO_SHIFT_CLIMATE:
            terrains = changed_terrains(terrains, do, number)
            climates = changed_climates(climates, do, number)
    if w[DISCARDS] == 0 and (terrains != s[TERRAINS + target] or climates != s[CLIMATES + target]):
        found += displaced(s, w, target, cell, terrains, climates)
    return found


@compiled
def displaced(s: State, w: Numbers, target: int, cell: int, terrains: int, climates: int) -> int:
    """What it is worth if a card has these terrains and climates: it and its neighbours may lose support."""
    kept, found = False, 0
    for step in STEPS:
        other = s[AT + cell + step] - 1
        if other < 0:
            continue
        shared = terrains & s[TERRAINS + other] != 0 and climates & s[CLIMATES + other] != 0
        if shared and s[SUPPORT + target] >> other & 1 != 0:
            kept = True
        only = s[NEAR + cell + step] & s[SUPPORT + other] == 1 << target
        if only and not shared and (s[PERMANENT] | s[LOOSE]) >> other & 1 == 0:
            risk = OWN_AT_RISK if s[OWN + s[SEAT]] >> other & 1 != 0 else OTHER_AT_RISK
            found += loss(s, w, other, -1, risk)
    if not kept and s[LOOSE] >> target & 1 == 0:
        risk = OWN_AT_RISK if s[OWN + s[SEAT]] >> target & 1 != 0 else OTHER_AT_RISK
        return loss(s, w, target, -1, risk)
    return found
