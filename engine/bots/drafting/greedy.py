"""Greedy: maximises the score after this action, with prizes as they would be awarded then."""

from collections.abc import Mapping, Sequence
from random import Random

from engine.bots.drafting.bitboard import STRIDE, bottom_row
from engine.bots.drafting.playout import totals
from engine.bots.drafting.seat import SeatView, after, cell, face_up, masks_at
from engine.bots.one_ahead import of_worths
from engine.bots.thought import Thought
from engine.drafting.grid import Cell, beside
from engine.drafting.layout import box
from engine.drafting.sets import WIDTH
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
    rules = seen.rules
    boards = [masks_at(cards, rules) for cards in seen.layouts]
    bottoms = [bottom_row(sum(masks)) for masks in boards]
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
        boards[whose] = masks_at(cards, rules)
        bottoms[whose] = bottom_row(sum(boards[whose]))
        found.append(_worth(seen, boards, bottoms))
    return found


def _flipped(seen: SeatView, action: Flipping) -> int:
    """The score or lead after one more card is turned over by a whale."""
    whose, flips = turning(seen), seen.flips.copy()
    flips[whose] = flips[whose] | {cell(action["whale"]): cell(action["card"])}
    return standing(seen, flips)


def standing(seen: SeatView, flips: Sequence[Mapping[Cell, Cell]]) -> int:
    """The score, or in a solo game the lead, with these flips (whale -> card) on each layout."""
    boards = [masks_at(cards, seen.rules) for cards in seen.layouts]
    bottoms = [bottom_row(sum(masks)) for masks in boards]
    for seat, cards in enumerate(seen.layouts):
        boards[seat] = face_up(boards[seat], [number_in(cards, each) for each in flips[seat].values()])
    return _worth(seen, boards, bottoms)


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


def number_in(cards: Mapping[Cell, int], where: Cell) -> int:
    """The bit number of a layout's cell."""
    top, left, _bottom, _right = box(cards)
    return (where[0] - top) * STRIDE + where[1] - left


def _worth(seen: SeatView, boards: list[list[int]], bottoms: list[int]) -> int:
    alone = seen.players == 1
    pile = seen.pile if seen.players == 2 else None
    found = totals(boards, bottoms, seen.rules, pile=pile, solo=alone)
    return found[0] - found[1] if alone else found[seen.seat]
