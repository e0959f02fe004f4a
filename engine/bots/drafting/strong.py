"""Strong: plays the game on from its best choices, with hidden hands as they may be.

It takes the choice that ends best, what the next seats do with the cards that they are passed among it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from engine.bots.drafting import greedy, land
from engine.bots.drafting.bits import INSIDE, NEAR, STRIDE, Masks, numbers
from engine.bots.drafting.playout import Side, Table, Weights, values
from engine.bots.drafting.sight import Sight, after, cell, masks_at, moved, room
from engine.bots.drafting.weights import LAND, REEF
from engine.drafting.grid import Cell, beside
from engine.drafting.layout import box
from engine.drafting.sets import SPACES

WORK = 1_000
"""So many cards are placed in games that are played on for one choice, by all seats together."""
FEWEST, MOST = 12, 72
"""Games that are played on for one choice."""
ROUNDS = (6, 3)
"""So many of the best choices share a half of the games each: some, then those of them that end best."""
FRAMES = 6
"""A young layout may come to lie in many places of the full board; so many are looked at."""
MOVER_SPACES = 3
"""Exchanges are looked at for a rabbit or an octopus on so many of its spaces."""
MOVERS = 4
"""The best exchanges that are played on at most."""
WHALES = 4
"""Whales whose cards are chosen together at most."""
TRUST = 6.0
"""The policy's own opinion counts as much as so many games played on."""


@dataclass
class Candidate:
    """A choice, what the policy thinks of it, and the layout (the opponent's, if it is given) after it."""

    action: Mapping[str, Any]
    kind: int
    value: float
    masks: Masks
    room: tuple[int, int]
    """How far the layout may still be moved on the full board, down and to the right."""
    total: float = 0.0
    games: int = 0

    def worth(self, level: float) -> float:
        return (self.total + TRUST * (self.value + level)) / (self.games + TRUST)


def choose(
    view: Mapping[str, Any], legal: Sequence[Mapping[str, Any]], chance: Random, budget: float | None = None
) -> Mapping[str, Any]:
    """One of the legal actions; a whale's card is chosen with those that follow."""
    if len(legal) == 1:
        return legal[0]
    sight = Sight.of(view)
    weights = weights_of(sight)
    if legal[0]["do"] == "flip":
        return _flip(sight, legal, chance)
    if legal[0]["do"] == "give":
        candidates = _gifts(sight, legal, weights)
    else:
        candidates = _places(sight, legal, weights, chance)
    return _best(sight, candidates, weights, chance)


def weights_of(sight: Sight) -> Weights:
    return LAND if sight.rules is land else REEF


def _best(sight: Sight, candidates: list[Candidate], weights: Weights, chance: Random) -> Mapping[str, Any]:
    candidates = sorted(candidates, key=lambda each: -each.value)
    start = chance.getrandbits(32)
    wanted = WORK // (sight.players * (SPACES + 1 - sight.turn))
    wanted = min(max(wanted, FEWEST), MOST)
    for number, most in enumerate(ROUNDS):
        candidates = candidates[:most]
        if len(candidates) == 1:
            break
        for game in range(wanted // len(ROUNDS) // most):
            seed = f"{start} {number} {game}"
            for candidate in candidates:
                candidate.total += _ending(sight, candidate, weights, Random(seed))
                candidate.games += 1
        played = sum(each.total for each in candidates) / sum(each.games for each in candidates)
        level = played - sum(each.value for each in candidates) / len(candidates)
        ranked = sorted(((-each.worth(level), place) for place, each in enumerate(candidates)))
        candidates = [candidates[place] for _worth, place in ranked]
    return candidates[0].action


def _ending(sight: Sight, candidate: Candidate, weights: Weights, chance: Random) -> float:
    """How far this seat is ahead at the end of a game that goes on from a choice."""
    rules, seat = sight.rules, sight.seat
    hands, deck = sight.hidden(chance)
    giving = candidate.action["do"] == "give"
    hands[seat] = hands[seat].copy()
    sides = []
    for each, cards in enumerate(sight.layouts):
        ours = each == seat and not giving
        masks, free = (candidate.masks, candidate.room) if ours else (masks_at(cards, rules), room(cards))
        if sight.players == 1 and each == 1:
            free = (0, 0)
        down, right = (int(chance.random() * (steps + 1)) for steps in free)
        sides.append(Side(moved(masks, down, right), rules, weights))
    table = Table(rules, weights, sight.players, sight.turn, hands, sides, deck, sight.pile.copy())
    if giving:
        table.give(candidate.kind)
        scores = table.play_out(chance)
    else:
        hands[seat].remove(candidate.kind)
        scores = table.play_out(chance, first=(seat,))
    others = [score for each, score in enumerate(scores) if each != seat]
    return scores[seat] - 0.5 * max(others) - 0.5 * sum(others) / len(others)


# What is played on.


def _gifts(sight: Sight, legal: Sequence[Mapping[str, Any]], weights: Weights) -> list[Candidate]:
    rules = sight.rules
    sides = [Side(masks_at(cards, rules), rules, weights) for cards in sight.layouts]
    table = Table(rules, weights, 1, sight.turn, [sight.hand], sides, [], sight.pile)
    left = (SPACES - sight.turn) / SPACES
    cost = table.costs(left)
    own, free = masks_at(sight.layouts[0], rules), room(sight.layouts[0])
    kinds = [(action, rules.KINDS.index(action["card"])) for action in legal]
    return [Candidate(action, kind, -cost[kind], own, free) for action, kind in kinds]


def _places(
    sight: Sight, legal: Sequence[Mapping[str, Any]], weights: Weights, chance: Random
) -> list[Candidate]:
    """Every card on every space, and the best exchanges of a rabbit or an octopus."""
    rules = sight.rules
    opinion = _opinions(sight, weights, chance)
    plain, movers = [], []
    for action in legal:
        kind = rules.KINDS.index(action["card"])
        if "swap" in action or "shift" in action:
            movers.append((action, kind))
        else:
            plain.append(_candidate(sight, action, kind, opinion[kind, cell(action["at"])]))
    if movers:
        plain += _rearranged(sight, movers, opinion, weights)
    return plain


def _candidate(sight: Sight, action: Mapping[str, Any], kind: int, value: float) -> Candidate:
    cards = after(sight.layouts[sight.seat], kind, action)
    return Candidate(action, kind, value, masks_at(cards, sight.rules), room(cards))


def _opinions(sight: Sight, weights: Weights, chance: Random) -> dict[tuple[int, Cell], float]:
    """What the policy thinks of each card type on each space, in the middle of some places of the layout."""
    rules, cards = sight.rules, sight.layouts[sight.seat]
    masks = masks_at(cards, rules)
    top, left, _bottom, _right = box(cards) if cards else (0, 0, 0, 0)
    down, right = room(cards)
    places = list(product(range(down + 1), range(right + 1)))
    if len(places) > FRAMES:
        places = [*chance.sample(places, FRAMES - 2), (0, 0), (down, right)]
    share = (SPACES - sight.turn) / SPACES
    found: dict[tuple[int, Cell], list[float]] = {}
    for down, right in places:
        side = Side(moved(masks, down, right), rules, weights)
        for value, kind, number in values(side, sorted(set(sight.hand)), share, rules, weights):
            row, column = divmod(number, STRIDE)
            where = (row - down + top, column - right + left) if cards else (0, 0)
            found.setdefault((kind, where), []).append(value)
    if not cards:
        return {key: max(each) for key, each in found.items()}
    return {key: sum(each) / len(each) for key, each in found.items()}


def _rearranged(
    sight: Sight,
    movers: list[tuple[Mapping[str, Any], int]],
    opinion: Mapping[tuple[int, Cell], float],
    weights: Weights,
) -> list[Candidate]:
    """The exchanges after which the layout is worth most, on the mover's best spaces."""
    kind = movers[0][1]
    worth = _worths(sight, weights)
    spaces = sorted({cell(action["at"]) for action, _kind in movers}, key=lambda at: -opinion[kind, at])
    plain = {at: worth(after(sight.layouts[sight.seat], kind, {"at": at})) for at in spaces[:MOVER_SPACES]}
    found = []
    for action, kind in movers:
        at = cell(action["at"])
        if at in plain:
            better = worth(after(sight.layouts[sight.seat], kind, action)) - plain[at]
            if better > 0:
                # The policy's opinion of a mover has the use of its exchange in it already.
                value = opinion[kind, at] - weights.worth[kind] + better
                found.append((value, action))
    found.sort(key=lambda each: -each[0])
    return [_candidate(sight, action, kind, value) for value, action in found[:MOVERS]]


def _worths(sight: Sight, weights: Weights) -> Callable[[Mapping[Cell, int]], float]:
    """A measure for whole layouts: their points, and what their cards hope for from empty cells."""
    rules = sight.rules
    left = (SPACES - sight.turn) / SPACES

    def worth(cards: Mapping[Cell, int]) -> float:
        down, right = (steps // 2 for steps in room(dict(cards)))
        masks = moved(masks_at(dict(cards), rules), down, right)
        empty = INSIDE & ~sum(masks)
        found = float(rules.total(rules.points(masks)))
        found += sum(weights.step * size for size in rules.sizes(masks)[:1])
        for kind, mask in enumerate(masks):
            if weights.free[kind]:
                near = sum((NEAR[number] & empty).bit_count() for number in numbers(mask))
                found += weights.free[kind] * left * near
        return found

    return worth


# Whales.


def _flip(sight: Sight, legal: Sequence[Mapping[str, Any]], chance: Random) -> Mapping[str, Any]:
    """The flip with the best score when the other whales of the layout have turned their cards as well."""
    worth = _after_all_flips(sight, legal)
    best = max(worth)
    return chance.choice([action for action, each in zip(legal, worth, strict=True) if each == best])


def _after_all_flips(sight: Sight, legal: Sequence[Mapping[str, Any]]) -> list[int]:
    whales = sorted({cell(action["whale"]) for action in legal})
    whose = greedy.turning(sight)
    found = []
    for action in legal:
        done = dict(sight.flips[whose])
        done[cell(action["whale"])] = cell(action["card"])
        others = [whale for whale in whales if whale != cell(action["whale"])]
        found.append(_best_flips(sight, whose, done, others[: WHALES - 1]))
    return found


def _best_flips(sight: Sight, whose: int, done: Mapping[Cell, Cell], whales: Sequence[Cell]) -> int:
    """The best score that the remaining whales can leave."""
    if not whales:
        flips = sight.flips.copy()
        flips[whose] = dict(done)
        return greedy.standing(sight, flips)
    whale, rest = whales[0], whales[1:]
    cards, down = sight.layouts[whose], set(done.values())
    up = [near for near in beside(whale) if near in cards and near not in down]
    if not up:
        return _best_flips(sight, whose, done, rest)
    return max(_best_flips(sight, whose, {**done, whale: near}, rest) for near in up)
