"""Lists of actions that a seat keeps from one decision to the next.

Most of what a seat may do was possible before. So the actions of a card are listed from nothing once, and at
the seat's next decision the list is brought up to date by the changes of the table since then, seldom more
than three. A list belongs to a set of cards: those beside which a card may lie, or those on which an event
may be played. When another set holds by then (a face or a control changed), the list is made anew; so no list
needs to be told what happened, and none is trusted too long.

What is rare is not kept: `legal.py` lists invasions, parasites, SPREADs, events with a choice and cards that
must be beside another one directly. A copy of a state keeps nothing.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table import Table

# A card came into a space (True) or left it: the space, the set of upper cards beside it, the card as a set,
# the empty spaces beside it alone, and those beside others too, each with the set of these (see table.py).
Change = tuple[int, int, int, list[int], list[tuple[int, int]], bool]
# What the actions of a list have in common, to which their space is added; the set it belongs to; the list.
Kept = tuple[int, int, list[int]]
# The same of moves, to which their step is added, with the space where the card lies before them.
KeptMoves = tuple[int, int, int, list[int]]


class Listing:
    """What one seat keeps. The lists stay here, and what is added to `actions` are their members."""

    __slots__ = ("changes", "moves", "needs", "old_moves", "plays", "seen", "trades")

    plays: list[Kept | None]  # by slot of a card or an event in hand, its DISCARD with them
    moves: list[KeptMoves | None]  # by slot of a card on the table
    old_moves: list[KeptMoves | None]

    def __init__(self, size: int) -> None:
        """For so many slots."""
        self.plays, self.moves = [None] * size, [None] * size
        # The sets of the lists by slot: the same lists tell that no set has changed.
        self.needs: Sequence[int] = []
        self.seen, self.trades = 0, True

    def begin(self, changes: list[Change], trades: bool) -> None:
        """A decision after these changes. Moves that are not listed in it miss some, and are kept no longer.

        Every card in hand is listed in every decision, and comes back into a hand by `recover` alone, which
        forgets everything. `trades`: whether cards may be discarded for others.
        """
        self.old_moves, self.moves = self.moves, [None] * len(self.moves)
        if trades is not self.trades:
            self.plays, self.trades = [None] * len(self.plays), trades
        self.changes = changes[self.seen :]
        self.seen = len(changes)

    def adapt(self, slots: Iterable[int], sets: Sequence[int]) -> None:
        """Give the lists of cards in hand these sets; forget those that the changes do not make theirs.

        They do if what differs just came.
        """
        plays, came, left = self.plays, 0, 0
        for _, _, card, _, _, comes in self.changes:
            if comes:
                came |= card
            else:
                left |= card
        for slot in slots:
            kept = plays[slot]
            if kept is not None and kept[1] is not sets[slot]:
                base, before, listed = kept
                follows = not (before ^ sets[slot]) & ~(came & ~left)
                plays[slot] = (base, sets[slot], listed) if follows else None

    def add_plays(self, hand: Iterable[int], events: frozenset[int], actions: list[int]) -> list[int]:
        """Add what is kept of the cards in hand, and return those of which nothing is.

        Of copies the first one in hand was listed, and as long as it is there it stays the first.
        """
        plays, changes = self.plays, self.changes
        others = []
        for slot in hand:
            kept = plays[slot]
            if kept is None:
                others.append(slot)
                continue
            base, cards, listed = kept
            if slot in events:
                self._aim(base, cards, listed)
                actions += listed
                continue
            for space, near, card, alone, shared, came in changes:
                if not came:
                    _leave(listed, base, cards, (space, near, card, alone, shared, came))
                    continue
                if near & cards:
                    listed.remove(base + space)
                if card & cards:
                    for other in alone:
                        listed.append(base + other)
                    for other, rest in shared:
                        if not rest & cards:
                            listed.append(base + other)
            actions += listed
        return others

    def _aim(self, base: int, targets: int, listed: list[int]) -> None:
        """Bring the list of an event up to date."""
        for space, _, card, _, _, came in self.changes:
            if card & targets:
                if came:
                    listed.append(base + space)
                else:
                    listed.remove(base + space)

    def add_moves(
        self, table: "Table", movers: Iterable[int], bases: Sequence[int], actions: list[int]
    ) -> None:
        """Add the moves of cards to the empty spaces within their reach beside what they need."""
        old, moves, changes = self.old_moves, self.moves, self.changes
        support, reach_of, cell_of = table.tables.support, table.matchup.reach, table.cell_of
        open_ = table.open
        for slot in movers:
            start, reach, kept = cell_of[slot], reach_of[slot], old[slot]
            if kept is None or kept[0] != start or kept[2] is not support[slot]:
                base, needs = bases[slot] + start, support[slot]
                listed = [
                    base + step for step in reach if start + step in open_ and open_[start + step] & needs
                ]
                kept = start, base, needs, listed
            else:
                _, base, needs, listed = kept
                for space, near, card, alone, shared, came in changes:
                    if not came:
                        _leave(listed, base, needs, (space, near, card, alone, shared, came), start, reach)
                        continue
                    if near & needs and (step := space - start) in reach:
                        listed.remove(base + step)
                    if card & needs:
                        for other in alone:
                            if (step := other - start) in reach:
                                listed.append(base + step)
                        for other, rest in shared:
                            if (step := other - start) in reach and not rest & needs:
                                listed.append(base + step)
            moves[slot] = kept
            actions += listed


def _leave(
    listed: list[int],
    base: int,
    cards: int,
    change: Change,
    start: int = 0,
    reach: frozenset[int] | None = None,
) -> None:
    """Bring a list up to date by a card that left; moves with their start and reach."""
    space, near, card, alone, shared, _ = change
    if near & cards and (reach is None or space - start in reach):
        listed.append(base + space - start)
    if card & cards:
        for other in alone + [other for other, rest in shared if not rest & cards]:
            if reach is None or other - start in reach:
                listed.remove(base + other - start)
