"""What a seat sees, in the form a bot works with: card types are numbers in the order of the score sheet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.bots.drafting import coral_reef, ecosystem
from engine.bots.drafting.bitboard import BIT, STRIDE, Masks, masks_of
from engine.bots.drafting.rules import Rules
from engine.drafting.grid import Cell
from engine.drafting.layout import box
from engine.drafting.sets import HEIGHT, WIDTH
from engine.record_format import DraftView, Placing

RULES: Mapping[str, Rules] = {"ecosystem": ecosystem.RULES, "coral-reef": coral_reef.RULES}
Cards = dict[Cell, int]
TRIES = 20
"""Attempts to guess who has taken which card; after these any card will do."""


@dataclass
class SeatView:
    """`layouts` are by seat, in a solo game with the opponent's; `held` the hands that the seat has held
    earlier in this round, the oldest first; `hands` the sizes of all hands, the neutral one among them.
    """

    rules: Rules
    players: int
    turn: int
    seat: int
    hand: list[int]
    hands: list[int]
    held: list[list[int]]
    layouts: list[Cards]
    pile: list[int]
    """How many cards of each type the neutral player has."""
    flips: list[dict[Cell, Cell]]

    @classmethod
    def of(cls, view: DraftView) -> "SeatView":
        rules = RULES[view["rules"]]
        number = {kind: place for place, kind in enumerate(rules.kinds)}
        pile = Counter(view["pile"])
        flips = [{cell(whale): cell(card) for whale, card in each} for each in view["flips"]]
        return cls(
            rules=rules,
            players=view["players"],
            turn=view["turn"],
            seat=view["seat"] or 0,
            hand=[number[kind] for kind in view["hand"] or ()],
            hands=list(view["hands"]),
            held=[[number[kind] for kind in hand] for hand in view["held"] or ()],
            layouts=[{cell(each["at"]): number[each["card"]] for each in cards} for cards in view["layouts"]],
            pile=[pile[kind] for kind in rules.kinds],
            flips=flips or [{} for _layout in view["layouts"]],
        )

    def hidden(self, chance: Random) -> tuple[list[list[int]], list[int]]:
        """All hands and the deck as they may be: what the seat has held is still there, but for what those
        who have held it since may have taken; the rest is any of the cards that nobody has seen.
        """
        known = self._remembered(chance)
        known[self.seat] = self.hand
        unseen = list(self.rules.deck)
        for kinds in (*(layout.values() for layout in self.layouts), *known.values()):
            for kind in kinds:
                unseen[kind] -= 1
        for kind, count in enumerate(self.pile):
            unseen[kind] -= count
        deck = [kind for kind, count in enumerate(unseen) for _card in range(count)]
        chance.shuffle(deck)
        hands = []
        for seat, size in enumerate(self.hands):
            hand = list(known[seat]) if seat in known else [deck.pop() for _card in range(size)]
            hands.append(hand)
        return hands, deck

    def _remembered(self, chance: Random) -> dict[int, list[int]]:
        """By seat the hands that this one has held within the last round of the table."""
        for _try in range(TRIES):
            found = self._explained(chance, strict=True)
            if found is not None:
                return found
        return self._explained(chance, strict=False) or {}

    def _explained(self, chance: Random, *, strict: bool) -> dict[int, list[int]] | None:
        seats = len(self.hands)
        onward = 1 if self.turn <= 10 else -1
        taken = [Counter(layout.values()) for layout in self.layouts]
        if seats > self.players > 1:
            taken.append(Counter(dict(enumerate(self.pile))))
        found = {}
        for steps in range(1, min(len(self.held) + 1, seats)):
            hand = self.held[-steps].copy()
            for step in range(steps):
                has = taken[(self.seat + onward * step) % seats]
                likely = [has[kind] for kind in hand]
                if any(likely):
                    kind = chance.choices(hand, likely)[0]
                    has[kind] -= 1
                elif strict:
                    return None
                else:
                    kind = chance.choice(hand)
                hand.remove(kind)
            found[(self.seat + onward * steps) % seats] = hand
        return found


def cell(written: Sequence[int]) -> Cell:
    row, column = written
    return row, column


def after(cards: Cards, kind: int, action: Placing) -> Cards:
    """A layout with one card more, and rearranged as the action says."""
    cards = cards | {cell(action["at"]): kind}
    if "swap" in action:
        one, other = map(cell, action["swap"])
        cards[one], cards[other] = cards[other], cards[one]
    if "shift" in action:
        start, end = map(cell, action["shift"])
        cards[end] = cards.pop(start)
    return cards


def masks_at(cards: Cards, rules: Rules) -> Masks:
    """The board with its cards at the top left."""
    if not cards:
        return [0] * len(rules.kinds)
    top, left, _bottom, _right = box(cards)
    return masks_of(cards, (top, left))


def moved(masks: Masks, down: int, right: int) -> Masks:
    step = down * STRIDE + right
    return [mask << step for mask in masks]


def room(cards: Cards) -> tuple[int, int]:
    """How many rows and columns the layout can still move on a full board."""
    if not cards:
        return 0, 0
    top, left, bottom, right = box(cards)
    return HEIGHT - 1 - (bottom - top), WIDTH - 1 - (right - left)


def face_up(masks: Masks, cells: list[int]) -> Masks:
    """The board without the cards that are turned over."""
    down = sum(BIT[each] for each in cells)
    return [mask & ~down for mask in masks]
