"""A game of Phylo as data: the table, hands and piles, whose turn it is, and the random generator's state.

The rules that act on it are in `checks`, `legal` and `turn`.
"""

from typing import Self, cast

from engine.chance import Chance
from engine.phylo.listing import Listing
from engine.phylo.matchup import EVERY, Matchup, place
from engine.phylo.rules import Options, RuleSet
from engine.phylo.table import Table
from engine.record_format import Log, LogEntry


class Game(Table):
    """A whole game between seats 0 and 1; cards are slots (matchup.py)."""

    __slots__ = (
        "actions_left",
        "chance",
        "decks",
        "discards",
        "event_played",
        "hands",
        "last_turn",
        "listings",
        "log",
        "number",
        "options",
        "over",
        "revealed",
        "running",
        "seat",
        "winner",
    )

    hands: list[list[int]]  # in the order in which the cards were drawn
    decks: list[list[int]]  # the next card to be drawn last
    discards: list[list[int]]  # the top card last
    seat: int  # whose turn it is
    running: bool  # from the first turn to the end of the game
    number: int
    actions_left: int
    event_played: bool
    last_turn: bool
    over: bool
    options: Options
    chance: Chance
    revealed: dict[int, int | None]
    winner: int | str | None
    listings: list[Listing | None]  # by seat; None before its first listing
    log: Log | None  # events are logged while this is a list

    def __init__(self, matchup: Matchup, options: Options) -> None:
        """A game without cards; engine/phylo/start.py lays them out."""
        self.lay_out(matchup)
        self.options = options
        self.hands, self.decks, self.discards = [[], []], [[], []], [[], []]
        self.seat, self.number, self.actions_left, self.chance = 0, 0, 0, 0
        self.running = self.event_played = self.last_turn = self.over = False
        self.winner, self.revealed, self.log = None, {}, None
        self.listings = [None, None]

    def copy(self) -> Self:
        """An independent copy."""
        other = self.__class__.__new__(self.__class__)
        other.copy_table(self)
        other.hands = [self.hands[0].copy(), self.hands[1].copy()]
        other.decks = [self.decks[0].copy(), self.decks[1].copy()]
        other.discards = [self.discards[0].copy(), self.discards[1].copy()]
        other.seat, other.running = self.seat, self.running
        other.number, other.actions_left = self.number, self.actions_left
        other.event_played, other.last_turn = self.event_played, self.last_turn
        other.over, other.winner, other.chance = self.over, self.winner, self.chance
        other.revealed, other.options, other.log = self.revealed.copy(), self.options, None
        other.listings = [None, None]
        return other

    @property
    def rules(self) -> RuleSet:
        return self.matchup.rules

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act: both during the reveal (P8), none after the end."""
        if self.over:
            return ()
        if self.running:
            return (self.seat,)
        return tuple(seat for seat in (0, 1) if seat not in self.revealed)

    @property
    def event_was_last(self) -> bool:
        """P11: an event has been played, so the actions that were left in this turn are lost."""
        return self.event_played and self.matchup.rules.event_ends_turn

    @property
    def scores(self) -> list[int]:
        """The points on the table by seat (P33)."""
        return [self.score(0), self.score(1)]

    def listing(self) -> Listing:
        """The lists of actions that the seat to act keeps between its decisions, brought up to date."""
        seat = self.seat
        own = self.own[seat] if self.matchup.rules.own_neighbour else EVERY
        listing = self.listings[seat]
        if listing is None:
            listing = self.listings[seat] = Listing(self, own, bool(self.decks[seat]))
        else:
            listing.catch_up(self, own, bool(self.decks[seat]))
        return listing

    def note(
        self,
        event: str,
        seat: int | None,
        card: int | None = None,
        at: int | None = None,
        start: int | None = None,
        **fields: object,
    ) -> None:
        """Log an event, if there is a log; `card` is a slot, `at` and `start` are spaces."""
        if self.log is None:
            return
        entry: LogEntry = {"seat": seat, "event": event}
        if card is not None:
            entry["card"] = self.matchup.keys[card]
        if start is not None:
            entry["from"] = place(start)
        if at is not None:
            entry["at"] = place(at)
        self.log.append(cast(LogEntry, {**entry, **fields}))

    def slot_in_hand(self, seat: int, key: str) -> int:
        """The first card in a hand with that key."""
        return next(slot for slot in self.hands[seat] if self.matchup.keys[slot] == key)

    def spread_source(self) -> list[int]:
        """P26: the pile or hand from which SPREAD takes its cards."""
        return (self.discards if self.matchup.rules.spread_from == "discards" else self.hands)[self.seat]

    def take(self, seat: int, slot: int) -> None:
        """Take a card out of a hand, and out of the kept lists."""
        self.hands[seat].remove(slot)
        listing = self.listings[seat]
        if listing is not None:
            listing.drop(slot, self.matchup.kind_of[slot])

    def draw(self, seat: int, count: int) -> None:
        """Draw `count` cards, or as many as are left (P9, P12, P30)."""
        deck, hand = self.decks[seat], self.hands[seat]
        drawn = deck[-count:][::-1]
        del deck[-count:]
        hand += drawn
        if drawn and self.log is not None:
            self.note("drew", seat, count=len(drawn), cards=[self.matchup.keys[slot] for slot in drawn])

    def drop_events(self, slot: int) -> None:
        """Move the events on a card to their players' piles (P29)."""
        lying = self.events.pop(slot, None)
        if not lying:
            return
        for event, _ in lying:
            seat = self.owner(event)
            self.discards[seat].append(event)
            self.note("expired", seat, event, self.cell_of[slot])
        self.recast(slot)
        self.settle_control(slot)

    def uncover(self, card: int) -> None:
        """Turn a seedling that leaves the table face up again."""
        del self.seedlings[card]
        self.face_down &= ~(1 << card)
        self.recast(card)

    def finish(self, winner: int | str) -> None:
        """End the game (P32, P34)."""
        self.over, self.winner, self.running = True, winner, False
        self.actions_left, self.event_played = 0, False
        self.note("ended", None, scores=self.scores, winner=winner)
