"""Greedy: maximises the score after this action, with prizes as they would be awarded then."""

from collections.abc import Mapping, Sequence
from random import Random

from engine.bots.drafting import playout
from engine.bots.drafting.bitboard import KINDS, STRIDE, bottom_row
from engine.bots.drafting.seat import Cards, SeatView, after, cell, masks_at
from engine.bots.one_ahead import of_worths
from engine.bots.thought import Thought
from engine.drafting.grid import Cell, beside
from engine.drafting.layout import box
from engine.drafting.sets import WIDTH
from engine.flat.compiled import Numbers
from engine.record_format import DraftAction, DraftView, Flipping


def choose(
    view: DraftView, legal: Sequence[DraftAction], rng: Random, budget: float | None = None
) -> DraftAction:
    """The action with the best score, in a solo game with the best lead; ties are broken at random."""
    seen = SeatView.of(view)
    worth = worths(seen, legal)
    best = max(worth)
    return rng.choice([action for action, each in zip(legal, worth, strict=True) if each == best])


def think(view: DraftView, legal: Sequence[DraftAction], rng: Random) -> Thought[DraftAction]:
    """Every action with its worth as the expected lead, and one of the best."""
    return of_worths(legal, worths(SeatView.of(view), legal), rng)


def worths(seen: SeatView, legal: Sequence[DraftAction]) -> list[int]:
    """The score after each action; in a solo game the lead over the opponent."""
    rules, world = seen.rules, seen.world()
    for seat in range(len(seen.layouts)):
        _lay_out(seen, world, seat, seen.layouts[seat])
    found = []
    for action in legal:
        if action["do"] == "flip":
            found.append(_flipped(seen, action))
            continue
        whose = 1 if action["do"] == "give" else seen.seat
        cards, kind = seen.layouts[whose], rules.kinds.index(action["card"])
        if action["do"] == "give":
            cards = cards | {divmod(len(cards), WIDTH): kind}
        else:
            cards = after(cards, kind, action)
        _lay_out(seen, world, whose, cards)
        found.append(_worth(seen, world))
    return found


def _flipped(seen: SeatView, action: Flipping) -> int:
    """The score or lead after one more card is turned over by a whale."""
    whose, flips = turning(seen), seen.flips.copy()
    flips[whose] = flips[whose] | {cell(action["whale"]): cell(action["card"])}
    return standing(seen, flips)


def standing(seen: SeatView, flips: Sequence[Mapping[Cell, Cell]]) -> int:
    """The score, or in a solo game the lead, with these flips (whale -> card) on each layout."""
    world = seen.world()
    for seat, cards in enumerate(seen.layouts):
        _lay_out(seen, world, seat, cards, list(flips[seat].values()))
    return _worth(seen, world)


def turning(seen: SeatView) -> int:
    """The seat whose whales act now: a solo player's own before the opponent's."""
    if seen.players > 1:
        return seen.seat
    cards, flips = seen.layouts[0], seen.flips[0]
    down = set(flips.values())
    for whale, kind in cards.items():
        owes = kind == seen.rules.whale and whale not in flips
        if owes and any(near in cards and near not in down for near in beside(whale)):
            return 0
    return 1


def _lay_out(seen: SeatView, world: Numbers, seat: int, cards: Cards, down: Sequence[Cell] = ()) -> None:
    """Write a layout into a world and count it; the cards in the cells `down` are turned over."""
    masks = masks_at(cards, seen.rules)
    bottom = bottom_row(sum(masks))
    if down:
        top, left, _bottom, _right = box(cards)
        hidden = sum(1 << (row - top) * STRIDE + column - left for row, column in down)
        masks = [mask & ~hidden for mask in masks]
    world[playout.BOARDS + KINDS * seat : playout.BOARDS + KINDS * (seat + 1)] = masks
    playout.count(world, seen.table, seat, bottom)


def _worth(seen: SeatView, world: Numbers) -> int:
    playout.sum_up(world, seen.table)
    own = int(world[playout.TOTALS + seen.seat])
    return own - int(world[playout.TOTALS + 1]) if seen.players == 1 else own
