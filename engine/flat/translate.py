"""Between the flat form and the plain engine's games, actions and positions."""

from collections.abc import Iterable, Sequence

from engine.flat import layout as at
from engine.flat.board import put
from engine.flat.chance import seed
from engine.flat.choices import ways
from engine.flat.compiled import array, listed
from engine.flat.faces import fact, print_card, recast, relate, relate_all, settle_control
from engine.flat.layout import State
from engine.flat.tables import FLAGS, RECOVERS, Universe, universe
from engine.flat.turn import score
from engine.phylo.cards import HIDDEN_KEY, Card
from engine.phylo.game import Game
from engine.phylo.matchup import place as place_of
from engine.phylo.setup import lay_starters, pool_slots
from engine.phylo.start import Setup
from engine.record_format import Action, Place, Position, Space


class TooLarge(ValueError):
    """The game has more cards, or lies further apart, than a state has room for: the plain form plays it."""


def universe_of(game: Game, more: Iterable[Card] = ()) -> Universe:
    """The universe of a game's cards, and of more that hidden ones may be."""
    known = {card.key: card for card in (*more, *game.matchup.cards)}
    cards = tuple(known[key] for key in sorted(known) if key not in ("home", HIDDEN_KEY))
    return universe(game.rules, game.options.food_step, cards)


def from_game(game: Game, cards: Universe, number: int = 0) -> State:
    """The state of a game after its beginning; `number` seeds the generator. Raises `TooLarge`.

    Each hidden card of a game that a view shows is a slot of its own, of the kind `cards.hidden`.
    """
    return _Copy(game, cards, number).state


def undealt(setup: Setup, number: int = 0, more: Iterable[Card] = ()) -> tuple[State, Universe]:
    """A game of these decks before it is dealt (`turn.deal`), and its universe, which may have more cards.

    `number` seeds the generator. Raises `TooLarge`.
    """
    game = Game(setup.matchup, setup.options)
    lay_starters(game)
    game.decks = [pool_slots(setup.matchup, seat) for seat in (0, 1)]
    cards = universe_of(game, more)
    return from_game(game, cards, number), cards


class _Copy:
    """A state that is filled from a game; `slot_of` numbers the cards anew, hidden ones last."""

    def __init__(self, game: Game, cards: Universe, number: int) -> None:
        self.game, self.cards, self.tables = game, cards, cards.tables
        self.state = s = array(at.SIZE)
        self.hidden = set(game.matchup.hidden)
        self.slots = 0
        self.slot_of = {slot: self._new(slot) for slot in range(game.matchup.size) if slot not in self.hidden}
        s[at.STARTERS] = self._set(sum(1 << slot for slot in game.matchup.starters))
        for lists, first, count in (
            (game.hands, at.HAND, at.HAND_COUNT),
            (game.decks, at.DECK, at.DECK_COUNT),
            (game.discards, at.PILE, at.PILE_COUNT),
        ):
            for seat in (0, 1):
                s[count + seat] = len(lists[seat])
                for place, slot in enumerate(lists[seat]):
                    s[first + at.ROW * seat + place] = (
                        self._new(slot) if slot in self.hidden else self.slot_of[slot]
                    )
        s[at.SLOT_COUNT] = self.slots
        s[at.COVERED], s[at.LOWER] = self._set(game.covered), 0
        relate_all(s, self.tables)
        self._lay()
        self._numbers()
        seed(s, number)

    def _new(self, slot: int) -> int:
        """Another slot, for a card of the game."""
        if self.slots == at.SLOTS:
            raise TooLarge(f"more than {at.SLOTS} cards")
        key = self.game.matchup.keys[slot]
        new, kind = self.slots, self.cards.kind_of.get(key, self.cards.hidden)
        self.slots += 1
        print_card(self.state, self.tables, new, kind)
        self.state[at.OWNED_BY_1] |= self.game.owner(slot) << new
        return new

    def _set(self, slots: int) -> int:
        return sum(1 << new for slot, new in self.slot_of.items() if slots >> slot & 1)

    def _lay(self) -> None:
        """Lay the cards of the table."""
        s, game = self.state, self.game
        for space, slot in game.at.items():
            put(s, cell_of(place_of(space)), self.slot_of[slot])
            below = game.below.get(space)
            if below is not None:
                under = self.slot_of[below]
                s[at.UNDER + self.slot_of[slot]] = under + 1
                s[at.CELL + under] = cell_of(place_of(space))
                s[at.LOWER] |= 1 << under
        s[at.OWN], s[at.OWN + 1] = self._set(game.own[0]), self._set(game.own[1])
        for slot, original in game.seedlings.items():
            s[at.SEEDLINGS + s[at.SEEDLING_COUNT]] = self.slot_of[slot]
            s[at.SEEDLING_COUNT] += 1
            s[at.ORIGINAL + self.slot_of[slot]] = self.slot_of[original]
            s[at.FACE_DOWN] |= 1 << self.slot_of[slot]
            recast(s, self.tables, self.slot_of[slot])
        for slot, lying in game.events.items():
            for event, left in lying:
                s[at.LYING + s[at.LYING_COUNT]] = self.slot_of[event]
                s[at.LYING_COUNT] += 1
                s[at.LIES_ON + self.slot_of[event]] = self.slot_of[slot]
                s[at.TURNS_LEFT + self.slot_of[event]] = left
            recast(s, self.tables, self.slot_of[slot])
            settle_control(s, self.tables, self.slot_of[slot])

    def _numbers(self) -> None:
        s, game = self.state, self.game
        s[at.SEAT], s[at.NUMBER], s[at.ACTIONS_LEFT] = game.seat, game.number, game.actions_left
        s[at.EVENT_PLAYED], s[at.LAST_TURN] = int(game.event_played), int(game.last_turn)
        s[at.OVER] = int(game.over)
        s[at.WINNER] = game.winner if isinstance(game.winner, int) else at.DRAW


def rewrite(s: State, cards: Universe, slot: int, kind: int) -> None:
    """Imagine another card in a slot that is hidden in a hand or a deck."""
    print_card(s, cards.tables, slot, kind)
    relate(s, cards.tables, slot)


def cell_of(place: Sequence[int]) -> int:
    """The cell of the space [x, y]. Raises `TooLarge` for one on the rim or beyond it."""
    x, y = place[0] + at.CENTRE, place[1] + at.CENTRE
    if not (0 < x < at.SIDE - 1 and 0 < y < at.SIDE - 1):
        raise TooLarge(f"a card lies at {list(place)}")
    return y * at.SIDE + x


def written_place(cell: int) -> Place:
    """[x, y] of a cell."""
    return [int(cell) % at.SIDE - at.CENTRE, int(cell) // at.SIDE - at.CENTRE]


def written(s: State, cards: Universe, action: int) -> Action:
    """An action of the seat whose turn it is, in the record format, without the seat."""
    cell, slot = action & at.CELLS - 1, action >> at.SLOT_AT & (1 << at.SLOT_BITS) - 1
    do, extra = action >> at.DO_AT & (1 << at.DO_BITS) - 1, action >> at.EXTRA_AT
    key = key_of(s, cards, slot)
    if do == at.PASS:
        return {"do": "pass"}
    if do == at.DISCARD:
        return {"do": "discard", "card": key}
    if do == at.PLAY:
        return {"do": "play", "card": key, "at": written_place(cell)}
    if do == at.BELOW:
        return {"do": "play", "card": key, "at": written_place(cell), "under": True}
    if do == at.MOVE:
        return {"do": "move", "from": written_place(s[at.CELL + slot]), "to": written_place(cell)}
    if do == at.SPREAD:
        laid = [
            (written_place(cell + step), key_of(s, cards, card - 1))
            for number, step in enumerate(at.ASCENDING)
            if (card := extra >> number * at.WAY_BITS & (1 << at.WAY_BITS) - 1)
        ]
        keys, to = [each for _, each in laid], [place for place, _ in laid]
        return {"do": "spread", "from": written_place(cell), "cards": keys, "to": to}
    chosen = recovered(s, cards, slot, cell, extra)
    if chosen:
        return {"do": "event", "card": key, "at": written_place(cell), "choose": chosen}
    return {"do": "event", "card": key, "at": written_place(cell)}


def recovered(s: State, cards: Universe, slot: int, cell: int, way: int) -> list[str]:
    """The keys that an event recovers that way; none if there is only one way."""
    t = cards.tables
    if not fact(t, s[at.CARD + slot], FLAGS) & RECOVERS:
        return []
    chosen = array(at.ROW)
    if ways(s, t, slot, cell, -1, chosen) == 1:
        return []
    chosen = array(at.ROW)
    chosen[:] = [-1] * at.ROW
    ways(s, t, slot, cell, way, chosen)
    return [cards.cards[kind].key for kind in chosen if kind >= 0]


def key_of(s: State, cards: Universe, slot: int) -> str:
    """The key of a card."""
    kind = int(s[at.CARD + slot])
    return cards.cards[kind].key if kind < len(cards.cards) else "?"


def position(s: State, cards: Universe) -> Position:
    """The whole game as a position of the record format, all hands included."""
    s = listed(s)
    return {
        "turn": {
            "seat": None if s[at.OVER] else s[at.SEAT],
            "number": s[at.NUMBER],
            "actions_left": s[at.ACTIONS_LEFT],
            "event_played": bool(s[at.EVENT_PLAYED]),
            "last_turn": bool(s[at.LAST_TURN]),
        },
        "spaces": [_space(s, cards, s[at.PLACED + place]) for place in range(s[at.PLACED_COUNT])],
        "hands": [_keys(s, cards, at.HAND, at.HAND_COUNT, seat) for seat in (0, 1)],
        "decks": [_keys(s, cards, at.DECK, at.DECK_COUNT, seat)[::-1] for seat in (0, 1)],
        "discards": [_keys(s, cards, at.PILE, at.PILE_COUNT, seat) for seat in (0, 1)],
    }


def _keys(s: State, cards: Universe, first: int, count: int, seat: int) -> list[str]:
    return [key_of(s, cards, s[first + at.ROW * seat + place]) for place in range(s[count + seat])]


def _space(s: State, cards: Universe, cell: int) -> Space:
    def owner(slot: int) -> int:
        return s[at.OWNED_BY_1] >> slot & 1

    upper = s[at.AT + cell] - 1
    space: Space = {"at": written_place(cell), "owner": owner(upper), "card": key_of(s, cards, upper)}
    below = s[at.UNDER + upper] - 1
    if below >= 0:
        covered = s[at.COVERED] >> below & 1
        space["covered" if covered else "under"] = {"owner": owner(below), "card": key_of(s, cards, below)}
    events = [s[at.LYING + place] for place in range(s[at.LYING_COUNT])]
    lying = [event for event in events if s[at.LIES_ON + event] == upper]
    if lying:
        space["events"] = [
            {
                "owner": owner(event),
                "card": key_of(s, cards, event),
                "turns_left": s[at.TURNS_LEFT + event],
            }
            for event in lying
        ]
    if s[at.FACE_DOWN] >> upper & 1:
        space["face_down"] = {"of": written_place(s[at.CELL + s[at.ORIGINAL + upper]])}
    return space


def scores(s: State, cards: Universe) -> list[int]:
    """The points on the table by seat (P33)."""
    return [int(score(s, cards.tables, seat)) for seat in (0, 1)]
