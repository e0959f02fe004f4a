"""Imagined games, played out: what is hidden is dealt by chance, and both sides play by the policy."""

from engine.bots.phylo.policy import choose, prepare
from engine.flat.chance import below, seed
from engine.flat.compiled import Numbers, compiled
from engine.flat.layout import DECK, DECK_COUNT, HAND, HAND_COUNT, NUMBER, OVER, RANDOM, ROW, SIZE, State
from engine.flat.tables import Tables
from engine.flat.turn import act, score

PARTS = 1 << 16
"""Into so many parts the chances of the pools are divided."""
TO_THE_END = 10_000
"""More turns than any game has."""


@compiled
def imagine_into(
    s: State, worlds: Numbers, parts: Numbers, shown: Numbers, w: Numbers, seat: int, number: int
) -> None:
    """Make `s` the imagined game of that number: another number deals the hidden cards in another way.

    `worlds` has a state for each pool of the other player's hidden cards, one after another, `parts` how far
    its share of PARTS reaches, and `shown` the set of the slots in the other hand that are known.
    """
    seed(s, number)
    part, pool = below(s, PARTS), 0
    while parts[pool] <= part:
        pool += 1
    random = s[RANDOM]
    for place in range(SIZE):
        s[place] = worlds[pool * SIZE + place]
    s[RANDOM] = random
    deck = DECK + ROW * seat
    for last in range(s[DECK_COUNT + seat] - 1, 0, -1):
        other = below(s, last + 1)
        s[deck + last], s[deck + other] = s[deck + other], s[deck + last]
    deal_other(s, w, 1 - seat, shown[pool])


@compiled
def deal_other(s: State, w: Numbers, seat: int, shown: int) -> None:
    """Deal a hand and a deck anew; what is `shown` stays in hand."""
    hand, deck, count = HAND + ROW * seat, DECK + ROW * seat, 0
    for place in range(s[HAND_COUNT + seat]):
        if shown >> s[hand + place] & 1 == 0:
            w[count] = s[hand + place]
            count += 1
    for place in range(s[DECK_COUNT + seat]):
        w[count] = s[deck + place]
        count += 1
    for last in range(count - 1, 0, -1):
        other = below(s, last + 1)
        w[last], w[other] = w[other], w[last]
    count = 0
    for place in range(s[HAND_COUNT + seat]):
        if shown >> s[hand + place] & 1 == 0:
            s[hand + place] = w[count]
            count += 1
    for place in range(s[DECK_COUNT + seat]):
        s[deck + place] = w[count]
        count += 1


@compiled
def play_out(s: State, t: Tables, w: Numbers, actions: Numbers, turns: int) -> None:
    """Play so many more turns, at most to the end of the game."""
    prepare(s, t, w)
    last = s[NUMBER] + turns
    while s[OVER] == 0 and s[NUMBER] <= last:
        act(s, t, choose(s, t, w, actions))


@compiled
def lead_of(s: State, t: Tables, seat: int) -> int:
    """By how many points a seat is ahead."""
    return score(s, t, seat) - score(s, t, 1 - seat)
