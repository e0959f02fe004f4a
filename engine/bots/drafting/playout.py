"""
Games played to the end by a fast policy, on bitboards: whole numbers in one flat array, with nothing hidden.

What lies where in the array `w` is told below, and in rules.py what `t` holds: prizes, and weights.
"""

from engine.bots.drafting import coral_reef, ecosystem
from engine.bots.drafting.bitboard import (
    INSIDE,
    KINDS,
    NEAR,
    NUMBERS,
    SIZE,
    STRIDE,
    bottom_row,
    ones,
    spread,
)
from engine.bots.drafting.rules import (
    CORAL_REEF,
    EARLY,
    ECOSYSTEM,
    FREE,
    GAME,
    GIFT,
    GIFT_EARLY,
    KEEP,
    PRIZE,
    PRIZE_EARLY,
    PRIZES,
    STEP,
    VARIETY,
    WORTH,
)
from engine.drafting.sets import HAND, SPACES, WIDTH
from engine.flat.chance import below
from engine.flat.compiled import Numbers, compiled, frozen
from engine.flat.layout import RANDOM

SEATS = 6
PLAYERS, TURN, CARDS, HANDS_IN_PLAY, ROTATED = range(5)
"""CARDS: how many are left in the deck. ROTATED: the hands lie so many seats from where they began."""
BOARDS = RANDOM + 1
"""By seat and card type: its cells."""
PULL = BOARDS + SEATS * KINDS
"""By seat and cell: its value to the cards beside it while it is empty, in hundredths of a point."""
HANDS = PULL + SEATS * SIZE
"""By hand and card type: how many cards."""
PILE = HANDS + SEATS * KINDS
"""The neutral player's cards by type."""
POINTS = PILE + KINDS
"""By seat and card type."""
SIZES = POINTS + SEATS * KINDS
"""By prize: the counts of all seats and the pile."""
TOTALS = SIZES + 2 * (SEATS + 1)
ROOM = TOTALS + SEATS
"""By seat: how far the layout can be moved on the board, down and to the right."""
DECK = ROOM + 2 * SEATS
"""Cards are drawn from the end."""
LENGTH = DECK + 130

UNIT = 100 * SPACES
"""One point, in the numbers that the policy compares."""
CELLS = frozen(list(NUMBERS))


@compiled
def taken(w: Numbers, seat: int) -> int:
    """The cells with a card."""
    found, b = 0, BOARDS + seat * KINDS
    for kind in range(b, b + KINDS):
        found |= w[kind]
    return found


@compiled
def put(w: Numbers, t: Numbers, seat: int, kind: int, cell: int) -> None:
    w[BOARDS + seat * KINDS + kind] |= 1 << cell
    pull, free = PULL + seat * SIZE, t[FREE + kind]
    near = NEAR[cell]
    for step in (-STRIDE, -1, 1, STRIDE):
        if 0 <= cell + step < SIZE and near >> cell + step & 1:
            w[pull + cell + step] += free


@compiled
def count(w: Numbers, t: Numbers, seat: int, bottom: int) -> None:
    """Write the points and sizes of a board; `bottom` is its lowest row."""
    b, p = BOARDS + seat * KINDS, POINTS + seat * KINDS
    if t[GAME] == CORAL_REEF:
        coral_reef.points(w, b, p, bottom)
        w[SIZES + seat] = ones(w[b + coral_reef.PLANKTON])
    else:
        ecosystem.points(w, b, p, bottom)
        w[SIZES + seat] = ecosystem.largest(w[b + ecosystem.STREAM])
        w[SIZES + SEATS + 1 + seat] = ones(w[b + ecosystem.WOLF])


@compiled
def award(w: Numbers, t: Numbers, prize: int, seat: int, size: int) -> int:
    """The points that a seat gets for a prize with so many cards."""
    at, awards = SIZES + prize * (SEATS + 1), PRIZES + 4 * prize
    place = 1
    for rival in range(max(w[PLAYERS], 2)):
        if rival != seat and w[at + rival] > size:
            place += 1
    if w[PLAYERS] == 2 and w[PILE + t[awards]] > size:
        place += 1
    return t[awards + place] if size and place < 4 else 0


@compiled
def sum_up(w: Numbers, t: Numbers) -> None:
    """Award the prizes, and write the totals of all seats that have been counted."""
    players = w[PLAYERS]
    seats = max(players, 2)
    for prize in range(2):
        kind = t[PRIZES + 4 * prize]
        if kind >= 0:
            for seat in range(seats):
                size = w[SIZES + prize * (SEATS + 1) + seat]
                w[POINTS + seat * KINDS + kind] = award(w, t, prize, seat, size)
    for seat in range(seats):
        p = POINTS + seat * KINDS
        if t[GAME] == CORAL_REEF:
            w[TOTALS + seat] = coral_reef.total(w, p)
        else:
            w[TOTALS + seat] = ecosystem.total(w, p, players == 1 and seat == 1)


@compiled
def turn_over(w: Numbers, t: Numbers, seat: int, bottom: int, spoil: bool) -> None:
    """Let each whale turn over the card that costs least; with `spoil`, most."""
    b, p = BOARDS + seat * KINDS, POINTS + seat * KINDS
    whales = w[b + coral_reef.WHALE]
    up = taken(w, seat)
    for i in range(SPACES):
        if not whales >> CELLS[i] & 1:
            continue
        best, chosen, which = -(1 << 20), -1, 0
        for j in range(SPACES):
            cell = CELLS[j]
            if not NEAR[CELLS[i]] & up & 1 << cell:
                continue
            kind = 0
            while not w[b + kind] >> cell & 1:
                kind += 1
            w[b + kind] ^= 1 << cell
            coral_reef.points(w, b, p, bottom)
            # Plankton scores only by comparison between players, about 3 points a card.
            w[p + coral_reef.PLANKTON] = 3 * ones(w[b + coral_reef.PLANKTON])
            w[b + kind] ^= 1 << cell
            left = -coral_reef.total(w, p) if spoil else coral_reef.total(w, p)
            if left > best:
                best, chosen, which = left, cell, kind
        if chosen >= 0:
            w[b + which] ^= 1 << chosen
            up ^= 1 << chosen


@compiled
def finish(w: Numbers, t: Numbers) -> None:
    """Write the totals of the finished layouts."""
    for seat in range(max(w[PLAYERS], 2)):
        bottom = bottom_row(taken(w, seat))
        if t[GAME] == CORAL_REEF and w[BOARDS + seat * KINDS + coral_reef.WHALE]:
            turn_over(w, t, seat, bottom, w[PLAYERS] == 1 and seat == 1)
        count(w, t, seat, bottom)
    sum_up(w, t)


# The policy.


@compiled
def spaces(w: Numbers, seat: int) -> int:
    """The cells where a card may be placed."""
    here = taken(w, seat)
    return spread(here) & ~here if here else INSIDE


@compiled
def promised(w: Numbers, t: Numbers, prize: int, seat: int, size: int, left: int) -> int:
    """The value of having so many cards for a prize, in UNITs."""
    more = award(w, t, prize, seat, size) - award(w, t, prize, seat, w[SIZES + prize * (SEATS + 1) + seat])
    return more * (t[PRIZE] * SPACES + t[PRIZE_EARLY] * left)


@compiled
def value(w: Numbers, t: Numbers, seat: int, kind: int, cell: int, left: int) -> int:
    """The value of a card in a cell, in UNITs; `left` is the number of turns to come."""
    b, p = BOARDS + seat * KINDS, POINTS + seat * KINDS
    if t[GAME] == CORAL_REEF:
        gain = coral_reef.gain(w, b, kind, cell)
        more = UNIT
        if kind < 9 and kind // 3 == coral_reef.lowest(w, p):
            more += t[VARIETY] * SPACES
        found = gain * more
        if kind == coral_reef.PLANKTON:
            found += promised(w, t, 0, seat, w[SIZES + seat] + 1, left)
    else:
        gain = ecosystem.gain(w, b, kind, cell)
        found = gain * UNIT
        if gain > 0 and w[p + kind] == 0:
            found += t[VARIETY] * SPACES
        if kind == ecosystem.STREAM:
            longest = ecosystem.largest(w[b + ecosystem.STREAM] | 1 << cell)
            found += t[STEP] * SPACES * (longest - w[SIZES + seat])
            found += promised(w, t, 0, seat, longest, left)
        if kind == ecosystem.WOLF:
            found += promised(w, t, 1, seat, w[SIZES + SEATS + 1 + seat] + 1, left)
    free = ones(NEAR[cell] & ~taken(w, seat))
    return found + left * (free * t[FREE + kind] - w[PULL + seat * SIZE + cell])


@compiled
def constant(t: Numbers, kind: int, left: int) -> int:
    """What the policy sees in a card wherever it lies, in UNITs."""
    return t[WORTH + kind] * SPACES + t[EARLY + kind] * left


@compiled
def dearest(w: Numbers, t: Numbers, seat: int, kind: int, left: int) -> int:
    """The best value of a card, times 32, plus its cell."""
    free = spaces(w, seat)
    best = -(1 << 40)
    for cell in range(SIZE):
        if free >> cell & 1:
            worth = value(w, t, seat, kind, cell, left) * 32 + SIZE - 1 - cell
            best = max(best, worth)
    return best + constant(t, kind, left) * 32


@compiled
def place_best(w: Numbers, t: Numbers, seat: int, hand: int, left: int) -> None:
    """Place the card of highest value in its best cell."""
    best, chosen = -(1 << 40), 0
    for kind in range(KINDS):
        if w[HANDS + hand * KINDS + kind]:
            worth = dearest(w, t, seat, kind, left)
            if worth > best:
                best, chosen = worth, kind
    w[HANDS + hand * KINDS + chosen] -= 1
    put(w, t, seat, chosen, SIZE - 1 - (best & 31))
    count(w, t, seat, bottom_row(taken(w, seat)))


@compiled
def cost(w: Numbers, t: Numbers, kind: int, left: int) -> int:
    """What giving a card away costs in a solo game: the opponent's gain, and part of its own value."""
    cell, b = CELLS[w[TURN] - 1], BOARDS + KINDS
    found = coral_reef.gain(w, b, kind, cell) if t[GAME] == CORAL_REEF else ecosystem.gain(w, b, kind, cell)
    if t[GAME] == ECOSYSTEM and kind == ecosystem.WOLF:
        found += award(w, t, 1, 1, w[SIZES + SEATS + 2] + 1) - award(w, t, 1, 1, w[SIZES + SEATS + 2])
    found = found * UNIT + t[GIFT + kind] * SPACES + t[GIFT_EARLY + kind] * left
    if left:
        found += dearest(w, t, 0, kind, left) // 32 * t[KEEP] // 100
    return found


# The course of the game.


@compiled
def draw(w: Numbers, hand: int, cards: int) -> None:
    cards = min(cards, w[CARDS])
    for _card in range(cards):
        w[CARDS] -= 1
        w[HANDS + hand * KINDS + w[DECK + w[CARDS]]] += 1


@compiled
def give(w: Numbers, t: Numbers, kind: int) -> None:
    """Give the solo opponent a card, draw, and begin the next turn."""
    w[HANDS + kind] -= 1
    put(w, t, 1, kind, CELLS[w[TURN] - 1])
    count(w, t, 1, bottom_row(taken(w, 1)))
    draw(w, 0, WIDTH if w[TURN] % WIDTH == 0 else 1)
    w[TURN] += 1


@compiled
def give_best(w: Numbers, t: Numbers, left: int) -> None:
    least, chosen = 1 << 40, 0
    for kind in range(KINDS):
        if w[HANDS + kind]:
            price = cost(w, t, kind, left)
            if price < least:
                least, chosen = price, kind
    give(w, t, chosen)


@compiled
def pass_on(w: Numbers) -> None:
    """End a turn: the neutral player lays a card, hands are passed on, and those of round 2 are dealt."""
    hands = w[HANDS_IN_PLAY]
    if w[PLAYERS] == 2:
        hand = HANDS + (2 + w[ROTATED]) % hands * KINDS
        left = 0
        for kind in range(KINDS):
            left += w[hand + kind]
        number, kind = below(w, left), 0
        while number >= w[hand + kind]:
            number -= w[hand + kind]
            kind += 1
        w[hand + kind] -= 1
        w[PILE + kind] += 1
    step = hands - 1 if w[TURN] <= HAND else 1
    w[ROTATED] = (w[ROTATED] + step) % hands
    w[TURN] += 1
    if w[TURN] == HAND + 1:
        for hand in range(hands):
            draw(w, hand, HAND)


@compiled
def play_out(w: Numbers, t: Numbers, placed: int) -> None:
    """Play to the end. `placed` is the seat that has already placed its card of this turn, or -1."""
    players, hands = w[PLAYERS], w[HANDS_IN_PLAY]
    while w[TURN] <= SPACES:
        left = SPACES - w[TURN]
        for seat in range(players):
            if seat != placed:
                place_best(w, t, seat, (seat + w[ROTATED]) % hands, left)
        placed = -1
        if players == 1:
            give_best(w, t, left)
        else:
            pass_on(w)
    finish(w, t)
