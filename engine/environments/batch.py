"""Many games of Phylo in the flat form, dealt and played together."""

from typing import NamedTuple

from engine.environments.flat_form import clear, number_all, observe
from engine.flat import layout as at
from engine.flat.chance import below, seed
from engine.flat.compiled import Numbers, compiled, copy_into
from engine.flat.layout import State
from engine.flat.listing import legal
from engine.flat.tables import Tables
from engine.flat.turn import act, deal, score

Grid = list[Numbers]
"""To the type checker; an array of two dimensions, whose rows are games."""
SEEDS = 2**31
"""How many there are."""


class Batch(NamedTuple):
    """
    The games, a row each, with what `ManyGames` shows of them. `starts` and `own` are by pair of decks: the
    game before it is dealt, and the seats' numbers of their cards; `pairs` says which one a game has.
    """

    states: Grid
    seeds: Numbers
    pairs: Numbers
    starts: Grid
    own: list[Grid]
    tables: Tables
    listed: Grid
    """The legal actions in the flat form, in the order of their `numbers`."""
    numbers: Grid
    counts: Numbers
    masks: Grid
    observations: Grid
    seats: Numbers
    room: Grid
    """For what is put in order: of keys, actions and cards."""


@compiled
def deal_all(b: Batch) -> None:
    """Deal every game, and write what its first seat may do and sees."""
    for game in range(len(b.states)):
        withdraw(b, game)
        deal_one(b, game)
        offer(b, game)


@compiled
def step_all(b: Batch, chosen: Numbers, rewards: Grid, scores: Grid, dones: list[bool]) -> int:
    """Carry out the actions with these numbers, or none; the first game where one is illegal, or -1."""
    for game in range(len(b.states)):
        place = found(b.numbers[game], b.counts[game], chosen[game])
        if place < 0:
            return game
        chosen[game] = place
    for game in range(len(b.states)):
        s = b.states[game]
        withdraw(b, game)
        act(s, b.tables, b.listed[game][chosen[game]])
        dones[game] = s[at.OVER] != 0
        settle(s, b.tables, rewards[game], scores[game])
        if s[at.OVER] != 0:
            b.seeds[game] = (b.seeds[game] + len(b.states)) % SEEDS
            deal_one(b, game)
        offer(b, game)
    return -1


@compiled
def observe_all(b: Batch, seat: int, rows: Grid) -> None:
    """Write what a seat sees in every game into empty rows."""
    for game in range(len(b.states)):
        observe(b.states[game], b.tables, seat, b.own[b.pairs[game]][seat], rows[game])


@compiled
def draw_all(b: Batch, chance: State, chosen: Numbers) -> None:
    """Choose an action of each game by chance."""
    for game in range(len(b.states)):
        chosen[game] = b.numbers[game][below(chance, b.counts[game])]


@compiled
def deal_one(b: Batch, game: int) -> None:
    """Deal one game by its seed."""
    b.pairs[game] = b.seeds[game] % len(b.starts)
    copy_into(b.states[game], b.starts[b.pairs[game]])
    seed(b.states[game], b.seeds[game])
    deal(b.states[game], b.tables)


@compiled
def settle(s: State, t: Tables, rewards: Numbers, scores: Numbers) -> None:
    """Write what a game was worth to each seat, if it is over."""
    for seat in range(2):
        rewards[seat], scores[seat] = 0, 0
        if s[at.OVER] != 0:
            scores[seat] = score(s, t, seat)
            if s[at.WINNER] != at.DRAW:
                rewards[seat] = 1 if s[at.WINNER] == seat else -1


@compiled
def withdraw(b: Batch, game: int) -> None:
    """Clear what was written of the game as it is, before it goes on."""
    mask, numbers = b.masks[game], b.numbers[game]
    for place in range(b.counts[game]):
        mask[numbers[place]] = 0
    clear(b.states[game], b.observations[game])


@compiled
def offer(b: Batch, game: int) -> None:
    """Write who is to act, what the seat may do, and what it sees."""
    s, mask, actions, numbers = b.states[game], b.masks[game], b.listed[game], b.numbers[game]
    seat = s[at.SEAT]
    own, count = b.own[b.pairs[game]][seat], legal(s, b.tables, actions)
    count = number_all(s, own, actions, count, numbers, b.room[0], b.room[1], b.room[2])
    for place in range(count):
        mask[numbers[place]] = 1
    b.seats[game], b.counts[game] = seat, count
    observe(s, b.tables, seat, own, b.observations[game])


@compiled
def found(numbers: Numbers, count: int, number: int) -> int:
    """Where a number is among so many, or -1."""
    for place in range(count):
        if numbers[place] == number:
            return place
    return -1
