"""The state of a game of Phylo, as sites and bots use it (contract.State)."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from engine.contract import IllegalAction, Refusal
from engine.phylo import checks, turn
from engine.phylo.game import Game
from engine.phylo.legal import listed
from engine.phylo.matchup import place
from engine.phylo.notation import action_order, encode, read_action, space_of, written
from engine.phylo.position import write_position
from engine.phylo.refusals import GAME_OVER
from engine.phylo.upkeep import at_risk, upkeep
from engine.record_format import Action, Log, LogEntry, Place, Position, Risk, Snapshot, View


class State(Game):
    """A whole game between seats 0 and 1. Actions, positions and views are the record format's plain JSON.

    `legal`, `apply`, `why_not` and `view_for` are the public interface; the lists of slots in `Game` are
    internal.
    """

    __slots__ = ()

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats whose choice is still hidden: those that have chosen during the reveal (P8)."""
        return () if self.running or self.over else tuple(self.revealed)

    def legal(self, seat: int) -> list[Action]:
        """Every legal action of a seat, sorted, without duplicates; `resign` and smaller SPREADs left out."""
        return self.listed(seat)[0]

    def listed(self, seat: int) -> tuple[list[Action], bool]:
        """The same, and whether these are all: of very many choices and SPREADs only the first are listed."""
        if seat not in self.to_act:
            return [], True
        if not self.running:
            species = [slot for slot in self.hands[seat] if self.matchup.species >> slot & 1]
            keys: list[str | None] = [*sorted({self.matchup.keys[slot] for slot in species})]
            return [{"do": "reveal", "card": key} for key in keys or [None]], True
        actions, all_ = listed(self)
        return sorted((written(self, action) for action in actions), key=action_order), all_

    def why_not(self, action: Mapping[str, object]) -> Refusal | None:
        """Why an action, with its seat, is refused; None when it is legal. Raises `MalformedAction`."""
        return checks.why_not(self, read_action(action, self.matchup.definitions))

    def apply(self, action: Mapping[str, object]) -> Log:
        """Carry out an action with its seat and return what happened.

        Raises `MalformedAction` or `IllegalAction`, and then nothing has changed.
        """
        read = read_action(action, self.matchup.definitions)
        refusal = checks.why_not(self, read)
        if refusal is not None:
            raise IllegalAction(refusal)
        log: Log = []
        self.log = log
        seat = read["seat"]
        if read["do"] == "resign":
            self.note("resigned", seat)
            self.finish(1 - seat)
        elif read["do"] == "reveal":
            turn.reveal(self, seat, None if read["card"] is None else self.slot_in_hand(seat, read["card"]))
        else:
            turn.perform(self, *encode(self, read))
        self.log = None
        return log

    def actions(self) -> list[int]:
        """The legal actions of the turn as integers, for bots and benchmarks."""
        return listed(self)[0]

    def perform(self, action: int) -> None:
        """Carry out one of `actions()` without checking it."""
        turn.perform(self, action)

    def settle_upkeep(self, seat: int) -> None:
        """Remove now what the seat's next upkeep would remove (P13): a look ahead for bots and pages."""
        upkeep(self, seat)

    def position(self) -> Position:
        """The whole game as a position of the record format, all hands included."""
        return write_position(self)

    def snapshot(self) -> Snapshot:
        """Everything that `restore` needs besides the cards."""
        keys = self.matchup.keys
        revealed = {str(seat): None if slot is None else keys[slot] for seat, slot in self.revealed.items()}
        return {
            "position": self.position(),
            "chance": self.chance,
            "revealed": revealed,
            "over": self.over,
            "winner": self.winner,
            "lower": self.lower_originals(),
        }

    def lower_originals(self) -> list[Place]:
        """The spaces of seedlings whose original is the lower card there, which a position cannot say."""
        return [place(self.cell_of[card]) for card, of in self.seedlings.items() if self._is_lower(of)]

    def _is_lower(self, slot: int) -> bool:
        return self.at.get(self.cell_of[slot]) != slot

    def view_for(self, seat: int | None) -> View:
        """What a seat may see, or a spectator (None): the one place that hides hands and decks (P14)."""
        position = self.position()
        return {
            "turn": position["turn"],
            "spaces": position["spaces"],
            "hands": [hand if each == seat else len(hand) for each, hand in enumerate(position["hands"])],
            "decks": [len(deck) for deck in position["decks"]],
            "discards": position["discards"],
            "rules": self.rules.key,
            "food_step": self.options.food_step,
            "home_gap": self.options.home_gap,
            "to_act": list(self.to_act),
            "scores": self.scores,
            "over": self.over,
            "winner": self.winner,
            "at_risk": self.at_risk(),
        }

    def at_risk(self) -> list[Risk]:
        """The cards that would leave if their player's upkeep came now (P13); see upkeep.py."""
        return at_risk(self)

    def may_change_risks(self, action: Mapping[str, object], risky: Collection[tuple[int, int]]) -> bool:
        """Whether an action may change what is at risk, now the cards at `risky`.

        A card played into an empty space takes nothing from others, and supports only its neighbours (P15).
        """
        read = read_action({"seat": self.seat, **action}, self.matchup.definitions)
        if read["do"] != "play" or space_of(read["at"]) in self.at:
            return True
        x, y = read["at"]
        return any(beside in risky for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))

    def end(self, event: str, seat: int | None, winner: int | str) -> Log:
        """End the game for a reason outside the rules, such as time, and return what happened.

        `event` names the reason in the log, `seat` the seat concerned. Raises `IllegalAction` after the end.
        """
        if self.over:
            raise IllegalAction(Refusal("game-over", "P32", GAME_OVER))
        log: Log = []
        self.log = log
        self.note(event, seat)
        self.finish(winner)
        self.log = None
        return log


def hide(log: Sequence[Mapping[str, object]], seat: int | None) -> Log:
    """The log as a seat, or a spectator (None), may read it: cards that others drew are left out (P14)."""
    return [
        cast(
            LogEntry,
            {name: value for name, value in entry.items() if name != "cards"}
            if entry["event"] == "drew" and entry["seat"] != seat
            else dict(entry),
        )
        for entry in log
    ]
