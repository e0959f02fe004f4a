"""A position of the record format: reading one that can be, and writing the table as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import HOME, Card
from .game import Game
from .matchup import HIDDEN, cell, place
from .rules import Options, RuleSet
from .setup import slots_of, starter_space

RIM = 1000  # far beyond what any game reaches
MOST = 1000  # cards, as many as a slot number holds


class InvalidPosition(ValueError):
    """A position that cannot be, or that is not written in the record format."""


def require(holds: Any, message: str) -> None:
    if not holds:
        raise InvalidPosition(message)


def write_position(game: Game) -> dict[str, Any]:
    """The whole game as a position; it shows every hand."""
    keys = game.matchup.keys
    return {
        "turn": {
            "seat": game.seat if game.running else None,
            "number": game.number,
            "actions_left": game.actions_left,
            "event_played": game.event_played,
            "last_turn": game.last_turn,
        },
        "spaces": [_written_space(game, space, slot) for space, slot in game.at.items()],
        "hands": [[keys[slot] for slot in hand] for hand in game.hands],
        "decks": [[keys[slot] for slot in reversed(deck)] for deck in game.decks],
        "discards": [[keys[slot] for slot in pile] for pile in game.discards],
    }


def _written_space(game: Game, space: int, slot: int) -> dict[str, Any]:
    keys = game.matchup.keys
    written: dict[str, Any] = {"at": place(space), "owner": game.owner(slot), "card": keys[slot]}
    below = game.below.get(space)
    if below is not None:
        layer = "covered" if game.covered >> below & 1 else "under"
        written[layer] = {"owner": game.owner(below), "card": keys[below]}
    if slot in game.events:
        written["events"] = [
            {"owner": game.owner(event), "card": keys[event], "turns_left": left}
            for event, left in game.events[slot]
        ]
    if slot in game.seedlings:
        written["face_down"] = {"of": place(game.cell_of[game.seedlings[slot]])}
    return written


@dataclass(frozen=True, slots=True)
class Layout:
    """A position that has been checked, ready to be laid on an empty table."""

    turn: Mapping[str, Any]
    spaces: Sequence[Mapping[str, Any]]
    hands: Sequence[Sequence[str]]
    decks: Sequence[Sequence[str]]
    discards: Sequence[Sequence[str]]
    pools: Sequence[Sequence[str]]
    starters: tuple[str, str]

    def lay(self, game: Game, lower: Sequence[Sequence[int]] = ()) -> None:
        """Lay the cards out; of several copies of a card the first free one is taken."""
        free = [slots_of(game, seat) for seat in (0, 1)]

        def take(seat: int, key: str) -> int:
            slots = free[seat][key]
            return slots if isinstance(slots, int) else slots.pop(0)

        homes = {starter_space(game.options, seat): seat for seat in (0, 1)}
        for data in self.spaces:
            space = cell(*data["at"])
            slot = (
                game.matchup.starters[homes[space]] if space in homes else take(data["owner"], data["card"])
            )
            game.put(space, slot)
            game.own[data["owner"]] |= 1 << slot
            self._lay_more(game, data, space, slot, take)
        self._lay_seedlings(game, {tuple(at) for at in lower})
        for seat in (0, 1):
            game.hands[seat] = [take(seat, key) for key in self.hands[seat]]
            game.decks[seat] = [take(seat, key) for key in self.decks[seat]][::-1]
            game.discards[seat] = [take(seat, key) for key in self.discards[seat]]
        game.running, game.number = self.turn["seat"] is not None, self.turn["number"]
        game.seat = self.turn["seat"] or 0
        game.actions_left, game.last_turn = self.turn["actions_left"], self.turn["last_turn"]
        game.event_played = self.turn["event_played"]
        if not game.running and game.number:
            scores = game.scores
            game.over, game.winner = True, "draw" if scores[0] == scores[1] else int(scores[1] > scores[0])

    def _lay_more(self, game: Game, data: Mapping[str, Any], space: int, slot: int, take: Any) -> None:
        """What lies under and on the upper card of a space."""
        for layer in ("under", "covered"):
            if layer not in data:
                continue
            below = take(data[layer]["owner"], data[layer]["card"])
            game.below[space] = below
            game.cell_of[below] = space
            if layer == "covered":
                game.covered |= 1 << below
            else:
                game.own[data[layer]["owner"]] |= 1 << below
        for event in data.get("events", ()):
            lying = game.events.setdefault(slot, [])
            lying.append((take(event["owner"], event["card"]), event["turns_left"]))
        if slot in game.events:
            game.recast(slot)
            game.settle_control(slot)

    def _lay_seedlings(self, game: Game, lower: set[tuple[int, ...]]) -> None:
        for data in self.spaces:
            if "face_down" not in data:
                continue
            slot, space = game.at[cell(*data["at"])], cell(*data["face_down"]["of"])
            upper, below = game.at[space], game.below.get(space)
            spreads = game.matchup.spreaders
            is_lower = below is not None and (tuple(data["at"]) in lower or not spreads >> upper & 1)
            original = below if is_lower and below is not None else upper
            game.seedlings[slot] = original
            game.face_down |= 1 << slot
            game.recast(slot, game.matchup.cards[original].seedling)


SPACE_FIELDS = {"at", "owner", "card", "under", "covered", "events", "face_down"}
TURN_FIELDS = {"number": 1, "actions_left": 3, "event_played": False, "last_turn": False}


def read_position(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], position: Any, *, seen: bool = False
) -> Layout:  # fmt: skip
    """Check a position as far as the rules can tell that it cannot be. Raises `InvalidPosition`.

    With `seen` it comes from a seat's view, in which hidden cards stand for those it may not see.
    """
    names = {"turn", "spaces", "hands", "decks", "discards"}
    require(
        isinstance(position, Mapping) and position.keys() == names,
        f"a position has {', '.join(sorted(names))}",
    )
    reader = _Reader(rules, {"home": HOME, **cards, **({HIDDEN.key: HIDDEN} if seen else {})})
    turn = _read_turn(rules, position["turn"])
    spaces = position["spaces"]
    require(isinstance(spaces, list), "spaces must be a list")
    for number, data in enumerate(spaces):
        reader.space(f"spaces[{number}]", data)
    reader.seedlings(spaces)
    starters = [reader.starter(spaces, place(starter_space(options, seat)), seat) for seat in (0, 1)]
    require(
        reader.homes == sum(reader.cards[key].kind == "home" for key in starters),
        "a HOME lies out of its place",
    )
    for name in ("hands", "decks", "discards"):
        piles = position[name]
        require(isinstance(piles, list) and len(piles) == 2, f"{name} must be two lists")
        for seat, pile in enumerate(piles):
            reader.pile(name, seat, pile)
    require(sum(map(len, reader.pools)) <= MOST, f"a game has at most {MOST} cards")
    return Layout(
        turn, spaces, position["hands"], position["decks"], position["discards"],
        reader.pools, (starters[0], starters[1]),
    )  # fmt: skip


def _read_turn(rules: RuleSet, turn: Any) -> dict[str, Any]:
    require(isinstance(turn, Mapping) and "seat" in turn, "turn must be an object with a seat")
    unknown = turn.keys() - {"seat", *TURN_FIELDS}
    require(not unknown, f"turn has no field {min(unknown, default='')!r}")
    turn = {**TURN_FIELDS, **turn}
    require(
        turn["seat"] is None or (type(turn["seat"]) is int and turn["seat"] in (0, 1)),
        "turn.seat must be 0, 1 or null",
    )
    for name, low, high in (("number", 0, 10_000), ("actions_left", 0, rules.actions)):
        fits = type(turn[name]) is int and low <= turn[name] <= high
        require(fits, f"turn.{name} must be a whole number from {low} to {high}")
    for name in ("event_played", "last_turn"):
        require(isinstance(turn[name], bool), f"turn.{name} must be true or false")
    return turn


class _Reader:
    """Collects the cards of a position by owner while checking each."""

    def __init__(self, rules: RuleSet, cards: Mapping[str, Card]) -> None:
        self.rules = rules
        self.cards = cards
        self.pools: list[list[str]] = [[], []]
        self.homes = 0
        self.taken: dict[tuple[int, int], Mapping[str, Any]] = {}

    def card(self, where: str, key: Any) -> Card:
        require(isinstance(key, str) and key in self.cards, f"{where}: there is no card {key!r}")
        card = self.cards[key]
        require(card.kind != "habitat" or self.rules.habitats, f"{where}: these rules know no habitat cards")
        return card

    def owner(self, where: str, data: Any, fields: set[str]) -> int:
        require(isinstance(data, Mapping), f"{where} must be an object")
        unknown = data.keys() - fields
        require(not unknown, f"{where} has no field {min(unknown, default='')!r}")
        owner = data.get("owner")
        require(type(owner) is int and owner in (0, 1), f"{where}.owner must be 0 or 1")
        return int(owner)

    def place(self, where: str, at: Any) -> tuple[int, int]:
        fits = isinstance(at, list) and len(at) == 2 and all(type(n) is int and -RIM <= n <= RIM for n in at)
        require(fits, f"{where} must be [x, y]")
        return at[0], at[1]

    def space(self, where: str, data: Any) -> None:
        owner = self.owner(where, data, SPACE_FIELDS)
        at = self.place(f"{where}.at", data.get("at"))
        require(at not in self.taken, f"{where}: two cards lie in the space {list(at)}")
        self.taken[at] = data
        card = self.card(where, data.get("card"))
        if card.kind == "home":
            self.homes += 1
        else:
            self.pools[owner].append(card.key)
        extra = data.keys() - {"at", "owner", "card"}
        if "face_down" in data:
            require(extra == {"face_down"}, f"{where}: a face-down card has nothing on or under it")
            require(card.kind != "home", f"{where}: HOME cannot lie face down")
            return
        require(card.kind != "event", f"{where}: an event lies on a species, not in a space")
        require(card.kind == "species" or not extra, f"{where}: only a species has cards on or under it")
        require(not {"under", "covered"} <= extra, f"{where}: three cards lie in one space")
        self._layers(where, card, data)
        events = data.get("events", [])
        require(isinstance(events, list), f"{where}.events must be a list")
        for number, event in enumerate(events):
            self._event(f"{where}.events[{number}]", event)

    def _layers(self, where: str, upper: Card, data: Mapping[str, Any]) -> None:
        for layer in ("under", "covered"):
            if layer not in data:
                continue
            inner = f"{where}.{layer}"
            owner = self.owner(inner, data[layer], {"owner", "card"})
            card = self.card(inner, data[layer].get("card"))
            require(card.kind == "species", f"{inner}: only a species lies under another")
            if layer == "under":
                require(card.abilities.parasitic, f"{inner}: {card.name} is no parasite")
            else:
                require(self.rules.invader_covers, f"{inner}: under these rules an invader covers no card")
                require(upper.abilities.invasive, f"{inner}: {upper.name} is no invader")
            self.pools[owner].append(card.key)

    def _event(self, where: str, data: Any) -> None:
        owner = self.owner(where, data, {"owner", "card", "turns_left"})
        card = self.card(where, data.get("card"))
        require(card.kind == "event" and card.duration, f"{where}: {card.name} is no event that lasts")
        left = data.get("turns_left")
        fits = type(left) is int and 0 <= left <= card.duration
        require(fits, f"{where}.turns_left must be a whole number from 0 to {card.duration}")
        self.pools[owner].append(card.key)

    def seedlings(self, spaces: Sequence[Mapping[str, Any]]) -> None:
        for number, data in enumerate(spaces):
            if "face_down" not in data:
                continue
            where = f"spaces[{number}].face_down"
            inner = data["face_down"]
            require(isinstance(inner, Mapping) and inner.keys() == {"of"}, f"{where} has one field, of")
            original = self.taken.get(self.place(f"{where}.of", inner["of"]), {"face_down": None})
            layers = [original, original.get("under"), original.get("covered")]
            keys = [layer["card"] for layer in layers if layer and "card" in layer]
            spreads = "face_down" not in original and any(self.cards[key].abilities.spread for key in keys)
            require(spreads, f"{where}: no card that spreads lies at {inner['of']}")

    def starter(self, spaces: Sequence[Mapping[str, Any]], at: list[int], seat: int) -> str:
        """P3, P4: the starter of a seat, which is not of its pool."""
        data = self.taken.get((at[0], at[1]), {})
        card = self.cards.get(data.get("card", ""))
        is_starter = card is not None and card.kind in ("home", "habitat") and "face_down" not in data
        require(is_starter and data["owner"] == seat, f"seat {seat} has no HOME or starter at {at}")
        key: str = data["card"]
        if self.cards[key].kind == "habitat":
            self.pools[seat].remove(key)
        return key

    def pile(self, name: str, seat: int, pile: Any) -> None:
        where = f"{name}[{seat}]"
        require(isinstance(pile, list), f"{where} must be a list of card keys")
        for key in pile:
            card = self.card(where, key)
            require(card.kind != "home", f"{where}: {card.name} is a starter and in no pile")
        self.pools[seat] += [key for key in pile if key != HIDDEN.key]
