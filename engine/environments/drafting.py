"""Ecosystem and Coral Reef by numbers: what each action is called, and what an observation holds.

Spaces are numbered from the top left card of the seat's own layout. A layout has at most four rows and five
columns, so its cards, a new one included, lie in places of their own if rows are taken modulo 4 and columns
modulo 5.
"""

from collections.abc import Mapping, Sequence

from engine.contract import State
from engine.drafting.sets import GAMES, HEIGHT, SPACES, WIDTH
from engine.drafting.sets import HAND as DEALT
from engine.drafting.state import State as Draft
from engine.drafting.state import hide, new_game
from engine.environments.sections import Section, in_a_row
from engine.environments.table import Action, Dealt, Game
from engine.record_format import DraftAction, DraftView, LaidOut, Log

Cell = Sequence[int]

MOST_SEATS = 6
AROUND = (HEIGHT + 2) * (WIDTH + 2)
"""Spaces on and one beyond the layout, in which the next card may lie."""
FAR = (HEIGHT + 4) * (WIDTH + 4)
"""Those and one beyond, to which an octopus may move a card."""
PAIRS = SPACES * (SPACES - 1) // 2
KINDS = 11
MOST_ACTIONS = 2 * SPACES
"""Of a player: each card is placed, and turns over another at most."""

# Where the numbers of each kind of action begin.
PLACE = 0
SWAP = PLACE + KINDS * AROUND
FLIP = SWAP + AROUND * PAIRS
SHIFT = FLIP + SPACES * 4
ACTIONS = {"ecosystem": FLIP, "coral-reef": SHIFT + AROUND * SPACES * FAR}
PHASES = ("draft", "flip", "over")
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class DraftingGame(Game):
    """A drafting game for 2 to 6; those who choose at the same time are asked in turn, and see no choice."""

    lowest = -(2**10)
    highest = 2**10

    def __init__(self, rules: str, players: int = 2) -> None:
        if not 2 <= players <= MOST_SEATS:
            raise ValueError(f"{players} players; it is 2 to {MOST_SEATS}")
        self.rules, self.seats, self.actions = rules, players, ACTIONS[rules]
        self.longest = players * MOST_ACTIONS
        self.kinds = tuple(GAMES[rules].deck)
        self.number_of = {kind: number for number, kind in enumerate(self.kinds)}
        self.sections: Mapping[str, Section] = _sections(players)

    def __reduce__(self) -> tuple[object, ...]:
        return DraftingGame, (self.rules, self.seats)

    def deal(self, seed: int) -> Dealt:
        log: Log = []
        return new_game(self.rules, self.seats, seed, log=log), log

    def start(self, seed: int) -> dict[str, object]:
        return {"players": self.seats}

    def hidden(self, log: Log, seat: int) -> Log:
        return hide(log, seat)

    def numbered(self, state: State, seat: int) -> dict[int, Action]:
        draft = _draft(state)
        top, left, _bottom, _right = draft.draft.layouts[seat].box or (0, 0, 0, 0)
        found = {self._number(action, top, left): action for action in draft.legal(seat)}
        return dict(sorted(found.items()))

    def observation(self, state: State, seat: int) -> list[int]:
        return self._row(_draft(state).view_for(seat), seat)

    def seen(self, state: State, seat: int, log: Log) -> Mapping[str, object]:
        return state.view_for(seat)

    def drawn(self, state: State) -> str:
        view = _draft(state).view_for(None)
        lines = [f"{view['phase']}, turn {view['turn']}, points {view['scores']}"]
        for seat, layout in enumerate(view["layouts"]):
            top, left = _corner(layout)
            lines.append(f"seat {seat}")
            for row in range(HEIGHT):
                cards = {card["at"][1] - left: card["card"] for card in layout if card["at"][0] - top == row}
                lines.append(" | ".join(f"{cards.get(column, ''):9}" for column in range(WIDTH)).rstrip())
        return "\n".join(lines)

    def _number(self, action: DraftAction, top: int, left: int) -> int:
        def ring(cell: Cell, beyond: int) -> int:
            return (cell[0] - top + beyond) * (WIDTH + 2 * beyond) + cell[1] - left + beyond

        def place(cell: Cell) -> int:
            return (cell[0] - top) % HEIGHT * WIDTH + (cell[1] - left) % WIDTH

        if action["do"] == "flip":
            whale, card = action["whale"], action["card"]
            return FLIP + place(whale) * 4 + STEPS.index((card[0] - whale[0], card[1] - whale[1]))
        assert action["do"] == "place"
        at = ring(action["at"], 1)
        if "swap" in action:
            low, high = sorted(map(place, action["swap"]))
            return SWAP + at * PAIRS + high * (high - 1) // 2 + low
        if "shift" in action:
            start, end = action["shift"]
            return SHIFT + (at * SPACES + place(start)) * FAR + ring(end, 2)
        return PLACE + self.number_of[action["card"]] * AROUND + at

    def _row(self, view: DraftView, seat: int) -> list[int]:
        numbers = [0] * self.width

        def put(name: str, start: int, values: Sequence[int]) -> None:
            first = self.sections[name].start + start
            numbers[first : first + len(values)] = values

        chosen = view["chosen"]
        card = chosen["card"] if chosen is not None else None
        phase = [int(view["phase"] == each) for each in PHASES]
        put("turn", 0, [*phase, view["round"], view["turn"], int(seat in view["to_act"])])
        put("chosen", 0, [self.number_of[card] + 1 if isinstance(card, str) else 0])
        put("hand", 0, self._counts(view["hand"] or ()))
        for place, hand in enumerate((view["held"] or [])[::-1]):
            put("held", KINDS * place, self._counts(hand))
        put("pile", 0, self._counts(view["pile"]))
        for place in range(self.seats):
            other = (seat + place) % self.seats
            layout, flips = view["layouts"][other], view["flips"][other]
            top, left = _corner(layout)
            down = [tuple(card) for _whale, card in flips]
            for laid in layout:
                row, column = laid["at"]
                cell = SPACES * place + (row - top) * WIDTH + column - left
                put("layouts", cell, [self.number_of[laid["card"]] + 1])
                put("face_down", cell, [int((row, column) in down)])
            put(
                "seats",
                3 * place,
                [view["hands"][other], view["scores"][other], int(other in view["waiting"])],
            )
        return numbers

    def _counts(self, cards: Sequence[str]) -> list[int]:
        return [cards.count(kind) for kind in self.kinds]


def _sections(players: int) -> dict[str, Section]:
    return in_a_row(
        [
            ("turn", (6,), "drafting, whales turn over, over (one of them 1), round, turn, mine to choose"),
            ("chosen", (1,), "the card that I have chosen, hidden yet: kind plus 1, or 0"),
            ("hand", (KINDS,), "cards of each kind in my hand"),
            (
                "held",
                (DEALT - 1, KINDS),
                "the same of the hands that I held earlier in this round, latest first",
            ),
            ("pile", (KINDS,), "cards of each kind in the neutral pile of two players"),
            ("layouts", (players, HEIGHT, WIDTH), "kinds plus 1, mine first, then the next seats'"),
            ("face_down", (players, HEIGHT, WIDTH), "turned over by whales (1), as far as I may see"),
            ("seats", (players, 3), "me, then the next seats: cards in hand, points so far, has chosen (1)"),
        ]
    )


def _draft(state: State) -> Draft:
    assert isinstance(state, Draft)
    return state


def _corner(layout: Sequence[LaidOut]) -> tuple[int, int]:
    """The top row and the left column of a layout."""
    rows = [card["at"][0] for card in layout]
    columns = [card["at"][1] for card in layout]
    return min(rows, default=0), min(columns, default=0)
