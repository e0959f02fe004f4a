"""A drafting game with the interface of contract.State, which takes and returns plain JSON."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.chance import Seed
from engine.contract import IllegalAction, InvalidSetup, MalformedAction, Refusal, shown
from engine.drafting.actions import Action, Flip, number_of
from engine.drafting.draft import DRAFT, FLIP, GIVE, MOST_PLAYERS, Draft
from engine.drafting.layout import Layout
from engine.drafting.notation import cell_of, laid_out, read, seated, turned, written
from engine.drafting.scoring import Score
from engine.drafting.sets import GAMES, HAND, SPACES
from engine.record_format import (
    DraftAction,
    DraftSnapshot,
    DraftView,
    Log,
    LogEntry,
)

LEFT, RIGHT = "left", "right"


class State:
    """
    `legal`, `apply`, `why_not` and `view_for` use the record format (docs/record-format.md). `held` lists, by
    seat, the hands that it has held earlier in this round, oldest first, which its player may remember.
    """

    def __init__(self, draft: Draft, held: list[list[list[str]]] | None = None) -> None:
        self.draft = draft
        self.held = held or [[] for _seat in range(draft.players)]

    # Who is to act

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have yet to choose; in a solo game seat 0 chooses for its opponent as well."""
        return tuple(map(self._chooser, self._layouts_to_act()))

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats with hidden choices, each as often as it has chosen."""
        if self.draft.phase == FLIP:
            return tuple(
                self._chooser(seat) for seat, flips in enumerate(self.draft.flips) for _flip in flips
            )
        return tuple(self.draft.chosen)

    @property
    def number(self) -> int:
        """The number of the current simultaneous choice, from 1."""
        if self.draft.phase in (DRAFT, GIVE):
            return 2 * self.draft.turn - (self.draft.phase == DRAFT)
        return 2 * SPACES + 1

    @property
    def over(self) -> bool:
        return self.draft.over

    @property
    def scores(self) -> list[int]:
        return [score.total for score in self.draft.scores()]

    @property
    def winner(self) -> list[int] | None:
        """The seats with the most points, None before the end; in a solo game the opponent is seat 1."""
        return self.draft.winners() if self.over else None

    # Actions

    def legal(self, seat: int) -> list[DraftAction]:
        """The legal actions of a seat, without exchanges that have no effect."""
        if seat not in self.to_act:
            return []
        return [
            written(action)
            for each in self._layouts_to_act()
            if self._chooser(each) == seat
            for action in self.draft.actions(each)
        ]

    def why_not(self, action: Mapping[str, object]) -> Refusal | None:
        """Why an action (with its seat) is illegal, or None. Raises `MalformedAction`."""
        seat, chosen = self._read(action)
        return self.draft.why_not(seat, chosen)

    def apply(self, action: Mapping[str, object]) -> Log:
        """
        Store a choice, carry all out if it is the last, and return the log. Raises `MalformedAction` or
        `IllegalAction`, leaving the state unchanged.
        """
        seat, chosen = self._read(action)
        refusal = self.draft.why_not(seat, chosen)
        if refusal is not None:
            raise IllegalAction(refusal)
        draft, number = self.draft, number_of(chosen)
        log: Log = [{"event": "chose", "seat": seat, "action": written(number)}]
        chosen_by = sorted({**draft.chosen, seat: number}.items())
        turn, phase = draft.turn, draft.phase
        hands = [sorted(hand) for hand in draft.hands[: draft.players]]
        if not draft.perform(seat, number):
            return log
        if phase == FLIP:
            return log + self._turned_over()
        log.append({"event": "revealed", "turn": turn, "actions": [seated(*each) for each in chosen_by]})
        if not draft.solo:
            self._remember(hands, turn)
            log += self._passed(turn)
        return log + self._begun(turn, phase)

    # Views and snapshots

    def view_for(self, seat: int | None) -> DraftView:
        """What a seat, or a spectator (None), may see: not the deck, nor others' hands and hidden choices."""
        draft = self.draft
        sits = seat is not None and seat < draft.players
        chosen = draft.chosen.get(seat) if seat is not None else None
        return {
            "rules": draft.game.key,
            "players": draft.players,
            "round": 1 if draft.turn <= HAND else 2,
            "turn": draft.turn,
            "phase": draft.phase,
            "to_act": list(self.to_act),
            "waiting": sorted(set(self.pending)),
            "seat": seat,
            "hand": sorted(draft.hands[seat]) if seat is not None and sits else None,
            "hands": [len(hand) for hand in draft.hands],
            "held": [list(hand) for hand in self.held[seat]] if seat is not None and sits else None,
            "layouts": [laid_out(layout.cards) for layout in draft.layouts],
            "pile": list(draft.pile),
            "chosen": None if chosen is None else written(chosen),
            "flips": [
                turned(flips) if self.over or self._chooser(each) == seat else []
                for each, flips in enumerate(draft.flips or [{} for _layout in draft.layouts])
            ],
            "sheets": [dict(sheet.scores) for sheet in self.sheets()],
            "scores": self.scores,
            "over": self.over,
            "winner": self.winner,
        }

    def sheets(self) -> list[Score]:
        """The score sheets by seat; flips count at the end."""
        return self.draft.scores()

    def copy(self) -> "State":
        return State(self.draft.copy(), [hands.copy() for hands in self.held])

    def snapshot(self) -> DraftSnapshot:
        """Everything that `restore` needs."""
        draft = self.draft
        return {
            "rules": draft.game.key,
            "players": draft.players,
            "chance": draft.chance,
            "deck": draft.deck.copy(),
            "hands": [hand.copy() for hand in draft.hands],
            "layouts": [laid_out(layout.cards) for layout in draft.layouts],
            "pile": draft.pile.copy(),
            "turn": draft.turn,
            "phase": draft.phase,
            "chosen": [seated(seat, number) for seat, number in draft.chosen.items()],
            "flips": [turned(flips) for flips in draft.flips],
            "held": [[hand.copy() for hand in hands] for hands in self.held],
        }

    # Internals

    def _chooser(self, seat: int) -> int:
        return 0 if self.draft.solo else seat

    def _layouts_to_act(self) -> tuple[int, ...]:
        """In a solo game the player's own whales turn over cards first, then the opponent's."""
        return self.draft.to_act[:1] if self.draft.solo else self.draft.to_act

    def _read(self, action: Mapping[str, object]) -> tuple[int, Action]:
        seat, chosen = read(action)
        if not 0 <= seat < len(self.draft.layouts):
            raise MalformedAction(f"there is no seat {seat}")
        # Records name the layout; in a solo game seat 0 means the layout whose turn it is.
        if self.draft.solo and isinstance(chosen, Flip) and seat == 0 and self.draft.to_act:
            seat = self.draft.to_act[0]
        return seat, chosen

    def _remember(self, hands: list[list[str]], turn: int) -> None:
        for held, hand in zip(self.held, hands, strict=True):
            held.append(hand)
            if turn == HAND:
                held.clear()

    def _passed(self, turn: int) -> Log:
        log: Log = []
        if self.draft.players == 2:
            log.append({"event": "neutral", "card": self.draft.pile[-1]})
        if turn not in (HAND, SPACES):
            log.append({"event": "passed", "to": LEFT if turn < HAND else RIGHT})
        return log

    def _begun(self, turn: int, phase: str) -> Log:
        draft = self.draft
        if draft.over:
            return self._ended()
        if draft.phase == FLIP:
            return [{"event": "whales"}]
        log: Log = []
        if turn == HAND and draft.turn > HAND and not draft.solo:
            log.append({"event": "round", "round": 2})
        if draft.phase == DRAFT:
            log.append({"event": "turn", "turn": draft.turn})
        return log

    def _turned_over(self) -> Log:
        flips = [turned(flips) for flips in self.draft.flips]
        return [{"event": "flipped", "flips": flips}, *self._ended()]

    def _ended(self) -> Log:
        return [{"event": "over", "scores": self.scores, "winner": self.winner}]


def new_game(rules: str, players: int, seed: Seed, *, log: Log | None = None) -> State:
    """A game as dealt; `log` receives what happens before the first choice. Raises `InvalidSetup`."""
    if rules not in GAMES:
        raise InvalidSetup(f"there is no drafting game {shown(rules)}")
    if not 1 <= players <= MOST_PLAYERS:
        raise InvalidSetup(f"{players} players; it is 1 to {MOST_PLAYERS}")
    if log is not None:
        log += [{"event": "round", "round": 1}, {"event": "turn", "turn": 1}]
    return State(Draft.deal(GAMES[rules], players, seed))


def restore(snapshot: DraftSnapshot) -> State:
    """The state from a snapshot."""
    draft = Draft(
        game=GAMES[snapshot["rules"]],
        players=snapshot["players"],
        chance=snapshot["chance"],
        deck=list(snapshot["deck"]),
        hands=[list(hand) for hand in snapshot["hands"]],
        layouts=[
            Layout({cell_of(card["at"]): card["card"] for card in layout}) for layout in snapshot["layouts"]
        ],
        pile=list(snapshot["pile"]),
        turn=snapshot["turn"],
        phase=snapshot["phase"],
        chosen={seat: number_of(action) for seat, action in map(read, snapshot["chosen"])},
        flips=[{cell_of(whale): cell_of(card) for whale, card in flips} for flips in snapshot["flips"]],
    )
    return State(draft, [[list(hand) for hand in hands] for hands in snapshot["held"]])


def hide(log: Sequence[Mapping[str, object]], seat: int | None) -> Log:
    """The log as a seat, or a spectator (None), may read it: others' choices are hidden until revealed."""
    return [
        cast(
            LogEntry,
            {
                name: value
                for name, value in entry.items()
                if name != "action" or entry["event"] != "chose" or entry["seat"] == seat
            },
        )
        for entry in log
    ]
