"""Many games of Phylo in the flat form, dealt and played together."""

from typing import NamedTuple

from engine.environments.flat_form import (
    CARD_AT,
    EVENTS_AT,
    SIDE_AT,
    clear,
    number_all,
    observe,
    table_cell,
)
from engine.flat import layout as at
from engine.flat.chance import below, seed
from engine.flat.compiled import Numbers, compiled, copy_into
from engine.flat.layout import State
from engine.flat.listing import legal
from engine.flat.prefetch import prefetch
from engine.flat.tables import Tables
from engine.flat.turn import act, deal, score

Grid = list[Numbers]
"""To the type checker; an array of two dimensions, whose rows are games."""
SEEDS = 2**31
"""How many there are."""
SOON = 2
"""So many games before its turn what a game needs is fetched from memory."""
FEW = 128
"""So many games stay in the processor's second cache, and nothing is fetched ahead."""
AHEAD = 8
"""The same for the numbers alone of its actions."""
LINE = 8
"""Words that are fetched together: 64 bytes."""
SOME = 48
"""Cards, spaces or actions: what is fetched of a list before its length is known."""


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
        if game + AHEAD < len(b.states):
            for place in range(0, SOME, 2 * LINE):
                prefetch(b.numbers[game + AHEAD], place)
        place = found(b.numbers[game], b.counts[game], chosen[game])
        if place < 0:
            return game
        chosen[game] = place
    for game in range(SOON):
        prefetch_numbers(b, game)
    for game in range(len(b.states)):
        s = b.states[game]
        prefetch_numbers(b, game + SOON)
        prefetch_cells(b, game + 1)
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
def prefetch_numbers(b: Batch, game: int) -> None:
    """Fetch what most actions need of a game, wherever its cards lie; nothing after the last game."""
    if game >= len(b.states) or len(b.states) <= FEW:
        return
    s, listed, numbers = b.states[game], b.listed[game], b.numbers[game]
    for place in range(0, at.PILE_COUNT + 2, LINE):
        prefetch(s, place)
    for place in range(0, at.ROW, LINE):
        prefetch(s, at.CARD + place)
        prefetch(s, at.UNDER + place)
    for place in range(0, SOME, LINE):
        prefetch(s, at.PLACED + place)
        prefetch(s, at.OPEN + place)
        prefetch(s, at.NEAR - 1 - place)
        prefetch(listed, place)
    for place in range(0, SOME, 2 * LINE):
        prefetch(numbers, place)
    for seat in range(2):
        prefetch(s, at.HAND + at.ROW * seat)
        prefetch(s, at.PILE + at.ROW * seat)


@compiled
def prefetch_cells(b: Batch, game: int) -> None:
    """Fetch what depends on where the cards lie, of a game whose numbers are there already."""
    if game >= len(b.states) or len(b.states) <= FEW:
        return
    s, mask, row, numbers = b.states[game], b.masks[game], b.observations[game], b.numbers[game]
    for place in range(b.counts[game]):
        prefetch(mask, numbers[place])
    for place in range(s[at.OPEN_COUNT]):
        prefetch(s, at.AT + s[at.OPEN + place])
    for place in range(s[at.PLACED_COUNT]):
        cell = s[at.PLACED + place]
        seen = table_cell(cell)
        prefetch(s, at.AT + cell)
        prefetch(row, CARD_AT + seen)
        prefetch(row, SIDE_AT + seen)
    hand = at.HAND + at.ROW * s[at.SEAT]
    for place in range(s[at.HAND_COUNT + s[at.SEAT]]):
        prefetch(s, at.SUPPORT + s[hand + place])
        prefetch(s, at.BESIDE + s[hand + place])
    for place in range(EVENTS_AT, len(row), 4 * LINE):
        prefetch(row, place)


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
    if len(b.states) > FEW:
        for place in range(count):
            prefetch(mask, numbers[place])
    observe(s, b.tables, seat, own, b.observations[game])
    for place in range(count):
        mask[numbers[place]] = 1
    b.seats[game], b.counts[game] = seat, count


@compiled
def found(numbers: Numbers, count: int, number: int) -> int:
    """Where a number is among so many, or -1."""
    for place in range(count):
        if numbers[place] == number:
            return place
    return -1
