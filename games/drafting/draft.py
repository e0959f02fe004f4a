"""
A game of Ecosystem or Coral Reef from the deal to the score sheet.

Seats choose at the same time: what a seat has chosen is kept until all have, then it is carried out for all.
Chance comes only from the generator inside, which a seed starts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, NamedTuple, Self

from games.drafting.grid import Cell, beside
from games.drafting.layout import Layout, Pair
from games.drafting.scoring import Board, Score, score_table, winners
from games.drafting.sets import GAMES, HAND, SPACES, WIDTH, Game
from games.engine import IllegalAction, Refusal, chance

MOST_PLAYERS = 6
DRAFT, GIVE, FLIP, OVER = "draft", "give", "flip", "over"


def _(template: str) -> str:
    """Marks a template for gettext, which translates it where it is shown."""
    return template


def _refused(code: str, template: str, **fields: str) -> Refusal:
    return Refusal(code, "", template, fields)


class Place(NamedTuple):
    """A card out of the hand onto a space; a rabbit or an octopus may exchange two cards, an octopus may move
    one instead, from the first cell of `shift` to the second.
    """

    card: str
    at: Cell
    swap: Pair | None = None
    shift: Pair | None = None


class Flip(NamedTuple):
    """A whale turns over a card beside it."""

    whale: Cell
    card: Cell


class Give(NamedTuple):
    """In a solo game: the card that goes to the opponent."""

    card: str


Action = Place | Flip | Give
CHOSEN_IN = {DRAFT: Place, GIVE: Give, FLIP: Flip}
MOVERS = ("RABBIT", "OCTOPUS")
NONE = repeat(None)


class _Plain(dict[Cell, Place]):
    """A card by where it may be placed: most actions of a game, which are made once for all games."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def __missing__(self, space: Cell) -> Place:
        self[space] = place = Place(self.kind, space)
        return place


PLAIN = {kind: _Plain(kind) for game in GAMES.values() for kind in game.deck}
_new: Callable[[type[Place], Any], Place] = tuple.__new__
"""A tuple's own way to be made: half of the actions of a game are exchanges, thousands of them."""


@dataclass
class Draft:
    """`hands` and `layouts` by seat; a table of two has a third hand, the neutral player's, and its `pile`.

    In a solo game seat 1 is the opponent, whose cards are given by seat 0, who also turns them over.
    """

    game: Game
    players: int
    chance: int
    deck: list[str]
    """The next card to be dealt is the last one."""
    hands: list[list[str]]
    layouts: list[Layout]
    pile: list[str] = field(default_factory=list)
    turn: int = 1
    phase: str = DRAFT
    chosen: dict[int, Action] = field(default_factory=dict)
    flips: list[dict[Cell, Cell]] = field(default_factory=list)
    """By seat, in the last phase: the card that each whale turns over."""

    @classmethod
    def deal(cls, game: Game, players: int, seed: int) -> Self:
        """ValueError for a number of players that cannot be."""
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

    # What may be done.

    @property
    def solo(self) -> bool:
        return self.players == 1

    @property
    def over(self) -> bool:
        return self.phase == OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have still to choose."""
        if self.phase == FLIP:
            return tuple(seat for seat in range(len(self.layouts)) if self._whales(seat))
        if self.phase == OVER:
            return ()
        return tuple([seat for seat in range(self.players) if seat not in self.chosen])

    def actions(self, seat: int) -> list[Action]:
        """Everything that the seat may choose now, exchanges without effect left out."""
        if not self._chooses(seat):
            return []
        if self.phase == FLIP:
            return list(self._flips(seat))
        kinds = sorted(set(self.hands[seat]))
        if self.phase == GIVE:
            return [Give(kind) for kind in kinds]
        layout = self.layouts[seat]
        spaces = layout.spaces()
        found: list[Action] = []
        for kind in kinds:
            found += map(PLAIN[kind].__getitem__, spaces)
            if kind in MOVERS and layout.cards:
                found += self._rearranged(layout, kind)
        return found

    def why_not(self, seat: int, action: Action) -> Refusal | None:
        """Why the seat may not choose this; None when it may."""
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
        """Keep what a seat has chosen; the last one carries all out, and gives True. Raises IllegalAction."""
        refused = self.why_not(seat, action)
        if refused is not None:
            raise IllegalAction(refused)
        if isinstance(action, Flip):
            self.flips[seat][action.whale] = action.card
            if self.to_act:
                return False
        else:
            self.chosen[seat] = action
            if len(self.chosen) < self.players:
                return False
        self._carry_out()
        return True

    # What comes of it.

    def boards(self) -> list[Board]:
        """The layouts as they are to be scored; flips count when all have been chosen."""
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
        """A game that goes its own way."""
        return Draft(
            self.game, self.players, self.chance, self.deck.copy(), [hand.copy() for hand in self.hands],
            [layout.copy() for layout in self.layouts], self.pile.copy(), self.turn, self.phase,
            self.chosen.copy(), [flips.copy() for flips in self.flips],
        )  # fmt: skip

    # How a turn goes.

    def _carry_out(self) -> None:
        if self.phase == FLIP:
            self.phase = OVER
            return
        for seat, action in sorted(self.chosen.items()):
            self._do(seat, action)
        self.chosen = {}
        if self.solo:
            self._go_on_alone()
        else:
            self._pass_on()

    def _do(self, seat: int, action: Action) -> None:
        assert isinstance(action, Place | Give)
        self.hands[seat].remove(action.card)
        if isinstance(action, Give):
            self.layouts[1].put(divmod(len(self.layouts[1].cards), WIDTH), action.card)
            return
        layout = self.layouts[seat]
        layout.put(action.at, action.card)
        if action.swap:
            layout.swap(action.swap)
        if action.shift:
            layout.shift(action.shift)

    def _pass_on(self) -> None:
        """After a turn: the neutral player loses a card, hands go to the left and in round 2 to the right."""
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
        """A card is placed, one is given, and one is drawn, five where the opponent's row is full."""
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

    # What is legal.

    def _chooses(self, seat: int) -> bool:
        if self.phase in (DRAFT, GIVE):
            return 0 <= seat < self.players and seat not in self.chosen
        return seat in self.to_act

    def _rearranged(self, layout: Layout, kind: str) -> list[Action]:
        found: list[Action] = []
        for space, pairs in layout.swaps_with(kind):
            found += map(_new, repeat(Place), zip(repeat(kind), repeat(space), pairs, NONE))
        if kind == "OCTOPUS":
            for space, pairs in layout.shifts_with():
                found += map(_new, repeat(Place), zip(repeat(kind), repeat(space), NONE, pairs))
        return found

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
        """The whales that have still to turn a card over: others may have left them none."""
        done = self.flips[seat]
        whales = sorted([cell for cell, card in self.layouts[seat].cards.items() if card == "WHALE"])
        return [whale for whale in whales if whale not in done and self._beside_up(seat, whale)]

    def _beside_up(self, seat: int, whale: Cell) -> list[Cell]:
        down = self.flips[seat].values()
        return [near for near in beside(whale) if near in self.layouts[seat].cards and near not in down]

    def _flips(self, seat: int) -> Sequence[Flip]:
        return [Flip(whale, card) for whale in self._whales(seat) for card in self._beside_up(seat, whale)]
