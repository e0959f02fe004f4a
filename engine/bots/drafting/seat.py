"""A seat's view in the form that bots use: card types are numbers in the order of the score sheet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.bots.drafting import playout
from engine.bots.drafting.bitboard import KINDS, STRIDE, Masks, masks_of
from engine.bots.drafting.rules import RULES, Rules
from engine.drafting.grid import Cell
from engine.drafting.layout import box
from engine.drafting.sets import HEIGHT, WIDTH
from engine.flat.chance import seed
from engine.flat.compiled import Numbers, array
from engine.record_format import DraftView, Placing

Cards = dict[Cell, int]
TRIES = 20
"""Attempts to guess consistently who has taken which card; after these any guess will do."""


@dataclass
class SeatView:
    """`layouts` are by seat, in a solo game with the opponent's; `held` are the hands that the seat held
    earlier in this round, oldest first; `hands` are the sizes of all hands, including the neutral one.
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
    """The neutral player's number of cards of each type."""
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

    @property
    def table(self) -> Numbers:
        return self.rules.alone if self.players == 1 else self.rules.table

    def world(self) -> Numbers:
        """What this seat sees, as playouts begin with it; the layouts lie at the top left of their boards."""
        found = array(playout.LENGTH)
        found[playout.PLAYERS], found[playout.TURN] = self.players, self.turn
        found[playout.HANDS_IN_PLAY] = len(self.hands)
        for seat, cards in enumerate(self.layouts):
            down, right = room(cards) if self.players > 1 or seat == 0 else (0, 0)
            found[playout.ROOM + 2 * seat], found[playout.ROOM + 2 * seat + 1] = down, right
            board = playout.BOARDS + KINDS * seat
            found[board : board + KINDS] = masks_at(cards, self.rules)
        found[playout.PILE : playout.PILE + KINDS] = self.pile
        return found

    def imagine(self, world: Numbers, chance: Random) -> None:
        """Write a guess at all hidden cards into a world, and where its own chance begins."""
        hands, deck = self.hidden(chance)
        counts = [hand.count(kind) for hand in hands for kind in range(KINDS)]
        world[playout.HANDS : playout.HANDS + len(counts)] = counts
        world[playout.DECK : playout.DECK + len(deck)] = deck
        world[playout.CARDS] = len(deck)
        seed(world, chance.getrandbits(32))

    def hidden(self, chance: Random) -> tuple[list[list[int]], list[int]]:
        """A guess at all hands and the deck: hands that the seat has held, without cards that later holders
        may have taken, and the rest at random from the unseen cards.
        """
        known = self._remembered(chance)
        known[self.seat] = self.hand
        unseen = list(self.rules.game.deck.values())
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
        """By seat, a guess at the hands that this seat has held and that have not come round again."""
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
    """The layout after the action: with the card, and rearranged if the action says so."""
    cards = cards | {cell(action["at"]): kind}
    if "swap" in action:
        one, other = map(cell, action["swap"])
        cards[one], cards[other] = cards[other], cards[one]
    if "shift" in action:
        start, end = map(cell, action["shift"])
        cards[end] = cards.pop(start)
    return cards


def masks_at(cards: Cards, rules: Rules) -> Masks:
    """The layout as masks, at the top left of the board."""
    if not cards:
        return [0] * len(rules.kinds)
    top, left, _bottom, _right = box(cards)
    return masks_of(cards, (top, left))


def moved(masks: Masks, down: int, right: int) -> Masks:
    step = down * STRIDE + right
    return [mask << step for mask in masks]


def room(cards: Cards) -> tuple[int, int]:
    """How many rows and columns the layout can be moved on a full-size board."""
    if not cards:
        return 0, 0
    top, left, bottom, right = box(cards)
    return HEIGHT - 1 - (bottom - top), WIDTH - 1 - (right - left)
