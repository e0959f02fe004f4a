"""Phylo by numbers: what each action is called, and what an observation holds.

Both are the seat's own: its cards are numbered by its deck, and *mine* is the side that it plays. Nothing in
them comes from what its view hides (P14).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from engine import sets
from engine.bots.seen import seen
from engine.contract import State
from engine.environments.sections import Section, in_a_row
from engine.environments.table import Action, Dealt, Game
from engine.phylo.rules import RuleSet, rule_set
from engine.phylo.start import Setup
from engine.phylo.state import State as Phylo
from engine.phylo.state import hide
from engine.record_format import Action as Written
from engine.record_format import CardData, Log, Place, Space, View

SIDE = 24
"""Spaces in a row of the table; those beyond it are not offered."""
NEAREST = -11
"""The lowest x and y."""
CELLS = SIDE * SIDE
OWN = 32
"""Cards that a seat's own numbers tell apart: those of its deck by their keys, then others in its hand."""
PILE = 32
"""Cards of a discard pile that an observation has, from the top."""
EVENTS = 8
"""Events on the table that it has."""
REACH = 3
"""Spaces that a card may move; moves of more are not offered."""

# Where the numbers of each kind of action begin.
PASS = 0
DISCARD = 1
PLAY = DISCARD + OWN
MOVE = PLAY + OWN * CELLS
REST = MOVE + CELLS * 8 * REACH
RESTS = 1024
"""Room for parasites below, further ways to recover, and SPREADs; of more the first are offered."""
ACTIONS = REST + RESTS

BELOW_FIRST, RECOVERED_FIRST, SPREAD_FIRST = range(3)
"""The order of the rest."""
ASCENDING = ((-1, 0), (0, -1), (0, 1), (1, 0))

SECTIONS = in_a_row(
    [
        ("card", (SIDE, SIDE), "the upper card: its number in the catalogue plus 1, or 0"),
        ("side", (SIDE, SIDE), "who controls it: 1 I, 2 the other"),
        ("lower", (SIDE, SIDE), "the card under it: number plus 1"),
        ("lower_side", (SIDE, SIDE), "its owner: 1 I, 2 the other; covered by an invader 3 and 4"),
        ("face_down", (SIDE, SIDE), "of a seedling: the cell of the card that spread, plus 1"),
        ("events", (EVENTS, 4), "events on the table: cell plus 1, card plus 1, whose (1, 2), turns left"),
        ("own", (OWN,), "my cards by my numbers: number in the catalogue plus 1"),
        ("hand", (OWN,), "copies of each of them in my hand"),
        ("piles", (2, PILE), "my discard pile, then the other's, the top card first: number plus 1"),
        ("turn", (6,), "mine (1), number, actions left, event played, last turn, over"),
        ("counts", (2, 3), "me, then the other: cards in hand, cards in the deck, points"),
    ]
)
WIDTH = max(section.end for section in SECTIONS.values())

Pair = tuple[str, str]
READY: Mapping[str, Pair] = {"phylo-1.4a": ("uluru", "lauca"), "phylo-1.3": ("okavango-delta", "yangtze")}
"""The ready decks that are dealt if none are named."""


class PhyloGame(Game):
    """
    Phylo with ready decks: one pair of their keys, or several, which the seeds take in turn. `catalogue` has
    the keys of all cards that may be in a game; an observation names a card by its place there.
    """

    seats = 2
    actions = ACTIONS
    sections: Mapping[str, Section] = SECTIONS
    lowest = 0

    def __init__(self, rules: str, pairs: Sequence[Pair] | None = None) -> None:
        self.rules = rules
        self.pairs: tuple[Pair, ...] = tuple(pairs or [READY[rules]])
        decks, self.cards = sets.decks(rules), sets.cards()
        self.decks = {key: decks[key] for pair in self.pairs for key in pair}
        named = {key for deck in self.decks.values() for key in (*deck.keys, deck.starter)}
        self.catalogue: tuple[str, ...] = tuple(sorted({"home", *named}))
        self.number_of = {key: number for number, key in enumerate(self.catalogue)}
        self.longest = longest(rule_set(rules))
        self.takers = {key for key in named if _takes_control(self.cards.get(key))}
        self._setups: dict[Pair, Setup] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return PhyloGame, (self.rules, self.pairs)

    def pair(self, seed: int) -> Pair:
        """The decks that are dealt from a seed."""
        return self.pairs[seed % len(self.pairs)]

    def setup(self, pair: Pair) -> Setup:
        """Two of the decks, to be dealt."""
        if pair not in self._setups:
            decks, starters = self._decks(pair)
            self._setups[pair] = Setup.check(self.rules, self._known(pair), decks, starters=starters)
        return self._setups[pair]

    def deal(self, seed: int) -> Dealt:
        log: Log = []
        return self.setup(self.pair(seed)).deal(seed, log=log), log

    def start(self, seed: int) -> dict[str, object]:
        pair = self.pair(seed)
        decks, starters = self._decks(pair)
        return {"cards": self._known(pair), "decks": decks, "starters": starters}

    def hidden(self, log: Log, seat: int) -> Log:
        return hide(log, seat)

    def numbered(self, state: State, seat: int) -> dict[int, Action]:
        game = _phylo(state)
        keys = game.matchup.keys
        own = own_cards(game.matchup.pools[seat], [keys[slot] for slot in game.hands[seat]])
        return numbered(game.legal(seat), {key: number for number, key in enumerate(own)}, self.number_of)

    def observation(self, state: State, seat: int) -> list[int]:
        game = _phylo(state)
        return _Row(self, game.view_for(seat), seat, game.matchup.pools[seat]).numbers

    def opening(self, log: Log, seat: int) -> list[int]:
        """The cards that it and the other player revealed (P8), by their numbers plus 1, or 0."""
        revealed = {
            entry["seat"]: self.number_of[entry["card"]] + 1
            for entry in log
            if entry["event"] == "revealed" and "card" in entry
        }
        return [revealed.get(seat, 0), revealed.get(1 - seat, 0)]

    def seen(self, state: State, seat: int, log: Log) -> Mapping[str, object]:
        return seen(state, seat, log, self.cards)

    def drawn(self, state: State) -> str:
        game = _phylo(state)
        spaces = {tuple(space["at"]): space for space in game.view_for(None)["spaces"]}
        columns, rows = zip(*spaces, strict=True)
        lines = []
        for y in range(max(rows), min(rows) - 1, -1):
            cards = [spaces.get((x, y)) for x in range(min(columns), max(columns) + 1)]
            named = [f"{card['owner']} {card['card']}" if card else "" for card in cards]
            lines.append(" | ".join(f"{name:18.18}" for name in named).rstrip())
        turn = (
            "over" if game.over else f"turn {game.number}, seat {game.seat}, {game.actions_left} actions left"
        )
        return "\n".join([f"{turn}, points {game.scores}", *lines])

    def _decks(self, pair: Pair) -> tuple[list[list[str]], list[str]]:
        decks = [self.decks[key] for key in pair]
        return [list(deck.keys) for deck in decks], [deck.starter for deck in decks]

    def _known(self, pair: Pair) -> dict[str, CardData]:
        decks, starters = self._decks(pair)
        return {key: self.cards[key] for key in sorted({*decks[0], *decks[1], *starters} & self.cards.keys())}


def longest(rules: RuleSet) -> int:
    """More actions than a game has: in each turn its player draws, until a deck is empty."""
    turns = -(-rules.deck_size // rules.draw)
    return rules.actions * 2 * (turns + 1)


def _phylo(state: State) -> Phylo:
    assert isinstance(state, Phylo)
    return state


def _takes_control(card: CardData | None) -> bool:
    return card is not None and any(effect["do"] == "take-control" for effect in card.get("effects", ()))


def own_cards(deck: Collection[str], hand: Collection[str]) -> list[str]:
    """The cards that a seat's numbers stand for: those of its deck, then others in its hand (P30)."""
    return [*sorted(set(deck)), *sorted(set(hand) - set(deck))][:OWN]


def cell_of(at: Place) -> int | None:
    """The number of a space, row by row from the lowest y; None beyond the table."""
    x, y = at[0] - NEAREST, at[1] - NEAREST
    return y * SIDE + x if 0 <= x < SIDE and 0 <= y < SIDE else None


def numbered(
    legal: Iterable[Written], own: Mapping[str, int], number_of: Mapping[str, int]
) -> dict[int, Action]:
    """The actions by their numbers; those that have none are left out.

    `own` are the seat's numbers of its cards, `number_of` those of the catalogue. The ways of an event to
    recover must come in ascending order, as the engine lists them.
    """
    found: dict[int, Action] = {}
    rest: list[tuple[tuple[int, ...], Action]] = []
    ways: Counter[int] = Counter()
    for action in legal:
        number = _number(action, own)
        if number is None:
            key = _key(action, own, number_of)
            if key is not None:
                rest.append((key, action))
        elif number in found:
            ways[number] += 1
            rest.append(((RECOVERED_FIRST, number, ways[number]), action))
        else:
            found[number] = action
    rest.sort(key=lambda each: each[0])
    found |= {REST + rank: action for rank, (_key, action) in enumerate(rest[:RESTS])}
    return dict(sorted(found.items()))


def _number(action: Written, own: Mapping[str, int]) -> int | None:
    """The number of an action that is not of the rest."""
    match action["do"]:
        case "pass":
            return PASS
        case "discard":
            card = own.get(action["card"])
            return None if card is None else DISCARD + card
        case "play" if not action.get("under"):
            return _laid(action["card"], action["at"], own)
        case "event":
            return _laid(action["card"], action["at"], own)
        case "move":
            return _moved(action["from"], action["to"])
    return None


def _laid(card: str, at: Place, own: Mapping[str, int]) -> int | None:
    number, cell = own.get(card), cell_of(at)
    return None if number is None or cell is None else PLAY + number * CELLS + cell


def _moved(start: Place, end: Place) -> int | None:
    cell, right, up = cell_of(start), end[0] - start[0], end[1] - start[1]
    distance = max(abs(right), abs(up))
    if cell is None or cell_of(end) is None or distance > REACH:
        return None
    return MOVE + (cell * 8 + direction(right, up)) * REACH + distance - 1


def direction(right: int, up: int) -> int:
    """The number of a direction, row by row from the lowest y."""
    number = (1 + (up > 0) - (up < 0)) * 3 + 1 + (right > 0) - (right < 0)
    return number - (number > 4)


def _key(action: Written, own: Mapping[str, int], number_of: Mapping[str, int]) -> tuple[int, ...] | None:
    """Where an action stands among the rest; None if it has no number at all."""
    if action["do"] == "play" and action.get("under"):
        number = _laid(action["card"], action["at"], own)
        return None if number is None else (BELOW_FIRST, number)
    if action["do"] != "spread":
        return None
    start = action["from"]
    cells = [cell_of(start), *map(cell_of, action["to"])]
    if cells[0] is None or None in cells:
        return None
    laid = {
        (at[0] - start[0], at[1] - start[1]): number_of[card] + 1
        for card, at in zip(action["cards"], action["to"], strict=True)
    }
    return SPREAD_FIRST, cells[0], *(laid.get(step, 0) for step in ASCENDING)


class _Row:
    """An observation being written, from a view and the seat's own deck."""

    def __init__(self, game: PhyloGame, view: View, seat: int, deck: Collection[str]) -> None:
        self.game, self.view, self.seat = game, view, seat
        self.numbers = [0] * WIDTH
        self.events: list[list[int]] = []
        for space in view["spaces"]:
            self._space(space)
        for place, event in enumerate(self.events[:EVENTS]):
            self._put("events", 4 * place, event)
        hand = view["hands"][seat]
        assert not isinstance(hand, int)
        own = own_cards(deck, hand)
        self._put("own", 0, [self._card(key) for key in own])
        self._put("hand", 0, [hand.count(key) for key in own])
        for side, other in enumerate((seat, 1 - seat)):
            pile = view["discards"][other][::-1][:PILE]
            self._put("piles", PILE * side, [self._card(key) for key in pile])
            held = view["hands"][other]
            size = held if isinstance(held, int) else len(held)
            self._put("counts", 3 * side, [size, view["decks"][other], view["scores"][other]])
        turn = view["turn"]
        mine = turn["seat"] == seat
        flags = [turn["event_played"], turn["last_turn"], view["over"]]
        self._put("turn", 0, [int(mine), turn["number"], turn["actions_left"], *map(int, flags)])

    def _put(self, name: str, place: int, numbers: Sequence[int]) -> None:
        start = SECTIONS[name].start + place
        self.numbers[start : start + len(numbers)] = numbers

    def _card(self, key: str) -> int:
        return self.game.number_of[key] + 1

    def _side(self, owner: int) -> int:
        return 1 if owner == self.seat else 2

    def _space(self, space: Space) -> None:
        cell = cell_of(space["at"])
        if cell is None:
            return
        lying = space.get("events", [])
        controller = space["owner"]
        for event in lying:
            if event["card"] in self.game.takers:
                controller = event["owner"]
            self.events.append(
                [cell + 1, self._card(event["card"]), self._side(event["owner"]), event["turns_left"]]
            )
        self._put("card", cell, [self._card(space["card"])])
        self._put("side", cell, [self._side(controller)])
        lower = space.get("under") or space.get("covered")
        if lower is not None:
            self._put("lower", cell, [self._card(lower["card"])])
            self._put("lower_side", cell, [self._side(lower["owner"]) + 2 * ("covered" in space)])
        if "face_down" in space:
            self._put("face_down", cell, [(cell_of(space["face_down"]["of"]) or 0) + 1])
