"""The choices of a seat that are worth playing out, by the policy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from engine.bots.drafting import playout
from engine.bots.drafting.bitboard import INSIDE, KINDS, NEAR, NUMBERS, SIZE, STRIDE, Masks, bottom_row
from engine.bots.drafting.playout import UNIT
from engine.bots.drafting.rules import FREE, STEP, WORTH
from engine.bots.drafting.search import opinions, settle
from engine.bots.drafting.seat import Cards, SeatView, after, cell, masks_at, moved, room
from engine.drafting.grid import Cell
from engine.drafting.layout import box
from engine.drafting.sets import SPACES
from engine.flat.compiled import array
from engine.record_format import DraftAction, Giving, Placing

FRAMES = 6
"""A small layout may end up in many places of the full board; this many are considered."""
MOVER_SPACES = 5
"""Rearrangements are considered for a rabbit or an octopus on this many of its spaces."""
MOVERS = 8
"""The most rearrangements that are played out."""


@dataclass
class Choice:
    """A choice, its value by the policy in points, and the seat's own layout after it."""

    action: Placing | Giving
    kind: int
    value: float
    masks: Masks
    room: tuple[int, int]
    """How far the layout can be moved on the full board, down and to the right."""

    @property
    def numbers(self) -> list[int]:
        """The choice as a CANDIDATE of search.py."""
        return [self.kind, int(self.action["do"] == "give"), *self.room, *self.masks]


def choices_of(seen: SeatView, legal: Sequence[DraftAction], rng: Random) -> list[Choice]:
    """Every card to give away; or every card on every space, and the best rearrangements. Best first."""
    gifts = [action for action in legal if action["do"] == "give"]
    places = [action for action in legal if action["do"] == "place"]
    found = _gifts(seen, gifts) if gifts else _places(seen, places, rng)
    return sorted(found, key=lambda each: -each.value)


def _gifts(seen: SeatView, legal: Sequence[Giving]) -> list[Choice]:
    world = seen.world()
    for seat in range(2):
        settle(world, seen.table, seat, 0, 0)
    own, free = masks_at(seen.layouts[0], seen.rules), room(seen.layouts[0])
    found = []
    for action in legal:
        kind = seen.rules.kinds.index(action["card"])
        cost = playout.cost(world, seen.table, kind, SPACES - seen.turn)
        found.append(Choice(action, kind, -cost / UNIT, own, free))
    return found


def _places(seen: SeatView, legal: Sequence[Placing], rng: Random) -> list[Choice]:
    opinion = _opinions(seen, rng)
    plain, movers = [], []
    for action in legal:
        kind = seen.rules.kinds.index(action["card"])
        if "swap" in action or "shift" in action:
            movers.append(action)
        else:
            plain.append(_placed(seen, action, kind, opinion[kind, cell(action["at"])]))
    if movers:
        plain += _rearranged(seen, movers, opinion)
    return plain


def _placed(seen: SeatView, action: Placing, kind: int, value: float) -> Choice:
    cards = after(seen.layouts[seen.seat], kind, action)
    return Choice(action, kind, value, masks_at(cards, seen.rules), room(cards))


def _opinions(seen: SeatView, rng: Random) -> dict[tuple[int, Cell], float]:
    """The policy's value of each card type on each space, averaged over places of the layout on the board."""
    cards = seen.layouts[seen.seat]
    top, left, _bottom, _right = box(cards) if cards else (0, 0, 0, 0)
    down, right = room(cards)
    places = list(product(range(down + 1), range(right + 1)))
    if len(places) > FRAMES:
        places = [*rng.sample(places, FRAMES - 2), (0, 0), (down, right)]
    found: dict[tuple[int, Cell], list[float]] = {}
    for down, right in places:
        world, values = seen.world(), array(KINDS * SIZE)
        settle(world, seen.table, seen.seat, down, right)
        opinions(world, seen.table, seen.seat, SPACES - seen.turn, values)
        free = playout.spaces(world, seen.seat)
        for kind, number in product(sorted(set(seen.hand)), range(SIZE)):
            if free >> number & 1:
                row, column = divmod(number, STRIDE)
                where = (row - down + top, column - right + left) if cards else (0, 0)
                found.setdefault((kind, where), []).append(values[kind * SIZE + number] / UNIT)
    if not cards:
        return {key: max(each) for key, each in found.items()}
    return {key: sum(each) / len(each) for key, each in found.items()}


def _rearranged(
    seen: SeatView, movers: Sequence[Placing], opinion: Mapping[tuple[int, Cell], float]
) -> list[Choice]:
    """The rearrangements that improve the layout most, on the mover's best spaces."""
    kind, cards = seen.rules.mover, seen.layouts[seen.seat]
    worth, usual = _worths(seen), seen.table[WORTH + kind] / 100
    spaces = sorted({cell(action["at"]) for action in movers}, key=lambda at: -opinion[kind, at])
    plain = {at: worth(cards | {at: kind}) for at in spaces[:MOVER_SPACES]}
    found = []
    for action in movers:
        at = cell(action["at"])
        if at in plain:
            better = worth(after(cards, kind, action)) - plain[at]
            if better > 0 or len(movers) <= MOVERS:
                # The policy's value of a mover already includes that of a rearrangement.
                found.append((opinion[kind, at] - usual + better, action))
    found.sort(key=lambda each: -each[0])
    return [_placed(seen, action, kind, value) for value, action in found[:MOVERS]]


def _worths(seen: SeatView) -> Callable[[Cards], float]:
    """A function that values whole layouts: their points, and what cards may gain from empty cells."""
    world, board = seen.world(), playout.BOARDS + KINDS * seen.seat
    table, left = seen.table, (SPACES - seen.turn) / SPACES
    near = [int(mask) for mask in NEAR]
    for seat in range(len(seen.layouts)):
        playout.count(world, table, seat, bottom_row(playout.taken(world, seat)))
    hopes = [table[FREE + kind] / 100 for kind in range(KINDS)]

    def worth(cards: Cards) -> float:
        down, right = (steps // 2 for steps in room(cards))
        masks = moved(masks_at(cards, seen.rules), down, right)
        for kind, mask in enumerate(masks):
            world[board + kind] = mask
        playout.count(world, table, seen.seat, bottom_row(sum(masks)))
        playout.sum_up(world, table)
        found = world[playout.TOTALS + seen.seat] + table[STEP] / 100 * world[playout.SIZES + seen.seat]
        empty = INSIDE & ~sum(masks)
        for hope, mask in zip(hopes, masks, strict=True):
            free = sum((near[number] & empty).bit_count() for number in NUMBERS if mask >> number & 1)
            found += hope * left * free
        return float(found)

    return worth
