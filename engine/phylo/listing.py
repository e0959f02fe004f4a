"""Lists of actions that a seat keeps from one decision to the next.

Most actions of a seat were possible before. So the actions of a card are listed from scratch only once, and
at the seat's next decision the list is updated with the changes of the table since then, seldom more than
three. A list depends on a set of cards: those beside which a card may lie, or those on which an event may be
played. If that set has changed (with a face or with control), the list is made anew. So lists need not be
notified of what happens on the table and are never stale; only cards that leave a hand are reported.

Rare actions are not kept: `legal.py` lists invasions, parasites, SPREADs, events with a choice and cards that
must be beside another one each time. A copy of a game starts without lists.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.phylo.matchup import EVERY, Tables, in_order
from engine.phylo.table import Change, Table

# The part that all actions of a list share, to which the space is added; the set that the list depends on;
# the list, which begins with the card's DISCARD as long as there is a deck to draw from.
Kept = tuple[int, int, list[int]]
# The same for moves, which have no DISCARD, with the spaces within reach.
KeptMoves = tuple[int, int, list[int], frozenset[int]]


class Listing:
    """The lists that one seat keeps. Their members are copied into `actions`, the lists stay here.

    `plays`, `aims` (of events) and `moves` are by slot. The first `known` cards in hand have been listed:
    they are in `plays` or `aims`, in `rare` (no list is kept), in `waiting` (to be listed anew), or are
    further copies of a listed card, which `held` has by kind of card. Cards in `besides` may have actions
    that are not kept. `movers` is the set of the cards in `moves`, `own` the set of cards that count for P19.
    `seeds` has one of each kind of card in `source`, the cards that could be spread, as a part of an action.
    """

    __slots__ = (
        "aims", "besides", "held", "known", "movers", "moves", "own", "plays", "rare", "seeds", "seen",
        "source", "tables", "trades", "waiting",
    )  # fmt: skip

    def __init__(self, table: Table, own: int, trades: bool) -> None:
        self.plays: dict[int, Kept] = {}
        self.aims: dict[int, Kept] = {}
        self.moves: dict[int, KeptMoves] = {}
        self.held: dict[int, list[int]] = {}
        self.rare: list[int] = []
        self.waiting: list[int] = []
        self.besides: list[int] = []
        self.source: list[int] = []
        self.seeds: list[int] = []
        self.known, self.movers, self.own, self.trades = 0, 0, own, trades
        self.seen, self.tables = len(table.changes), table.tables

    def drop(self, slot: int, kind: int) -> None:
        """Remove a card that left the hand; the next copy of it there, if any, is listed from now on."""
        behind = self.held.get(kind, [])
        if self.plays.pop(slot, None) is None and self.aims.pop(slot, None) is None:
            rest = next((cards for cards in (behind, self.rare, self.waiting) if slot in cards), None)
            if rest is None:  # it was drawn since the last listing
                return
            rest.remove(slot)
            if rest is behind:
                self.known -= 1
                return
        self.known -= 1
        if behind:
            self.waiting.append(behind.pop(0))
        else:
            del self.held[kind]
        if slot in self.besides:
            self.besides.remove(slot)

    def catch_up(self, table: Table, own: int, trades: bool) -> None:
        """Bring the lists up to date. `trades`: whether cards may be discarded for others."""
        if trades is not self.trades:  # a deck never fills up again
            self.trades = trades
            for _, _, listed in (*self.plays.values(), *self.aims.values()):
                del listed[0]
        changes = table.changes[self.seen :]
        self.seen += len(changes)
        if table.tables is not self.tables:
            self._adapt(table.tables, changes)
        if own == EVERY:
            self._change_plays(changes)
        else:
            self._change_plays(self._among_own(own, changes))
        if self.aims:
            self._change_aims(changes)
        if self.moves:
            self._change_moves(changes)

    def add_moves(self, table: Table, movers: int, bases: Sequence[int], actions: list[int]) -> None:
        """Add the moves of these cards to empty spaces within reach that are beside support."""
        moves = self.moves
        if movers != self.movers:
            open_, cell_of, reach_of = table.open, table.cell_of, table.matchup.reach
            for slot in in_order(movers ^ self.movers):
                if slot in moves:
                    del moves[slot]
                    continue
                base, needs = bases[slot], table.tables.support[slot]
                reach = within(reach_of[slot], cell_of[slot])
                listed = [base + space for space in reach if space in open_ and open_[space] & needs]
                moves[slot] = base, needs, listed, reach
            self.movers = movers
        for _, _, listed, _ in moves.values():
            actions += listed

    def _adapt(self, tables: Tables, changes: list[Change]) -> None:
        """Move the lists to other tables; forget those whose sets differ in more than cards that just came.

        They do if what differs just came.
        """
        self.tables, came = tables, _all(changes, came=True) & ~_all(changes, came=False)
        for lists, sets in ((self.plays, tables.support), (self.aims, tables.targets)):
            for slot, (base, before, listed) in list(lists.items()):
                if (sets[slot] ^ before) & ~came:
                    del lists[slot]
                    self.waiting.append(slot)
                else:
                    lists[slot] = base, sets[slot], listed
        for slot, (_, needs, _, _) in list(self.moves.items()):
            if needs != tables.support[slot]:
                self._stop(slot)

    def _stop(self, slot: int) -> None:
        """Forget the moves of a card."""
        del self.moves[slot]
        self.movers &= ~(1 << slot)

    def _among_own(self, own: int, changes: list[Change]) -> list[Change]:
        """The changes as far as they concern the own cards, which are now these (P19).

        No play is kept if a card has become the seat's own, or no longer is, otherwise than by coming or
        leaving. A parasite that its host's leaving brings up was the player's own before it came.
        """
        ours, changed = own | self.own, own ^ self.own
        if changed:
            came, left = _all(changes, came=True), _all(changes, came=False)
            if changed & ~(own & came & ~left | self.own & left & ~came):
                self.waiting += self.plays
                self.plays.clear()
            self.own = own
        return [
            (space, near & ours, card & ours, alone, [(at, rest & ours) for at, rest in shared], came)
            for space, near, card, alone, shared, came in changes
        ]

    def _change_plays(self, changes: list[Change]) -> None:
        plays = self.plays
        for change in changes:
            space, near, card, alone, shared, came = change
            if not came:
                for base, cards, listed in plays.values():
                    _leave(listed, base, cards, change)
                continue
            for base, cards, listed in plays.values():
                if near & cards:
                    listed.remove(base + space)
                if card & cards:
                    for other in alone:
                        listed.append(base + other)
                    for other, rest in shared:
                        if not rest & cards:
                            listed.append(base + other)

    def _change_aims(self, changes: list[Change]) -> None:
        for base, targets, listed in self.aims.values():
            for change in changes:
                if change[2] & targets:
                    space, _, _, _, _, came = change
                    if came:
                        listed.append(base + space)
                    else:
                        listed.remove(base + space)

    def _change_moves(self, changes: list[Change]) -> None:
        moves = self.moves
        for change in changes:
            space, near, card, alone, shared, came = change
            if card & self.movers:  # its reach is another
                self._stop(card.bit_length() - 1)
            if not came:
                for base, needs, listed, reach in moves.values():
                    _leave(listed, base, needs, change, reach)
                continue
            for base, needs, listed, reach in moves.values():
                if space in reach and near & needs:
                    listed.remove(base + space)
                if card & needs:
                    for other in alone:
                        if other in reach:
                            listed.append(base + other)
                    for other, rest in shared:
                        if other in reach and not rest & needs:
                            listed.append(base + other)


@lru_cache(maxsize=1 << 12)
def within(reach: frozenset[int], start: int) -> frozenset[int]:
    """The spaces at these steps from `start`. Games begin in the same place, so results are cached."""
    return frozenset([start + step for step in reach])


def _leave(
    listed: list[int], base: int, cards: int, change: Change, reach: frozenset[int] | None = None
) -> None:
    """Update a list after a card left; `reach` is for moves."""
    space, near, card, alone, shared, _ = change
    if near & cards and (reach is None or space in reach):
        listed.append(base + space)
    if card & cards:
        for other in alone + [other for other, rest in shared if not rest & cards]:
            if reach is None or other in reach:
                listed.remove(base + other)


def _all(changes: list[Change], *, came: bool) -> int:
    """The set of cards that came, or of those that left."""
    cards = 0
    for _, _, card, _, _, comes in changes:
        if comes is came:
            cards |= card
    return cards
