"""Lists of actions that a seat keeps from one decision to the next.

Most of what a seat may do was possible before. So the actions of a card are listed from nothing once, and at
the seat's next decision the list is brought up to date by the changes of the table since then, seldom more
than three. A list belongs to a set of cards: those beside which a card may lie, or those on which an event
may be played. When another set holds by then (a face or a control changed), the list is made anew; so no list
needs to be told what happened, and none is trusted too long.

What is rare is not kept: `legal.py` lists invasions, parasites and cards that must be beside another one
directly. A copy of a state keeps nothing.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .matchup import NEIGHBOURS

if TYPE_CHECKING:
    from .table import Table

# A card came into a space (True) or left it: the space, the set of upper cards beside it, the card as a set,
# and the empty spaces beside it, each with the set of other cards beside that. table.py notes these.
Change = tuple[int, int, int, list[tuple[int, int]], bool]
# What the actions of a list have in common, to which their space is added; the set it belongs to; the list.
Kept = tuple[int, int, list[int]]
STEPS = frozenset(NEIGHBOURS)
NOTHING: Kept = 0, 0, []
NOWHERE = 0, NOTHING
NO_SPREADS: tuple[int, list[int]] = 0, []


class Listing:
    """What one seat keeps. The lists stay here, and what is added to `actions` are their members."""

    __slots__ = (
        "changes",
        "moves",
        "old_moves",
        "old_plays",
        "old_spreads",
        "old_targets",
        "plays",
        "seen",
        "source",
        "spreads",
        "targets",
        "trades",
    )

    plays: list[Kept | None]  # by slot of a card in hand, its DISCARD with them
    targets: dict[int, Kept]  # by slot of an event in hand
    moves: dict[int, tuple[int, Kept]]  # by slot of a card on the table, with where it lies

    def __init__(self, size: int) -> None:
        """For so many slots."""
        self.plays, self.targets, self.moves = [None] * size, {}, {}
        self.spreads: dict[
            int, tuple[int, list[int]]
        ] = {}  # by slot of a card on the table, with where it lies
        self.source: list[int] = []  # the cards for the spreads
        self.seen, self.trades = 0, True

    def begin(self, changes: list[Change], *, trades: bool) -> None:
        """A decision after these changes. What is not listed in it misses some, and is not kept any longer.

        `trades`: whether cards may be discarded for others.
        """
        self.old_plays, self.plays = self.plays, [None] * len(self.plays)
        if trades != self.trades:
            self.old_plays, self.trades = self.plays.copy(), trades
        self.old_targets, self.targets = self.targets, {}
        self.old_moves, self.moves = self.moves, {}
        self.old_spreads, self.spreads = self.spreads, {}
        self.changes = changes[self.seen :]
        self.seen = len(changes)

    def follows(self, before: int, cards: int) -> bool:
        """Whether the changes make a list for the set `before` one for `cards`: what differs just came."""
        came = left = 0
        for _, _, card, _, comes in self.changes:
            if comes:
                came |= card
            else:
                left |= card
        return not (before ^ cards) & ~(came & ~left)

    def add_plays(self, hand: Iterable[int], needs: Sequence[int], actions: list[int]) -> list[int]:
        """Add what is kept of the cards in hand that may be laid beside what they need; return the others.

        Of copies the first one in hand was listed, and as long as it is there it stays the first.
        """
        old, plays, changes = self.old_plays, self.plays, self.changes
        others = []
        for slot in hand:
            kept = old[slot]
            if kept is None:
                others.append(slot)
                continue
            base, cards, listed = kept
            if cards is not needs[slot]:
                if not self.follows(cards, needs[slot]):
                    others.append(slot)
                    continue
                cards = needs[slot]
                kept = base, cards, listed
            for space, near, card, around, came in changes:
                if near & cards:
                    if came:
                        listed.remove(base + space)
                    else:
                        listed.append(base + space)
                if card & cards:
                    for other, rest in around:
                        if not rest & cards:
                            if came:
                                listed.append(base + other)
                            else:
                                listed.remove(base + other)
            plays[slot] = kept
            actions += listed
        return others

    def add_targets(
        self, table: "Table", events: Iterable[int], bases: Sequence[int], actions: list[int]
    ) -> None:
        """Add these events, each on every card that it may be played on."""
        old, kept_now, targets_of = self.old_targets, self.targets, table.tables.targets
        for slot in events:
            targets = targets_of[slot]
            base, cards, listed = old.get(slot, NOTHING)
            if not base or (cards is not targets and not self.follows(cards, targets)):
                base = bases[slot]
                listed = [base + space for space, upper in table.at.items() if targets >> upper & 1]
            else:
                for space, _, card, _, came in self.changes:
                    if card & targets:
                        if came:
                            listed.append(base + space)
                        else:
                            listed.remove(base + space)
            kept_now[slot] = base, targets, listed
            actions += listed

    def add_moves(
        self, table: "Table", movers: Iterable[int], bases: Sequence[int], actions: list[int]
    ) -> None:
        """Add the moves of cards to the empty spaces within their reach beside what they need."""
        old, moves, changes, cell_of = self.old_moves, self.moves, self.changes, table.cell_of
        support, reach_of, near_open = table.tables.support, table.matchup.reach, table.open.get
        for slot in movers:
            needs, start, reach = support[slot], cell_of[slot], reach_of[slot]
            lay, (base, cards, listed) = old.get(slot, NOWHERE)
            if lay != start or (cards is not needs and not self.follows(cards, needs)):
                base = bases[slot]
                listed = [base + to for step in reach if near_open(to := start + step, 0) & needs]
            else:
                for space, near, card, around, came in changes:
                    if near & needs and space - start in reach:
                        if came:
                            listed.remove(base + space)
                        else:
                            listed.append(base + space)
                    if card & needs:
                        for other, rest in around:
                            if other - start in reach and not rest & needs:
                                if came:
                                    listed.append(base + other)
                                else:
                                    listed.remove(base + other)
            moves[slot] = start, (base, needs, listed)
            actions += listed

    def add_spreads(
        self, spreaders: Iterable[int], table: "Table", source: list[int], actions: list[int]
    ) -> list[int]:
        """Add the kept SPREADs of these cards with the cards of `source`, and return those without.

        They depend on nothing but the spaces beside the card and the events on it.
        """
        if source != self.source:
            self.source = source.copy()
            return list(spreaders)
        old, spreads, cell_of, events = self.old_spreads, self.spreads, table.cell_of, table.events
        others = []
        for slot in spreaders:
            start, listed = old.get(slot, NO_SPREADS)
            if start != cell_of[slot] or slot in events:
                others.append(slot)
                continue
            for change in self.changes:
                if change[0] - start in STEPS:
                    others.append(slot)
                    break
            else:
                spreads[slot] = start, listed
                actions += listed
        return others
