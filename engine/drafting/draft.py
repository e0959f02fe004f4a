"""
A game of Ecosystem or Coral Reef from the deal to the score sheet.

Seats choose simultaneously: choices are kept until all have chosen, and then carried out together. All
randomness comes from the internal generator, which starts from a seed.
"""

from dataclasses import dataclass, field
from typing import Self

from engine import chance
from engine.chance import Chance, Seed
from engine.contract import IllegalAction, Refusal
from engine.contract import gettext_noop as _
from engine.drafting.actions import (
    CELL_MASK,
    DO,
    GIFTS,
    GIVING,
    PLACES,
    SHIFTS,
    SWAPPING,
    SWAPS,
    Action,
    Flip,
    Give,
    Place,
    kind_in,
    number_of,
    pair_in,
)
from engine.drafting.grid import CELLS, Cell, beside
from engine.drafting.layout import Layout
from engine.drafting.scoring import Board, Score, score_table, winners
from engine.drafting.sets import HAND, SPACES, WIDTH, DraftingGame

MOST_PLAYERS = 6
DRAFT, GIVE, FLIP, OVER = "draft", "give", "flip", "over"


def _refused(code: str, template: str, **fields: str) -> Refusal:
    return Refusal(code, "", template, fields)


CHOSEN_IN = {DRAFT: Place, GIVE: Give, FLIP: Flip}
MOVERS = ("RABBIT", "OCTOPUS")


@dataclass
class Draft:
    """`hands` and `layouts` by seat; with two players there is a third hand, the neutral player's, and its
    `pile`.

    In a solo game seat 1 is the opponent; seat 0 gives the opponent's cards and chooses its flips.
    """

    game: DraftingGame
    players: int
    chance: Chance
    deck: list[str]
    """Cards are dealt from the end."""
    hands: list[list[str]]
    layouts: list[Layout]
    pile: list[str] = field(default_factory=list)
    turn: int = 1
    phase: str = DRAFT
    chosen: dict[int, int] = field(default_factory=dict)
    flips: list[dict[Cell, Cell]] = field(default_factory=list)
    """By seat, in the last phase: whale -> the card that it turns over."""

    @classmethod
    def deal(cls, game: DraftingGame, players: int, seed: Seed) -> Self:
        """Raises ValueError for an impossible number of players or a wrong seed."""
        if not 1 <= players <= MOST_PLAYERS:
            raise ValueError(f"{players} players; it is 1 to {MOST_PLAYERS}")
        cards = [kind for kind, copies in game.deck.items() for _copy in range(copies)]
        order, state = chance.shuffled(chance.start(seed), list(range(len(cards))))
        draft = cls(
            game=game,
            players=players,
            chance=state,
            deck=[cards[number] for number in order],
            hands=[],
            layouts=[Layout() for _seat in range(max(players, 2))],
        )
        draft._deal_round()
        return draft

    # Legal actions

    @property
    def solo(self) -> bool:
        return self.players == 1

    @property
    def over(self) -> bool:
        return self.phase == OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have yet to choose."""
        if self.phase == FLIP:
            return tuple(seat for seat in range(len(self.layouts)) if self._whales(seat))
        if self.phase == OVER:
            return ()
        return tuple([seat for seat in range(self.players) if seat not in self.chosen])

    def actions(self, seat: int) -> list[int]:
        """The legal actions of the seat as integers, without exchanges that have no effect."""
        if not self._chooses(seat):
            return []
        if self.phase == FLIP:
            return [number_of(flip) for flip in self._flips(seat)]
        kinds = sorted(set(self.hands[seat]))
        if self.phase == GIVE:
            return [GIFTS[kind] for kind in kinds]
        layout = self.layouts[seat]
        spaces = layout.free()
        found = [base + space for base in [PLACES[kind] for kind in kinds] for space in spaces]
        if layout.cards:
            for kind in kinds:
                if kind in MOVERS:
                    found += layout.swaps_with(kind, SWAPS[kind])
                if kind == "OCTOPUS":
                    found += layout.shifts_with(SHIFTS[kind])
        return found

    def why_not(self, seat: int, action: Action) -> Refusal | None:
        """Why the seat may not choose this, or None."""
        if self.over:
            return _refused("game-over", _("The game is over."))
        if not self._chooses(seat):
            return _refused("not-your-turn", _("This seat has nothing to choose now."))
        if not isinstance(action, CHOSEN_IN[self.phase]):
            return _refused("unknown-action", _("This is not what is chosen now."))
        if isinstance(action, Flip):
            allowed = action in self._flips(seat)
            return None if allowed else _refused("bad-target", _("A whale turns over one card beside it."))
        if action.card not in self.hands[seat]:
            return _refused("card-not-held", _("There is no %(card)s in this hand."), card=action.card)
        if isinstance(action, Place):
            return self._why_not_place(self.layouts[seat], action)
        return None

    def choose(self, seat: int, action: Action) -> bool:
        """Store a seat's choice. True if it was the last, and all were carried out. Raises IllegalAction."""
        refused = self.why_not(seat, action)
        if refused is not None:
            raise IllegalAction(refused)
        return self.perform(seat, number_of(action))

    def perform(self, seat: int, number: int) -> bool:
        """Like `choose`, for one of `actions`, without a check."""
        if self.phase == FLIP:
            whale, card = pair_in(number)
            self.flips[seat][whale] = card
            if any(map(self._whales, range(len(self.layouts)))):
                return False
        else:
            self.chosen[seat] = number
            if len(self.chosen) < self.players:
                return False
        self._carry_out()
        return True

    # Results

    def boards(self) -> list[Board]:
        """The layouts to be scored; flips count once all have been chosen."""
        down: list[dict[Cell, Cell]] = self.flips if self.over else []
        return [
            Board(layout.cards, frozenset(down[seat].values()) if down else frozenset())
            for seat, layout in enumerate(self.layouts)
        ]

    def scores(self) -> list[Score]:
        neutral = self.pile if self.players == 2 else None
        return score_table(self.game, self.boards(), neutral=neutral, solo=self.solo)

    def winners(self) -> list[int]:
        return winners(self.scores()) if self.over else []

    def copy(self) -> "Draft":
        return Draft(
            self.game, self.players, self.chance, self.deck.copy(), [hand.copy() for hand in self.hands],
            [layout.copy() for layout in self.layouts], self.pile.copy(), self.turn, self.phase,
            self.chosen.copy(), [flips.copy() for flips in self.flips],
        )  # fmt: skip

    # The course of a turn

    def _carry_out(self) -> None:
        if self.phase == FLIP:
            self.phase = OVER
            return
        for seat, number in sorted(self.chosen.items()):
            self._do(seat, number)
        self.chosen = {}
        if self.solo:
            self._go_on_alone()
        else:
            self._pass_on()

    def _do(self, seat: int, number: int) -> None:
        do, kind = number >> DO, kind_in(number)
        self.hands[seat].remove(kind)
        if do == GIVING:
            self.layouts[1].put(divmod(len(self.layouts[1].cards), WIDTH), kind)
            return
        layout = self.layouts[seat]
        layout.put(CELLS[number & CELL_MASK], kind)
        if do:
            rearrange = layout.swap if do == SWAPPING else layout.shift
            rearrange(pair_in(number))

    def _pass_on(self) -> None:
        """End a turn: the neutral player lays a card; hands are passed left in round 1, right in round 2."""
        if self.players == 2:
            number, self.chance = chance.below(self.chance, len(self.hands[2]))
            self.pile.append(self.hands[2].pop(number))
        step = -1 if self.turn <= HAND else 1
        self.hands = [self.hands[(seat + step) % len(self.hands)] for seat in range(len(self.hands))]
        self.turn += 1
        if self.turn == HAND + 1:
            self._deal_round()
        elif self.turn > SPACES:
            self._end_draft()

    def _go_on_alone(self) -> None:
        """A solo turn: place a card, give one, and draw one, or five if the opponent's row is full."""
        if self.phase == DRAFT:
            self.phase = GIVE
            return
        self.phase = DRAFT
        row_is_full = len(self.layouts[1].cards) % WIDTH == 0
        self._draw(self.hands[0], WIDTH if row_is_full else 1)
        self.turn += 1
        if self.turn > SPACES:
            self._end_draft()

    def _deal_round(self) -> None:
        hands = {1: 1, 2: 3}.get(self.players, self.players)
        self.hands = [[] for _hand in range(hands)]
        for hand in self.hands:
            self._draw(hand, HAND)

    def _draw(self, hand: list[str], count: int) -> None:
        hand += self.deck[-count:][::-1]
        del self.deck[-count:]

    def _end_draft(self) -> None:
        self.turn = SPACES
        self.flips = [{} for _layout in self.layouts]
        self.phase = FLIP
        if not self.to_act:
            self.phase = OVER

    # Checks

    def _chooses(self, seat: int) -> bool:
        if self.phase in (DRAFT, GIVE):
            return 0 <= seat < self.players and seat not in self.chosen
        return 0 <= seat < len(self.layouts) and self.phase == FLIP and bool(self._whales(seat))

    def _why_not_place(self, layout: Layout, action: Place) -> Refusal | None:
        if action.at in layout.cards:
            return _refused("space-taken", _("A card lies there."))
        if action.at not in layout.spaces():
            return _refused(
                "no-neighbour", _("A card lies beside another one, in four rows and five columns.")
            )
        if action.swap is None and action.shift is None:
            return None
        if action.swap is not None and action.shift is not None:
            return _refused("bad-choice", _("Either two cards are exchanged or one is moved."))
        after = layout.copy()
        after.put(action.at, action.card)
        if action.swap is not None:
            able = action.card in MOVERS and len(set(action.swap)) == 2
            if able and all(cell in after.cards for cell in action.swap):
                return None
        elif action.card == "OCTOPUS" and action.shift and after.may_shift(action.shift):
            return None
        return _refused("bad-choice", _("This card cannot rearrange the layout so."))

    def _whales(self, seat: int) -> list[Cell]:
        """The whales that have yet to turn over a card and have one face up beside them."""
        cards, done = self.layouts[seat].cards, self.flips[seat]
        if [*cards.values()].count("WHALE") == len(done):
            return []
        whales = sorted([cell for cell, card in cards.items() if card == "WHALE"])
        return [whale for whale in whales if whale not in done and self._beside_up(seat, whale)]

    def _beside_up(self, seat: int, whale: Cell) -> list[Cell]:
        down = self.flips[seat].values()
        return [near for near in beside(whale) if near in self.layouts[seat].cards and near not in down]

    def _flips(self, seat: int) -> list[Flip]:
        return [Flip(whale, card) for whale in self._whales(seat) for card in self._beside_up(seat, whale)]
