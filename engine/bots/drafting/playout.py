"""Games played to the end by a fast policy, on bitboards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from engine.bots.drafting.bitboard import BIT, INSIDE, NEAR, NUMBERS, Masks, bottom_row, numbers, spread
from engine.bots.drafting.rules import Rules
from engine.drafting.scoring import shares
from engine.drafting.sets import HAND, SPACES, WIDTH


class Side:
    """A player's full-size board during a playout."""

    __slots__ = ("empty", "masks", "pull", "scored")

    def __init__(self, masks: Masks, rules: Rules) -> None:
        self.masks = list(masks)
        self.empty = INSIDE
        self.pull = [0.0] * len(BIT)
        """By cell: its value to the cards beside it while it is empty."""
        for kind, mask in enumerate(masks):
            self.empty &= ~mask
            for cell in numbers(mask):
                self._hope(cell, rules.weights.free[kind])
        self.scored = rules.points(masks, None)

    def copy(self) -> "Side":
        other = Side.__new__(Side)
        other.masks, other.empty = self.masks.copy(), self.empty
        other.pull, other.scored = self.pull.copy(), self.scored
        return other

    def put(self, kind: int, cell: int, rules: Rules) -> None:
        self.masks[kind] |= BIT[cell]
        self.empty &= ~BIT[cell]
        self._hope(cell, rules.weights.free[kind])
        self.scored = rules.points(self.masks, None)

    def spaces(self) -> tuple[int, ...]:
        return numbers(spread(INSIDE & ~self.empty) & self.empty) or NUMBERS

    def _hope(self, cell: int, free: float) -> None:
        pull = self.pull
        for near in numbers(NEAR[cell]):
            pull[near] += free


def values(side: Side, kinds: Iterable[int], left: float, rules: Rules) -> list[tuple[float, int, int]]:
    """Every card on every space as (value, card type, cell). `left` is the fraction of turns to come."""
    masks, empty, pull, weights = side.masks, side.empty, side.pull, rules.weights
    cells = side.spaces()
    taken = [pull[cell] * left for cell in cells]
    free = [(NEAR[cell] & empty).bit_count() * left for cell in cells]
    lowest = rules.lowest(side.scored)
    found = []
    for kind in kinds:
        gains = rules.gains[kind](cells, masks, weights.step)
        constant = weights.worth[kind] + weights.early[kind] * left
        hope = weights.free[kind]
        new = weights.variety if lowest is None and not side.scored[kind] else 0.0
        more = 1.0 + weights.variety if lowest is not None and kind < 9 and kind // 3 == lowest else 1.0
        found += [
            (gain * more + constant + (new if gain > 0 else 0.0) + hope * room - lost, kind, cell)
            for gain, room, lost, cell in zip(gains, free, taken, cells, strict=True)
        ]
    return found


def best(side: Side, kinds: Iterable[int], left: float, rules: Rules) -> tuple[int, int]:
    """The card type and cell of the highest of `values`; the first of equal ones."""
    masks, empty, pull, scored = side.masks, side.empty, side.pull, side.scored
    weights = rules.weights
    cells = side.spaces()
    taken = [pull[cell] * left for cell in cells]
    free = [(NEAR[cell] & empty).bit_count() * left for cell in cells]
    lowest = rules.lowest(scored)
    highest, found = -1e9, (-1, 0)
    for kind in kinds:
        gains, hope = rules.gains[kind](cells, masks, weights.step), weights.free[kind]
        constant = weights.worth[kind] + weights.early[kind] * left
        if lowest is None:
            if not scored[kind]:
                gains = [gain + weights.variety if gain > 0 else gain for gain in gains]
        elif kind < 9 and kind // 3 == lowest:
            gains = [gain * (1 + weights.variety) for gain in gains]
        each = [gain + hope * room - lost for gain, room, lost in zip(gains, free, taken, strict=True)]
        top = max(each)
        if top + constant > highest:
            highest, found = top + constant, (kind, each.index(top))
    return found[0], cells[found[1]]


@dataclass
class Playout:
    """A game in progress with nothing hidden. `hands` as in `Draft`, with the neutral player's."""

    rules: Rules
    players: int
    turn: int
    hands: list[list[int]]
    sides: list[Side]
    deck: list[int]
    """Cards are drawn from the end."""
    pile: list[int]
    """The neutral player's number of cards of each type."""

    def play_out(self, rng: Random, *, first: Sequence[int] = ()) -> list[int]:
        """The final totals. `first` are the seats that have already placed their card of this turn."""
        if self.players == 1:
            self._alone(placed=bool(first))
        else:
            self._together(rng, first)
        return self.totals()

    def _together(self, rng: Random, first: Sequence[int]) -> None:
        rules = self.rules
        while self.turn <= SPACES:
            left = (SPACES - self.turn) / SPACES
            for seat in range(self.players):
                if seat not in first:
                    side, hand = self.sides[seat], self.hands[seat]
                    kind, cell = best(side, set(hand), left, rules)
                    hand.remove(kind)
                    side.put(kind, cell, rules)
            first = ()
            self.pass_on(rng)

    def pass_on(self, rng: Random) -> None:
        if self.players == 2:
            hand = self.hands[2]
            self.pile[hand.pop(int(rng.random() * len(hand)))] += 1
        step = -1 if self.turn <= HAND else 1
        self.hands = [self.hands[(seat + step) % len(self.hands)] for seat in range(len(self.hands))]
        self.turn += 1
        if self.turn == HAND + 1:
            self.hands = [[self.deck.pop() for _card in range(HAND)] for _hand in self.hands]

    def _alone(self, *, placed: bool) -> None:
        rules = self.rules
        hand = self.hands[0]
        while self.turn <= SPACES:
            left = (SPACES - self.turn) / SPACES
            if not placed:
                kind, cell = best(self.sides[0], set(hand), left, rules)
                hand.remove(kind)
                self.sides[0].put(kind, cell, rules)
            self.give(self.gift(left))
            placed = False

    def gift(self, left: float) -> int:
        """The best card to give away."""
        cost = self.costs(left)
        return min(cost, key=lambda kind: cost[kind])

    def costs(self, left: float) -> dict[int, float]:
        """The cost of giving away each card type in hand: the opponent's gain plus part of its own value."""
        kinds = sorted(set(self.hands[0]))
        dear: dict[int, float] = dict.fromkeys(kinds, 0.0)
        if self.sides[0].empty:
            for value, kind, _cell in values(self.sides[0], kinds, left, self.rules):
                dear[kind] = max(dear[kind], value)
        masks, cells, weights = self.sides[1].masks, [NUMBERS[self.turn - 1]], self.rules.weights
        return {
            kind: self.rules.gains[kind](cells, masks, weights.step)[0] + weights.keep * dear[kind]
            for kind in kinds
        }

    def give(self, kind: int) -> None:
        """Give the opponent a card, draw, and begin the next turn."""
        self.hands[0].remove(kind)
        self.sides[1].put(kind, NUMBERS[self.turn - 1], self.rules)
        for _card in range(WIDTH if self.turn % WIDTH == 0 else 1):
            if self.deck:
                self.hands[0].append(self.deck.pop())
        self.turn += 1

    def totals(self) -> list[int]:
        """The final scores. Whales turn over the card that costs least; those of a solo opponent, most."""
        bottoms = [bottom_row(INSIDE & ~side.empty) for side in self.sides]
        masks = [
            turned(side.masks, bottom, self.rules, spoil=self.players == 1 and seat == 1)
            for seat, (side, bottom) in enumerate(zip(self.sides, bottoms, strict=True))
        ]
        pile = self.pile if self.players == 2 else None
        return totals(masks, bottoms, self.rules, pile=pile, solo=self.players == 1)


def totals(
    boards: Sequence[Masks],
    bottoms: Sequence[int],
    rules: Rules,
    *,
    pile: Sequence[int] | None = None,
    solo: bool = False,
) -> list[int]:
    """The scores of all players, with prizes."""
    sizes = [rules.sizes(masks) for masks in boards]
    if pile is not None:
        sizes.append(rules.sizes_of_pile(pile))
    scored = [rules.points(masks, bottom) for masks, bottom in zip(boards, bottoms, strict=True)]
    for place, (kind, awards) in enumerate(rules.prizes.items()):
        won = shares([size[place] for size in sizes], awards)
        for number, each in enumerate(scored):
            each[kind] = won[number]
    return [rules.total(each, solo and number == 1) for number, each in enumerate(scored)]


def turned(masks: Masks, bottom: int, rules: Rules, *, spoil: bool = False) -> Masks:
    """The board after each whale has turned over the card that costs least; with `spoil`, most."""
    if rules.whale is None:
        return masks
    up = 0
    for mask in masks:
        up |= mask
    sign = -1 if spoil else 1
    masks = list(masks)
    for whale in numbers(masks[rules.whale]):
        tries = []
        for cell in numbers(NEAR[whale] & up):
            after = [mask & ~BIT[cell] for mask in masks]
            scored = rules.points(after, bottom)
            # Plankton scores only by comparison between players, about 3 points a card.
            scored[2] = 3 * after[2].bit_count()
            tries.append((sign * rules.total(scored, False), cell, after))
        if tries:
            _worth, cell, masks = max(tries, key=lambda each: each[:2])
            up &= ~BIT[cell]
    return masks
