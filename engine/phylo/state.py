"""A game of Phylo: the table, the hands and piles, whose turn it is, and the generator of its chance."""

from collections.abc import Mapping
from typing import Any

from . import turn
from .legal import legal
from .listing import Listing
from .matchup import EVERY, Matchup, place
from .notation import action_order, encode, read_action, written
from .position import write_position
from .referee import refusal_of
from .refusals import GAME_OVER, Refusal
from .risk import at_risk
from .rules import Options, RuleSet
from .table import Table


class IllegalAction(Exception):
    """A well-formed action that the rules refuse; `refusal` tells why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class State(Table):
    """A whole game between seats 0 and 1. Actions, positions and views are the record format's plain JSON.

    `legal`, `apply`, `why_not` and `view_for` are the contract; lists of slots below are the engine's own.
    """

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
    running: bool  # between the begin of the first turn and the end
    number: int
    actions_left: int
    event_played: bool
    last_turn: bool
    over: bool
    options: Options
    chance: int
    revealed: dict[int, int | None]
    winner: int | str | None
    listings: list[Listing | None]  # by seat: what it keeps; None before its first listing
    log: list[dict[str, Any]] | None  # what happens is noted while this is a list

    def __init__(self, matchup: Matchup, options: Options) -> None:
        """No card anywhere yet; engine/phylo/start.py lays them out."""
        self.lay_out(matchup)
        self.options = options
        self.hands, self.decks, self.discards = [[], []], [[], []], [[], []]
        self.seat, self.number, self.actions_left, self.chance = 0, 0, 0, 0
        self.running = self.event_played = self.last_turn = self.over = False
        self.winner, self.revealed, self.log = None, {}, None
        self.listings = [None, None]

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
    def pending(self) -> tuple[int, ...]:
        """The seats whose choice is still hidden: during the reveal those that have chosen (P8)."""
        return () if self.running or self.over else tuple(self.revealed)

    @property
    def scores(self) -> list[int]:
        """The points on the table by seat (P33)."""
        return [self.score(0), self.score(1)]

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """Every legal action of a seat, each once and sorted; `resign` and smaller SPREADs are left out."""
        if seat not in self.to_act:
            return []
        if not self.running:
            species = [slot for slot in self.hands[seat] if self.matchup.species >> slot & 1]
            keys: list[str | None] = [*sorted({self.matchup.keys[slot] for slot in species})]
            return [{"do": "reveal", "card": key} for key in keys or [None]]
        return sorted((written(self, action) for action in legal(self)), key=action_order)

    def why_not(self, action: Mapping[str, Any]) -> Refusal | None:
        """Why an action, with its seat, is refused; None when it is legal. Raises `MalformedAction`."""
        return refusal_of(self, read_action(action, self.matchup.definitions))

    def apply(self, action: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Carry out an action with its seat and return what happened.

        Raises `MalformedAction` or `IllegalAction`, and then nothing has changed.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        log: list[dict[str, Any]] = []
        self.log = log
        seat = action["seat"]
        if action["do"] == "resign":
            self.note("resigned", seat)
            self.finish(1 - seat)
        elif action["do"] == "reveal":
            turn.reveal(self, seat, self.held(seat, action["card"]) if action["card"] is not None else None)
        else:
            turn.perform(self, *encode(self, action))
        self.log = None
        return log

    def actions(self) -> list[int]:
        """The legal actions of the turn as the engine's integers, for bots and benchmarks."""
        return legal(self)

    def listing(self) -> Listing:
        """What the seat whose turn it is keeps of its last listing, for the next one."""
        seat = self.seat
        own = self.own[seat] if self.matchup.rules.own_neighbour else EVERY
        listing = self.listings[seat]
        if listing is None:
            listing = self.listings[seat] = Listing(self, own, bool(self.decks[seat]))
        else:
            listing.catch_up(self, own, bool(self.decks[seat]))
        return listing

    def perform(self, action: int) -> None:
        """Carry out one of `actions()` without looking at it again."""
        turn.perform(self, action)

    def settle_upkeep(self, seat: int) -> None:
        """Take away now what the seat's next upkeep would (P13): a look ahead for bots and marks."""
        turn.upkeep(self, seat)

    def copy(self) -> "State":
        """A game that goes its own way."""
        other = State.__new__(State)
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

    def position(self) -> dict[str, Any]:
        """The whole game as the record format's position: it shows every hand."""
        return write_position(self)

    def snapshot(self) -> dict[str, Any]:
        """Everything that `restore` needs beside the cards: the position, the chance, and half a reveal."""
        keys = self.matchup.keys
        revealed = {str(seat): None if slot is None else keys[slot] for seat, slot in self.revealed.items()}
        return {
            "position": self.position(),
            "chance": self.chance,
            "revealed": revealed,
            "over": self.over,
            "winner": self.winner,
            "lower": [place(self.cell_of[card]) for card, of in self.seedlings.items() if self._is_lower(of)],
        }

    def _is_lower(self, slot: int) -> bool:
        return self.at.get(self.cell_of[slot]) != slot

    def view_for(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, or a spectator (None): the one place that hides hands and decks (P14)."""
        view = self.position()
        view["hands"] = [hand if each == seat else len(hand) for each, hand in enumerate(view["hands"])]
        view["decks"] = [len(deck) for deck in view["decks"]]
        view |= {
            "rules": self.rules.key,
            "food_step": self.options.food_step,
            "home_gap": self.options.home_gap,
        }
        view |= {"to_act": list(self.to_act)}
        view |= {"scores": self.scores, "over": self.over, "winner": self.winner, "at_risk": self.at_risk()}
        return view

    def at_risk(self) -> list[dict[str, Any]]:
        """The cards that would go if their player's upkeep came now (P13), as risk.py tells them."""
        return at_risk(self)

    def note(
        self,
        event: str,
        seat: int | None,
        card: int | None = None,
        at: int | None = None,
        start: int | None = None,
        **fields: Any,
    ) -> None:
        """Write down what happens, if anybody asks; a card is a slot here, `at` and `start` are spaces."""
        if self.log is None:
            return
        entry: dict[str, Any] = {"seat": seat, "event": event}
        if card is not None:
            entry["card"] = self.matchup.keys[card]
        if start is not None:
            entry["from"] = place(start)
        if at is not None:
            entry["at"] = place(at)
        self.log.append(entry | fields)

    def held(self, seat: int, key: str) -> int:
        """The first card of that key in a hand."""
        return next(slot for slot in self.hands[seat] if self.matchup.keys[slot] == key)

    def spread_source(self) -> list[int]:
        """P26: where the cards of a SPREAD come from."""
        return (self.discards if self.matchup.rules.spread_from == "discards" else self.hands)[self.seat]

    def take(self, seat: int, slot: int) -> None:
        """A card leaves a hand, and what is kept of it goes too."""
        self.hands[seat].remove(slot)
        listing = self.listings[seat]
        if listing is not None:
            listing.drop(slot, self.matchup.kind_of[slot])

    def draw(self, seat: int, count: int) -> None:
        """Draw as many cards as are left of `count` (P9, P12, P30)."""
        deck, hand = self.decks[seat], self.hands[seat]
        drawn = deck[-count:][::-1]
        del deck[-count:]
        hand += drawn
        if drawn and self.log is not None:
            self.note("drew", seat, count=len(drawn), cards=[self.matchup.keys[slot] for slot in drawn])

    def drop_events(self, slot: int) -> None:
        """The events on a card go to their players' piles (P29)."""
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
        """A face-down SPREAD card leaves the table and is itself again."""
        del self.seedlings[card]
        self.face_down &= ~(1 << card)
        self.recast(card, self.matchup.printed[card])

    def end(self, event: str, seat: int | None, winner: int | str) -> list[dict[str, Any]]:
        """End the game for a reason that is none of the rules', as time is, and return what happened.

        `event` names the reason in the log, `seat` whose it is. `IllegalAction` after the end.
        """
        if self.over:
            raise IllegalAction(Refusal("game-over", "P32", GAME_OVER))
        log: list[dict[str, Any]] = []
        self.log = log
        self.note(event, seat)
        self.finish(winner)
        self.log = None
        return log

    def finish(self, winner: int | str) -> None:
        """The end of the game (P32, P34)."""
        self.over, self.winner, self.running = True, winner, False
        self.actions_left, self.event_played = 0, False
        self.note("ended", None, scores=self.scores, winner=winner)
