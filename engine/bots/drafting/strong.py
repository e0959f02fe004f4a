"""Strong: plays its best choices out to the end of the game, guessing the hidden hands.

It takes the choice with the best results, which include what the next seats do with the cards passed to them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from engine.bots.drafting import greedy
from engine.bots.drafting.bitboard import INSIDE, NEAR, STRIDE, Masks, numbers
from engine.bots.drafting.playout import Playout, Side, values
from engine.bots.drafting.seat import Cards, SeatView, after, cell, masks_at, moved, room
from engine.drafting.grid import Cell, beside
from engine.drafting.layout import box
from engine.drafting.sets import SPACES
from engine.record_format import DraftAction, DraftView, Flipping, Giving, Placing

WORK = 1_000
"""The number of cards that all seats together place in the playouts for one choice."""
FEWEST, MOST = 12, 72
"""The number of playouts for one choice."""
ROUNDS = (6, 3)
"""How many candidates share each half of the playouts: the best by the policy, then the best by results."""
FRAMES = 6
"""A small layout may end up in many places of the full board; this many are considered."""
MOVER_SPACES = 3
"""Rearrangements are considered for a rabbit or an octopus on this many of its spaces."""
MOVERS = 4
"""The most rearrangements that are played out."""
WHALES = 4
"""The most whales whose flips are chosen together."""
TRUST = 6.0
"""The policy's value counts as much as this many playouts."""


@dataclass
class Candidate:
    """A choice, its value by the policy, and the seat's own layout after it."""

    action: Placing | Giving
    kind: int
    value: float
    masks: Masks
    room: tuple[int, int]
    """How far the layout can be moved on the full board, down and to the right."""
    total: float = 0.0
    games: int = 0

    def worth(self, level: float) -> float:
        return (self.total + TRUST * (self.value + level)) / (self.games + TRUST)


def choose(
    view: DraftView, legal: Sequence[DraftAction], rng: Random, budget: float | None = None
) -> DraftAction:
    """The best action found; a whale's flip is chosen together with those of the other whales."""
    if len(legal) == 1:
        return legal[0]
    seen = SeatView.of(view)
    flips = [action for action in legal if action["do"] == "flip"]
    if flips:
        return _flip(seen, flips, rng)
    gifts = [action for action in legal if action["do"] == "give"]
    if gifts:
        return _best(seen, _gifts(seen, gifts), rng)
    return _best(seen, _places(seen, [action for action in legal if action["do"] == "place"], rng), rng)


def _best(seen: SeatView, candidates: list[Candidate], rng: Random) -> DraftAction:
    candidates = sorted(candidates, key=lambda each: -each.value)
    start = rng.getrandbits(32)
    wanted = WORK // (seen.players * (SPACES + 1 - seen.turn))
    wanted = min(max(wanted, FEWEST), MOST)
    for number, most in enumerate(ROUNDS):
        candidates = candidates[:most]
        if len(candidates) == 1:
            break
        for game in range(wanted // len(ROUNDS) // most):
            seed = f"{start} {number} {game}"
            for candidate in candidates:
                candidate.total += _ending(seen, candidate, Random(seed))
                candidate.games += 1
        played = sum(each.total for each in candidates) / sum(each.games for each in candidates)
        level = played - sum(each.value for each in candidates) / len(candidates)
        ranked = sorted(((-each.worth(level), place) for place, each in enumerate(candidates)))
        candidates = [candidates[place] for _worth, place in ranked]
    return candidates[0].action


def _ending(seen: SeatView, candidate: Candidate, rng: Random) -> float:
    """The seat's lead at the end of a playout, over the mean of the best and the average opponent."""
    rules, seat = seen.rules, seen.seat
    hands, deck = seen.hidden(rng)
    giving = candidate.action["do"] == "give"
    hands[seat] = hands[seat].copy()
    sides = []
    for each, cards in enumerate(seen.layouts):
        ours = each == seat and not giving
        masks, free = (candidate.masks, candidate.room) if ours else (masks_at(cards, rules), room(cards))
        if seen.players == 1 and each == 1:
            free = (0, 0)
        down, right = (int(rng.random() * (steps + 1)) for steps in free)
        sides.append(Side(moved(masks, down, right), rules))
    playout = Playout(rules, seen.players, seen.turn, hands, sides, deck, seen.pile.copy())
    if giving:
        playout.give(candidate.kind)
        scores = playout.play_out(rng)
    else:
        hands[seat].remove(candidate.kind)
        scores = playout.play_out(rng, first=(seat,))
    others = [score for each, score in enumerate(scores) if each != seat]
    return scores[seat] - 0.5 * max(others) - 0.5 * sum(others) / len(others)


# The candidates.


def _gifts(seen: SeatView, legal: Sequence[Giving]) -> list[Candidate]:
    rules = seen.rules
    sides = [Side(masks_at(cards, rules), rules) for cards in seen.layouts]
    playout = Playout(rules, 1, seen.turn, [seen.hand], sides, [], seen.pile)
    left = (SPACES - seen.turn) / SPACES
    cost = playout.costs(left)
    own, free = masks_at(seen.layouts[0], rules), room(seen.layouts[0])
    found = []
    for action in legal:
        kind = rules.kinds.index(action["card"])
        found.append(Candidate(action, kind, -cost[kind], own, free))
    return found


def _places(seen: SeatView, legal: Sequence[Placing], rng: Random) -> list[Candidate]:
    """Every card on every space, and the best rearrangements by a rabbit or an octopus."""
    rules = seen.rules
    opinion = _opinions(seen, rng)
    plain, movers = [], []
    for action in legal:
        kind = rules.kinds.index(action["card"])
        if "swap" in action or "shift" in action:
            movers.append((action, kind))
        else:
            plain.append(_candidate(seen, action, kind, opinion[kind, cell(action["at"])]))
    if movers:
        plain += _rearranged(seen, movers, opinion)
    return plain


def _candidate(seen: SeatView, action: Placing, kind: int, value: float) -> Candidate:
    cards = after(seen.layouts[seen.seat], kind, action)
    return Candidate(action, kind, value, masks_at(cards, seen.rules), room(cards))


def _opinions(seen: SeatView, rng: Random) -> dict[tuple[int, Cell], float]:
    """The policy's value of each card type on each space, averaged over places of the layout on the board."""
    rules, cards = seen.rules, seen.layouts[seen.seat]
    masks = masks_at(cards, rules)
    top, left, _bottom, _right = box(cards) if cards else (0, 0, 0, 0)
    down, right = room(cards)
    places = list(product(range(down + 1), range(right + 1)))
    if len(places) > FRAMES:
        places = [*rng.sample(places, FRAMES - 2), (0, 0), (down, right)]
    share = (SPACES - seen.turn) / SPACES
    found: dict[tuple[int, Cell], list[float]] = {}
    for down, right in places:
        side = Side(moved(masks, down, right), rules)
        for value, kind, number in values(side, sorted(set(seen.hand)), share, rules):
            row, column = divmod(number, STRIDE)
            where = (row - down + top, column - right + left) if cards else (0, 0)
            found.setdefault((kind, where), []).append(value)
    if not cards:
        return {key: max(each) for key, each in found.items()}
    return {key: sum(each) / len(each) for key, each in found.items()}


def _rearranged(
    seen: SeatView,
    movers: list[tuple[Placing, int]],
    opinion: Mapping[tuple[int, Cell], float],
) -> list[Candidate]:
    """The rearrangements that improve the layout most, on the mover's best spaces."""
    kind, cards = movers[0][1], seen.layouts[seen.seat]
    worth, usual = _worths(seen), seen.rules.weights.worth[kind]
    spaces = sorted({cell(action["at"]) for action, _kind in movers}, key=lambda at: -opinion[kind, at])
    plain = {at: worth(cards | {at: kind}) for at in spaces[:MOVER_SPACES]}
    found = []
    for action, kind in movers:
        at = cell(action["at"])
        if at in plain:
            better = worth(after(cards, kind, action)) - plain[at]
            if better > 0:
                # The policy's value of a mover already includes that of a rearrangement.
                value = opinion[kind, at] - usual + better
                found.append((value, action))
    found.sort(key=lambda each: -each[0])
    return [_candidate(seen, action, kind, value) for value, action in found[:MOVERS]]


def _worths(seen: SeatView) -> Callable[[Cards], float]:
    """A function that values whole layouts: their points, and what cards may gain from empty cells."""
    rules, weights = seen.rules, seen.rules.weights
    left = (SPACES - seen.turn) / SPACES

    def worth(cards: Cards) -> float:
        down, right = (steps // 2 for steps in room(cards))
        masks = moved(masks_at(cards, rules), down, right)
        empty = INSIDE & ~sum(masks)
        found = float(rules.total(rules.points(masks, None), False))
        found += sum(weights.step * size for size in rules.sizes(masks)[:1])
        for kind, mask in enumerate(masks):
            if weights.free[kind]:
                near = sum((NEAR[number] & empty).bit_count() for number in numbers(mask))
                found += weights.free[kind] * left * near
        return found

    return worth


# Whales.


def _flip(seen: SeatView, legal: Sequence[Flipping], rng: Random) -> DraftAction:
    """The flip with the best score once the layout's other whales have turned over their cards too."""
    worth = _after_all_flips(seen, legal)
    best = max(worth)
    return rng.choice([action for action, each in zip(legal, worth, strict=True) if each == best])


def _after_all_flips(seen: SeatView, legal: Sequence[Flipping]) -> list[int]:
    whales = sorted({cell(action["whale"]) for action in legal})
    whose = greedy.turning(seen)
    found = []
    for action in legal:
        done = dict(seen.flips[whose])
        done[cell(action["whale"])] = cell(action["card"])
        others = [whale for whale in whales if whale != cell(action["whale"])]
        found.append(_best_flips(seen, whose, done, others[: WHALES - 1]))
    return found


def _best_flips(seen: SeatView, whose: int, done: Mapping[Cell, Cell], whales: Sequence[Cell]) -> int:
    """The best score after the flips of the remaining whales."""
    if not whales:
        flips = seen.flips.copy()
        flips[whose] = dict(done)
        return greedy.standing(seen, flips)
    whale, rest = whales[0], whales[1:]
    cards, down = seen.layouts[whose], set(done.values())
    up = [near for near in beside(whale) if near in cards and near not in down]
    if not up:
        return _best_flips(seen, whose, done, rest)
    return max(_best_flips(seen, whose, {**done, whale: near}, rest) for near in up)
