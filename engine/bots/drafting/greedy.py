"""Greedy: what gives the best score now, with the prizes that it would win now."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.bots.drafting.bits import STRIDE, bottom_row
from engine.bots.drafting.playout import totals
from engine.bots.drafting.sight import Sight, after, cell, face_up, masks_at
from engine.drafting.grid import Cell, beside
from engine.drafting.layout import box
from engine.drafting.sets import WIDTH


def choose(
    view: Mapping[str, Any], legal: Sequence[Mapping[str, Any]], chance: Random, budget: float | None = None
) -> Mapping[str, Any]:
    """The action with the best score; alone, with the best lead. Of several as good ones any."""
    sight = Sight.of(view)
    worth = worths(sight, legal)
    best = max(worth)
    return chance.choice([action for action, each in zip(legal, worth, strict=True) if each == best])


def worths(sight: Sight, legal: Sequence[Mapping[str, Any]]) -> list[int]:
    """The score after each of the actions; alone, the lead on the opponent."""
    if legal[0]["do"] == "flip":
        return flipped(sight, legal)
    rules, seat = sight.rules, sight.seat
    whose = 1 if legal[0]["do"] == "give" else seat
    boards = [masks_at(cards, rules) for cards in sight.layouts]
    bottoms = [bottom_row(sum(masks)) for masks in boards]
    cards, found = sight.layouts[whose], []
    for action in legal:
        if whose != seat:
            action = {"at": divmod(len(cards), WIDTH), **action}
        boards[whose] = masks_at(after(cards, rules.KINDS.index(action["card"]), action), rules)
        bottoms[whose] = bottom_row(sum(boards[whose]))
        found.append(_worth(sight, boards, bottoms))
    return found


def flipped(sight: Sight, legal: Sequence[Mapping[str, Any]]) -> list[int]:
    """The same of what a whale may turn over, beside the cards that are turned over already."""
    whose, found = turning(sight), []
    for action in legal:
        flips = sight.flips.copy()
        flips[whose] = flips[whose] | {cell(action["whale"]): cell(action["card"])}
        found.append(standing(sight, flips))
    return found


def standing(sight: Sight, flips: Sequence[Mapping[Cell, Cell]]) -> int:
    """The score, or alone the lead, with these cards turned over on each of the layouts."""
    boards = [masks_at(cards, sight.rules) for cards in sight.layouts]
    bottoms = [bottom_row(sum(masks)) for masks in boards]
    for seat, cards in enumerate(sight.layouts):
        boards[seat] = face_up(boards[seat], [number_in(cards, each) for each in flips[seat].values()])
    return _worth(sight, boards, bottoms)


def turning(sight: Sight) -> int:
    """Whose whales are to turn: a lone player comes first, and then turns the opponent's."""
    if sight.players > 1:
        return sight.seat
    cards, flips = sight.layouts[0], sight.flips[0]
    down = set(flips.values())
    for whale, kind in cards.items():
        owes = kind == sight.rules.WHALE and whale not in flips
        if owes and any(near in cards and near not in down for near in beside(whale)):
            return 0
    return 1


def number_in(cards: Mapping[Cell, int], where: Cell) -> int:
    """A cell of a layout as the bit of its board."""
    top, left, _bottom, _right = box(cards)
    return (where[0] - top) * STRIDE + where[1] - left


def _worth(sight: Sight, boards: list[list[int]], bottoms: list[int]) -> int:
    alone = sight.players == 1
    pile = sight.pile if sight.players == 2 else None
    found = totals(boards, bottoms, sight.rules, pile=pile, solo=alone)
    return found[0] - found[1] if alone else found[sight.seat]
