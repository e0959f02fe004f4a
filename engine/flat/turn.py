"""The course of a turn: carrying out actions, upkeep, drawing, the end of the game (P9 to P13, P32, P33)."""

from engine.flat.board import exchange, lift, put
from engine.flat.chance import below as random_below
from engine.flat.chance import shuffle
from engine.flat.choices import ways
from engine.flat.compiled import allocating, array, compiled
from engine.flat.events import draw, expire, play_event
from engine.flat.faces import effect_part, fact, recast
from engine.flat.layout import (
    ACTIONS_LEFT,
    ASCENDING,
    AT,
    BELOW,
    CARD,
    CELL,
    CELLS,
    COVERED,
    DECK,
    DECK_COUNT,
    DISCARD,
    DO_AT,
    DO_BITS,
    DRAW,
    EVENT,
    EVENT_PLAYED,
    EXTRA_AT,
    FACE_DOWN,
    HAND,
    HAND_COUNT,
    LAST_TURN,
    LIES_ON,
    LOOSE,
    LOWER,
    LYING,
    LYING_COUNT,
    MOVE,
    NUMBER,
    ORIGINAL,
    OVER,
    OWN,
    PLACED,
    PLACED_COUNT,
    PLAY,
    ROW,
    SEAT,
    SEEDLING_COUNT,
    SEEDLINGS,
    SLOT_AT,
    SLOT_BITS,
    SPECIES,
    SPREAD,
    UNDER,
    WAY_BITS,
    WINNER,
    State,
)
from engine.flat.leaving import bring_up, disown, drop_events, from_hand, from_pile, leave, to_pile, upkeep
from engine.flat.tables import (
    ACTIONS,
    BY,
    BY_SCALE,
    COVERS,
    DO_CHANGE_POINTS,
    DOES,
    DRAWN,
    EFFECT_COUNT,
    EVENT_ENDS,
    FIRST_EFFECT,
    FLAGS,
    FOOD_CHAIN,
    OPENING,
    POINTS,
    RECOVERS,
    SCALE,
    SPREADS_HAND,
    TRADE,
    Tables,
)


@compiled
def act(s: State, t: Tables, action: int) -> None:
    """Carry out a legal action of the seat whose turn it is, and end the turn if it was the last one."""
    cell, slot = action & CELLS - 1, action >> SLOT_AT & (1 << SLOT_BITS) - 1
    do, extra = action >> DO_AT & (1 << DO_BITS) - 1, action >> EXTRA_AT
    seat = s[SEAT]
    s[ACTIONS_LEFT] -= 1
    if do == PLAY:
        from_hand(s, seat, slot)
        if s[AT + cell] > 0:
            invade(s, t, slot, cell)
        else:
            put(s, cell, slot)
        s[OWN + seat] |= 1 << slot
    elif do == DISCARD:
        from_hand(s, seat, slot)
        to_pile(s, seat, slot)
        draw(s, seat, t[TRADE])
    elif do == MOVE:
        move(s, t, slot, cell)
    elif do == EVENT:
        if fact(t, s[CARD + slot], FLAGS) & RECOVERS != 0:
            play_to_recover(s, t, slot, cell, extra)
        else:
            play_event(s, t, slot, cell, s, 0)
        if t[EVENT_ENDS] != 0:  # P11
            s[ACTIONS_LEFT] = 0
    elif do == SPREAD:
        spread(s, t, slot, extra)
    elif do == BELOW:
        from_hand(s, seat, slot)
        s[UNDER + s[AT + cell] - 1] = slot + 1
        s[CELL + slot] = cell
        s[LOWER] |= 1 << slot
        s[OWN + seat] |= 1 << slot
    else:
        s[ACTIONS_LEFT] = 0
    if s[ACTIONS_LEFT] <= 0:
        end_turn(s, t)


@allocating
def play_to_recover(s: State, t: Tables, event: int, cell: int, way: int) -> None:
    """Play an event that recovers species, in one of its ways."""
    chosen = array(ROW)
    ways(s, t, event, cell, way, chosen)
    play_event(s, t, event, cell, chosen, 0)


@compiled
def invade(s: State, t: Tables, slot: int, cell: int) -> None:
    """The covered card is discarded (1.4a) or turned face down (1.3) (P23)."""
    prey = s[AT + cell] - 1
    if t[COVERS] == 0:
        leave(s, t, prey, slot, 0)
        return
    drop_events(s, t, prey)
    s[COVERED] |= 1 << prey
    s[LOWER] |= 1 << prey
    disown(s, prey)
    exchange(s, cell, slot)
    s[UNDER + slot] = prey + 1


@compiled
def move(s: State, t: Tables, slot: int, cell: int) -> None:
    """Move a species with its events and the parasite under it; a card that it covers is released (P25)."""
    old, below = s[CELL + slot], s[UNDER + slot] - 1
    if below >= 0 and s[COVERED] >> below & 1 != 0:
        s[UNDER + slot] = 0
        bring_up(s, t, old, below)
    else:
        lift(s, old)
        if below >= 0:
            s[CELL + below] = cell
    put(s, cell, slot)


@compiled
def spread(s: State, t: Tables, slot: int, extra: int) -> None:
    """Lay cards face down beside the card that spreads (P26, P31)."""
    seat, space = s[SEAT], s[CELL + slot]
    for number in range(4):
        card = (extra >> number * WAY_BITS & (1 << WAY_BITS) - 1) - 1
        if card < 0:
            continue
        if t[SPREADS_HAND] != 0:
            from_hand(s, seat, card)
        else:
            from_pile(s, seat, card)
        s[SEEDLINGS + s[SEEDLING_COUNT]] = card
        s[SEEDLING_COUNT] += 1
        s[ORIGINAL + card] = slot
        s[FACE_DOWN] |= 1 << card
        recast(s, t, card)
        put(s, space + ASCENDING[number], card)
        s[OWN + seat] |= 1 << card


@compiled
def end_turn(s: State, t: Tables) -> None:
    """Upkeep, expiry, then the other player's turn, or the end (P13, P29, P32)."""
    if s[LOOSE] | s[LOWER] != 0:
        upkeep(s, t, s[SEAT])
    if s[LYING_COUNT] > 0:
        expire(s, t)
    if s[LAST_TURN] != 0:
        first, second = score(s, t, 0), score(s, t, 1)
        s[OVER], s[ACTIONS_LEFT], s[EVENT_PLAYED] = 1, 0, 0
        s[WINNER] = DRAW if first == second else 1 if second > first else 0
        return
    if s[DECK_COUNT] == 0 or s[DECK_COUNT + 1] == 0:
        s[LAST_TURN] = 1
    begin_turn(s, t, 1 - s[SEAT])


@compiled
def begin_turn(s: State, t: Tables, seat: int) -> None:
    """Begin a turn and draw (P9)."""
    s[SEAT], s[ACTIONS_LEFT], s[EVENT_PLAYED] = seat, t[ACTIONS], 0
    s[NUMBER] += 1
    draw(s, seat, t[DRAWN])


@compiled
def score(s: State, t: Tables, seat: int) -> int:
    """The points of a seat's cards on the table (P33)."""
    points, counting = 0, s[OWN + seat] & ~s[FACE_DOWN]
    for place in range(s[PLACED_COUNT]):
        upper = s[AT + s[PLACED + place]] - 1
        if counting >> upper & 1 != 0:
            points += fact(t, s[CARD + upper], POINTS)
        below = s[UNDER + upper] - 1
        if below >= 0 and counting >> below & 1 != 0:
            points += fact(t, s[CARD + below], POINTS)
    for place in range(s[LYING_COUNT]):
        event = s[LYING + place]
        if counting >> s[LIES_ON + event] & 1 != 0:
            points += points_changed(t, s[CARD + event])
    return points


@compiled
def points_changed(t: Tables, kind: int) -> int:
    """By how much an event changes the points of its species (P30)."""
    points, first = 0, fact(t, kind, FIRST_EFFECT)
    for effect in range(first, first + fact(t, kind, EFFECT_COUNT)):
        if effect_part(t, effect, DOES) == DO_CHANGE_POINTS:
            points += effect_part(t, effect, BY)
    return points


@compiled
def deal(s: State, t: Tables) -> None:
    """Shuffle and deal the decks of a game that has not begun, reveal, and begin (P7 to P9)."""
    first, second = 0, 0
    for seat in range(2):
        shuffle(s, DECK + ROW * seat, s[DECK_COUNT + seat])
        draw(s, seat, t[OPENING])
        for place in range(s[HAND_COUNT + seat]):
            slot = s[HAND + ROW * seat + place]
            if s[SPECIES] >> slot & 1 != 0:
                compared = SCALE if t[BY_SCALE] != 0 else FOOD_CHAIN
                value = fact(t, s[CARD + slot], compared)
                first, second = (max(first, value), second) if seat == 0 else (first, max(second, value))
    if first == second:
        begin_turn(s, t, random_below(s, 2))
    else:
        begin_turn(s, t, 1 if second > first else 0)
