"""What an action is worth at a glance, in hundredths of a point: for the playouts, and to order candidates.

Nothing is carried out: only the space of an action and what lies beside it are looked at. `w` is room for
numbers that are needed on the way; `prepare` has to fill it for a game first.
"""

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
    MOBILE,
    MOST_ACTIONS,
    MOVE,
    NEAR,
    NUMBER,
    OWN,
    PASS,
    PASSING,
    PERMANENT,
    PLAY,
    RANDOM,
    ROW,
    SEAT,
    SLOT_AT,
    SLOT_BITS,
    SLOT_COUNT,
    SPREADERS,
    STEPS,
    SUPPORT,
    TERRAINS,
    State,
)
from engine.flat.listing import aims, held_before, moves, only_passes, plays, recoveries, spreads
from engine.flat.tables import (
    AN_EVENT,
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
    FLAGS,
    OWN_NEIGHBOUR,
    POINTS,
    PREY_WHICH,
    RECOVERS,
    WHAT,
    WHICH,
    Tables,
)
from engine.phylo.rules import V1_4A

# Hundredths of a point. The other player may still save a card at risk; one's own is lost unless the rest of
# the turn saves it.
OPENS = 20  # a card that another one of the hand could lie beside
LETS_IN = 12  # the same for each point of one that could lie nowhere
SPREADS = 15  # for each point of a card that spreads, which is then safer
STIR = 60  # how far chance may change what an action is worth in a playout
DRAWN_FOR_ONE = V1_4A.trade  # as in all rule sets

# Places in `w`. Below them functions keep what they need for a moment.
DISCARDS, TAKES, CHANGES, BEYOND = 64, 65, 66, 67  # of an event, see `summed_up`
POINTS_OF = 68  # by slot
CARDS = POINTS_OF + ROW  # by place in the hand, see `choose`
WEIGHED = CARDS + ROW
"""What differs by rule set, see WEIGHTS: a card in hand, one's own and the other player's points at risk, an
action that is wasted, and for each point of a card: that one other card alone supports it, and that it is
discarded for others if it could be played now."""
CARD_IN_HAND, OWN_AT_RISK, OTHER_AT_RISK, WASTED_ACTION, ALONE, THROWN = range(WEIGHED, WEIGHED + 6)
LOOKS = WEIGHED + 6  # by action
ROOM = LOOKS + MOST_ACTIONS
WEIGHTS = (
    50, 90, 60, 40, 4, 12,
    85, 160, 36, 80, 3, 5,
)  # fmt: skip
"""Of V1.4a, as greedy has them, then of V1.3, where a search of those that win most playouts found them.

That for V1.4a wins more playouts too, but no more games.
"""
WORD = 1 << 32
MIXED = 0x45D9F3B  # scatters bits
CELL_MASK, SLOT_MASK, DO_MASK = (1 << CELL_BITS) - 1, (1 << SLOT_BITS) - 1, (1 << DO_BITS) - 1


@compiled
def prepare(s: State, t: Tables, w: Numbers) -> None:
    """Write down the printed points of all cards of a game, and the weights of its rule set."""
    first = (LOOKS - WEIGHED) * t[OWN_NEIGHBOUR]
    for number in range(LOOKS - WEIGHED):
        w[WEIGHED + number] = WEIGHTS[first + number]
    for slot in range(s[SLOT_COUNT]):
        w[POINTS_OF + slot] = fact(t, s[CARD + slot], POINTS)


@compiled
def in_hand(s: State, w: Numbers) -> int:
    """What a card in hand is worth: nothing if this is its player's last turn."""
    if s[LAST_TURN] != 0 or s[DECK_COUNT] == 0 or s[DECK_COUNT + 1] == 0:
        return 0
    return w[CARD_IN_HAND]


@compiled
def playable(s: State, actions: Numbers, count: int) -> int:
    """The set of the cards that can be played from the hand."""
    found = 0
    for number in range(count):
        if actions[number] >> DO_AT & DO_MASK in (PLAY, BELOW):
            found |= 1 << (actions[number] >> SLOT_AT & SLOT_MASK)
    return found


@compiled
def choose(s: State, t: Tables, w: Numbers, actions: Numbers) -> int:
    """The action that a player in a playout takes: of all legal ones the one worth most, give or take STIR.

    What cannot be worth most is not even listed. How far chance changes what an action is worth depends on
    the decision and the action alone, so games that differ in one action go on alike where they can.
    """
    if only_passes(s, t):
        return PASSING
    seat, held = s[SEAT], in_hand(s, w)
    hand, count = HAND + ROW * seat, s[HAND_COUNT + seat]
    can, events = usable(s, t, actions)
    first = weigh_cards(s, w, can, held)
    word = s[RANDOM] + 2654435769 * s[NUMBER] + 2246822507 * s[ACTIONS_LEFT]
    best, chosen = stirred(word, PASSING) - w[WASTED_ACTION] * s[ACTIONS_LEFT], PASSING
    more = STIR + w[OWN_AT_RISK] * at_risk(s, w, seat)  # what can come to a card where it lies
    for number in range(count):
        place = first + number if first + number < count else first + number - count
        slot, listed = s[hand + place], 0
        if events >> slot & 1 != 0:
            listed = aims(s, slot, actions, 0)
        elif can >> slot & 1 == 0:
            if held_before(s, hand, place):
                continue
        elif w[CARDS + place] + more > best or fact(t, s[CARD + slot], PREY_WHICH) != 0:
            listed = plays(s, t, slot, actions, 0, MOST_ACTIONS)
        if s[DECK_COUNT + seat] > 0:
            actions[listed] = DISCARD << DO_AT | slot << SLOT_AT
            listed += 1
        look(s, t, w, actions, listed, can, held)
        best, chosen = best_of(w, actions, listed, word, best, chosen)
    if s[OWN + seat] & (s[MOBILE] | s[SPREADERS]) != 0 or events != 0:
        listed = rest(s, t, w, actions, events, best - more)
        look(s, t, w, actions, listed, can, held)
        best, chosen = best_of(w, actions, listed, word, best, chosen)
    return chosen


@compiled
def usable(s: State, t: Tables, actions: Numbers) -> tuple[int, int]:
    """The sets of the cards of the hand that can be played and of its events, of copies the first."""
    hand, can, events = HAND + ROW * s[SEAT], 0, 0
    for place in range(s[HAND_COUNT + s[SEAT]]):
        slot = s[hand + place]
        if held_before(s, hand, place):
            continue
        if fact(t, s[CARD + slot], WHAT) == AN_EVENT:
            events |= 1 << slot
        else:
            can |= plays(s, t, slot, actions, 0, 1) << slot
    return can, events


@compiled
def weigh_cards(s: State, w: Numbers, can: int, held: int) -> int:
    """Write down what it is worth to play each card of the hand; the place of the best one."""
    seat, first = s[SEAT], 0
    for place in range(s[HAND_COUNT + seat]):
        slot = s[HAND + ROW * seat + place]
        w[CARDS + place] = worth_of_card(s, w, slot, can, held) if can >> slot & 1 != 0 else 0
        if w[CARDS + place] > w[CARDS + first]:
            first = place
    return first


@compiled
def rest(s: State, t: Tables, w: Numbers, actions: Numbers, events: int, least: int) -> int:
    """List moves, other ways to recover and SPREADs, where any of them may be worth `least`; how many."""
    seat, listed = s[SEAT], 0
    own, slot, wanted = s[OWN + seat] & s[MOBILE] & ~s[FACE_DOWN], 0, False
    while not wanted and own >> slot != 0:
        wanted = own >> slot & 1 != 0 and worth_of_leaving(s, w, slot) > least
        slot += 1
    if wanted:
        listed = moves(s, t, actions, 0)
    for place in range(s[HAND_COUNT + seat]):
        slot = s[HAND + ROW * seat + place]
        if events >> slot & 1 != 0 and fact(t, s[CARD + slot], FLAGS) & RECOVERS != 0:
            listed = recoveries(s, t, slot, actions, listed)
    own, slot, wanted = s[OWN + seat] & s[SPREADERS] & ~s[FACE_DOWN], 0, False
    while not wanted and own >> slot != 0:
        wanted = own >> slot & 1 != 0 and SPREADS * w[POINTS_OF + slot] > least
        slot += 1
    return spreads(s, t, actions, listed) if wanted else listed


@compiled
def best_of(w: Numbers, actions: Numbers, count: int, word: int, best: int, chosen: int) -> tuple[int, int]:
    """What the best of these actions and of the one before is worth, and which one that is."""
    for number in range(count):
        if w[LOOKS + number] + STIR > best:
            each = w[LOOKS + number] + stirred(word, actions[number])
            if each > best:
                best, chosen = each, actions[number]
    return best, chosen


@compiled
def stirred(word: int, action: int) -> int:
    """How far chance changes what an action is worth, less than STIR; `word` is that of the decision."""
    mixed = ((action ^ action >> 21 ^ word) & WORD - 1) * MIXED & WORD - 1
    mixed = (mixed ^ mixed >> 16) * MIXED & WORD - 1
    return (mixed >> 16) * STIR >> 16


@compiled
def look_at(s: State, t: Tables, w: Numbers, actions: Numbers, count: int) -> None:
    """Write down what each legal action of the seat whose turn it is changes."""
    look(s, t, w, actions, count, playable(s, actions, count), in_hand(s, w))


@compiled
def look(s: State, t: Tables, w: Numbers, actions: Numbers, count: int, can: int, held: int) -> None:
    """The same for some of them. `can` are the cards that can be played, and `held` is what one is worth.

    Those of a card lie one after another, so what they share is worked out once; and as few functions as
    possible are called, because to hand over the tables takes longer than most of what there is to do.
    """
    loose, last, card, alone, needs = s[LOOSE], -1, 0, 0, 0
    for number in range(count):
        action = actions[number]
        do, slot, cell = action >> DO_AT & DO_MASK, action >> SLOT_AT & SLOT_MASK, action & CELL_MASK
        if do == PLAY:
            if slot != last:
                last, card, needs = slot, worth_of_card(s, w, slot, can, held), s[SUPPORT + slot]
                alone = w[ALONE] * w[POINTS_OF + slot]
            beside = s[NEAR + s[AT + cell]]
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
            if slot != last:
                last, card = slot, worth_of_leaving(s, w, slot)
            each = card + saved(s, w, slot, cell) if loose != 0 else card
        else:
            each = worth_of_rest(s, w, do, slot, can, held)
        w[LOOKS + number] = each


@compiled
def worth_of_rest(s: State, w: Numbers, do: int, slot: int, can: int, held: int) -> int:
    """What it is worth to discard a card for others, to pass, to lay it under its host, or to SPREAD it."""
    if do == DISCARD:
        found = min(DRAWN_FOR_ONE, s[DECK_COUNT + s[SEAT]]) * held - held
        return found - w[THROWN] * w[POINTS_OF + slot] * (can >> slot & 1)
    if do == PASS:
        return -w[WASTED_ACTION] * s[ACTIONS_LEFT]
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
            mine = s[OWN + seat] >> other & 1 != 0
            found += w[OWN_AT_RISK] * points if mine else -w[OTHER_AT_RISK] * points
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
            near = s[NEAR + other + 1] & ~gone | (there if number == 1 else 0)
            if near & s[SUPPORT + other] != 0 and near & s[BESIDE + other] != 0:
                continue
            gone |= 1 << other
            w[count] = cell + step
            count += 1
            points = points_of(s, w, other)
            mine = s[OWN + seat] >> other & 1 != 0
            found += -w[OWN_AT_RISK] * points if mine else w[OTHER_AT_RISK] * points
    return found


@compiled
def at_risk(s: State, w: Numbers, seat: int) -> int:
    """The points of the cards of a seat that have no support."""
    found, loose = 0, s[LOOSE] & s[OWN + seat] & ~s[FACE_DOWN]
    slot = 0
    while loose >> slot != 0:
        found += w[POINTS_OF + slot] * (loose >> slot & 1)
        slot += 1
    return found


@compiled
def points_of(s: State, w: Numbers, slot: int) -> int:
    """The points of a card on the table; a seedling has none (P31)."""
    return 0 if s[FACE_DOWN] >> slot & 1 != 0 else w[POINTS_OF + slot]


@compiled
def worth_of_leaving(s: State, w: Numbers, slot: int) -> int:
    """What a move is worth wherever it goes: what loses its support where it leaves."""
    points = w[POINTS_OF + slot]
    found = loss(s, w, slot, -1, 0) - w[WASTED_ACTION] // 2
    return found + w[OWN_AT_RISK] * points if s[LOOSE] >> slot & 1 != 0 else found


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
    return found - w[WASTED_ACTION] * (s[ACTIONS_LEFT] - 1) if t[EVENT_ENDS] != 0 else found


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
        only = s[NEAR + other + 1] & s[SUPPORT + other] == 1 << target
        if only and not shared and (s[PERMANENT] | s[LOOSE]) >> other & 1 == 0:
            risk = w[OWN_AT_RISK] if s[OWN + s[SEAT]] >> other & 1 != 0 else w[OTHER_AT_RISK]
            found += loss(s, w, other, -1, risk)
    if not kept and s[LOOSE] >> target & 1 == 0:
        risk = w[OWN_AT_RISK] if s[OWN + s[SEAT]] >> target & 1 != 0 else w[OTHER_AT_RISK]
        return loss(s, w, target, -1, risk)
    return found
