"""Sequential halving: all candidates are tried in the same imagined games, and the better half goes on.

The same luck for every candidate tells them apart with few playouts, and halving gives most of these to the
candidates that are hard to tell apart. How an action looks to the policy counts as some tries, so that the
first rounds are not made by luck alone. All sums are whole numbers, so every machine chooses alike.

Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits* (2013).
"""

from engine.bots.phylo.estimate import chance_with, expected_lead
from engine.bots.phylo.playing import imagine_into, lead_of, play_out
from engine.bots.phylo.policy import LOOKS, look_at, prepare
from engine.flat.compiled import Numbers, compiled
from engine.flat.layout import OVER, State
from engine.flat.listing import legal
from engine.flat.tables import Tables
from engine.flat.turn import act

# A candidate, by place in a table of WIDEST rows; LEAD and CHANCE are sums over its tries.
ACTION, LOOK, TRIES, LEAD, CHANCE = range(5)
CANDIDATE = 5
WIDEST = 24
"""Actions that look worse at a glance are never tried."""
EACH = 4
"""With fewer playouts for each candidate, fewer are tried."""
TABLE = WIDEST * CANDIDATE
WHOLE = 1000
"""The chance of a sure win."""
LOOK_TRIES = 5
"""As many tries as how an action looks counts for."""
TURNS = 12
"""After which the rest of a playout is estimated."""


@compiled
def list_candidates(s: State, t: Tables, w: Numbers, actions: Numbers, table: Numbers, playouts: int) -> int:
    """Write the legal actions that look best into `table`, best first; how many there are."""
    count, made, most = legal(s, t, actions), 0, max(2, min(WIDEST, playouts // EACH))
    prepare(s, t, w)
    look_at(s, t, w, actions, count)
    for number in range(count):
        look = w[LOOKS + number]
        if made == most:
            if table[CANDIDATE * (made - 1) + LOOK] >= look:
                continue
            made -= 1
        place = CANDIDATE * made
        while place > 0 and table[place - CANDIDATE + LOOK] < look:
            table[place + LOOK] = table[place - CANDIDATE + LOOK]
            table[place + ACTION] = table[place - CANDIDATE + ACTION]
            place -= CANDIDATE
        table[place + LOOK], table[place + ACTION] = look, actions[number]
        made += 1
    for place in range(0, CANDIDATE * made, CANDIDATE):
        table[place + TRIES] = table[place + LEAD] = table[place + CHANCE] = 0
    return made


@compiled
def try_out(
    t: Tables, worlds: Numbers, parts: Numbers, shown: Numbers, seat: int, first: int, games: int, count: int,
    table: Numbers, s: State, w: Numbers, actions: Numbers,
) -> None:  # fmt: skip
    """Try the first `count` candidates in so many imagined games, the first of which has that number."""
    for number in range(first, first + games):
        for place in range(0, CANDIDATE * count, CANDIDATE):
            imagine_into(s, worlds, parts, shown, w, seat, number)
            act(s, t, table[place + ACTION])
            play_out(s, t, w, actions, TURNS)
            if s[OVER] == 0:
                lead = expected_lead(s, t, w, 0, seat)
                won = int(WHOLE * chance_with(s, t, lead))
            else:
                lead = 100 * lead_of(s, t, seat)
                won = WHOLE if lead > 0 else WHOLE // 2 if lead == 0 else 0
            table[place + TRIES] += 1
            table[place + LEAD] += lead
            table[place + CHANCE] += won


@compiled
def halve(table: Numbers, count: int) -> int:
    """Put the best of the first `count` candidates, which were tried equally often, first; how many go on."""
    for end in range(CANDIDATE, CANDIDATE * count, CANDIDATE):
        place = end
        while place > 0 and value(table, place) > value(table, place - CANDIDATE):
            for column in range(place, place + CANDIDATE):
                other = column - CANDIDATE
                table[column], table[other] = table[other], table[column]
            place -= CANDIDATE
    return (count + 1) // 2


@compiled
def value(table: Numbers, place: int) -> int:
    """What a candidate is worth, times its tries and LOOK_TRIES, which are those of all that it is beside."""
    found: int = table[place + LEAD] + LOOK_TRIES * table[place + LOOK]
    return found


@compiled
def rounds_of(count: int) -> int:
    """How many rounds it takes until one of so many candidates is left; one if there is no other."""
    found = 1
    while count > 2:
        count = (count + 1) // 2
        found += 1
    return found


@compiled
def games_in(playouts: int, rounds: int, count: int) -> int:
    """In how many imagined games each of the candidates is tried that are left in a round."""
    return max(1, playouts // (rounds * count))
