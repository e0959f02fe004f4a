"""Actions that name several cards: the choices of `recover` (P30), and SPREADs of more than one card (P26).

There may be millions, so they are listed one by one, and of very many only the first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from engine.phylo.actions import recovering, spread_action, spread_directions
from engine.phylo.game import Game
from engine.phylo.matchup import NEIGHBOURS
from engine.phylo.recovery import Recoveries, Recovery

# The neighbours by [x, y]: their directions, each with its step.
ASCENDING = tuple((direction, NEIGHBOURS[direction]) for direction in (0, 2, 3, 1))
MOST_NAMED = 100_000
"""The cards that all listed choices and SPREADs name together."""


@dataclass(frozen=True, slots=True)
class LazyActions:
    """The actions of an event that recovers, or of a card that spreads; each names `size` cards.

    `actions` begins anew with each call.
    """

    size: int
    actions: Callable[[], Iterator[int]]

    def first(self, most: int) -> list[int]:
        return list(islice(self.actions(), most))


def shared_out(lazy: Sequence[LazyActions]) -> tuple[list[int], bool]:
    """All these actions; or, if they name more than MOST_NAMED cards, as many of each, and False."""
    found: list[int] = []
    left = MOST_NAMED
    for each in lazy:
        more = each.first(left // each.size + 1)
        left -= len(more) * each.size
        if left < 0:
            share = MOST_NAMED // len(lazy)
            return [one for each in lazy for one in each.first(max(1, share // each.size))], False
        found += more
    return found, True


def choices(recoveries: Recoveries, aimed: Sequence[int], first: int = 0) -> LazyActions:
    """The choices of an event from that number on: each for all of its actions `aimed`, then the next."""

    def actions() -> Iterator[int]:
        for recovery in islice(recoveries, first, None):
            extra = recovering(0, recovery)
            yield from [action | extra for action in aimed]

    return LazyActions(recoveries.size, actions)


def layouts(game: Game, slot: int, source: Sequence[int]) -> LazyActions | None:
    """Every way to lay out as many cards as possible; using fewer is legal, but never listed."""
    space = game.cell_of[slot]
    free = [direction for direction, step in ASCENDING if space + step in game.open]
    count = min(game.matchup.spreads[slot], len(free), len(source))
    return (
        LazyActions(count, lambda: _layouts(game.matchup.kind_of, slot, source, free, count))
        if count
        else None
    )


def _layouts(
    kind_of: Sequence[int], slot: int, source: Sequence[int], free: Sequence[int], count: int
) -> Iterator[int]:
    copies: dict[int, list[int]] = {}
    for card in source:
        copies.setdefault(kind_of[card], []).append(card)
    # Cards and directions have bits of their own in an action.
    laid = [spread_directions(directions) for directions in combinations(free, count)]
    for order in _arrangements({kind: len(copies[kind]) for kind in sorted(copies)}, count):
        taken = [copies[kind][order[:place].count(kind)] for place, kind in enumerate(order)]
        action = spread_action(slot, [(card, 0) for card in taken])
        yield from [action + directions for directions in laid]


def _arrangements(copies: dict[int, int], count: int) -> Iterator[Recovery]:
    """The different rows of one card or more, in ascending order; `copies` by kind, lowest first."""
    if count == 1:
        yield from [(kind,) for kind, number in copies.items() if number]
        return
    for kind, number in copies.items():
        if number:
            copies[kind] -= 1
            for rest in _arrangements(copies, count - 1):
                yield kind, *rest
            copies[kind] = number
