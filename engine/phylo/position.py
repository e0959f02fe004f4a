"""Positions of the record format: reading and checking one, and writing a game as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from engine.contract import shown
from engine.phylo.cards import HIDDEN_KEY, HOME, Card
from engine.phylo.game import Game
from engine.phylo.matchup import HIDDEN, cell, place
from engine.phylo.rules import Options, RuleSet
from engine.phylo.setup import pool_slots, starter_space
from engine.record_format import Lying, Place, Position, Space, Turn

RIM = 1000  # far beyond what any game reaches
MOST = 200  # cards, so that judging takes seconds at most; two decks have 60


class InvalidPosition(ValueError):
    """A position that is impossible or not in the record format."""


def require(holds: object, message: str) -> None:
    if not holds:
        raise InvalidPosition(message)


def write_position(game: Game) -> Position:
    """The whole game as a position, all hands included."""
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


def _written_space(game: Game, space: int, slot: int) -> Space:
    keys = game.matchup.keys
    written: Space = {"at": place(space), "owner": game.owner(slot), "card": keys[slot]}
    below = game.below.get(space)
    if below is not None:
        written["covered" if game.covered >> below & 1 else "under"] = {
            "owner": game.owner(below),
            "card": keys[below],
        }
    if slot in game.events:
        written["events"] = [
            {"owner": game.owner(event), "card": keys[event], "turns_left": left}
            for event, left in game.events[slot]
        ]
    if slot in game.seedlings:
        written["face_down"] = {"of": place(game.cell_of[game.seedlings[slot]])}
    return written


@dataclass(frozen=True, slots=True)
class CheckedPosition:
    """A position that has been checked, ready to be laid on an empty table."""

    turn: Turn
    spaces: Sequence[Space]
    hands: Sequence[Sequence[str]]
    decks: Sequence[Sequence[str]]
    discards: Sequence[Sequence[str]]
    pools: Sequence[Sequence[str]]
    starters: tuple[str, str]

    def lay(self, game: Game, lower: Sequence[Place] = ()) -> None:
        """Lay out the cards; of several copies of a card, the first free one is used."""
        pools = _Pools(game)
        homes = {starter_space(game.options, seat): seat for seat in (0, 1)}
        for data in self.spaces:
            space = cell(*data["at"])
            slot = game.matchup.starters[homes[space]] if space in homes else pools.take(data)
            game.put(space, slot)
            game.own[data["owner"]] |= 1 << slot
            self._lay_more(game, data, space, slot, pools)
        self._lay_seedlings(game, {tuple(at) for at in lower})
        for seat in (0, 1):
            game.hands[seat] = pools.take_all(seat, self.hands[seat])
            game.decks[seat] = pools.take_all(seat, self.decks[seat])[::-1]
            game.discards[seat] = pools.take_all(seat, self.discards[seat])
        game.running, game.number = self.turn["seat"] is not None, self.turn["number"]
        game.seat = self.turn["seat"] or 0
        game.actions_left, game.last_turn = self.turn["actions_left"], self.turn["last_turn"]
        game.event_played = self.turn["event_played"]
        if not game.running and game.number:
            scores = game.scores
            game.over, game.winner = True, "draw" if scores[0] == scores[1] else int(scores[1] > scores[0])

    def _lay_more(self, game: Game, data: Space, space: int, slot: int, pools: "_Pools") -> None:
        """Lay the cards under and on the upper card of a space."""
        lower = data.get("under") or data.get("covered")
        if lower is not None:
            below = pools.take(lower)
            game.below[space] = below
            game.cell_of[below] = space
            if "covered" in data:
                game.covered |= 1 << below
            else:
                game.own[lower["owner"]] |= 1 << below
        for event in data.get("events", ()):
            game.events.setdefault(slot, []).append((pools.take(event), event["turns_left"]))
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
            game.recast(slot, game.matchup.cards[original].lying(game.owner(slot), seedling=True))


class _Pools:
    """The cards of both seats that have not been laid out yet."""

    def __init__(self, game: Game) -> None:
        self.hidden = game.matchup.hidden
        self.free: list[dict[str, list[int]]] = [{}, {}]
        for seat, free in enumerate(self.free):
            for slot in pool_slots(game.matchup, seat):
                free.setdefault(game.matchup.keys[slot], []).append(slot)

    def take(self, lying: Lying) -> int:
        return self._slot(lying["owner"], lying["card"])

    def take_all(self, seat: int, keys: Sequence[str]) -> list[int]:
        return [self._slot(seat, key) for key in keys]

    def _slot(self, seat: int, key: str) -> int:
        return self.hidden[seat] if key == HIDDEN_KEY else self.free[seat][key].pop(0)


SPACE_FIELDS = {"at", "owner", "card", "under", "covered", "events", "face_down"}
PILES = ("hands", "decks", "discards")


def read_position(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], position: object, *, seen: bool = False
) -> CheckedPosition:
    """Check that a position is possible, as far as the rules can tell. Raises `InvalidPosition`.

    `seen`: it comes from a seat's view, with hidden cards in place of those that the seat may not see.
    """
    names = {"turn", "spaces", *PILES}
    if not isinstance(position, Mapping) or position.keys() != names:
        raise InvalidPosition(f"a position has {', '.join(sorted(names))}")
    reader = _Reader(rules, {"home": HOME, **cards, **({HIDDEN.key: HIDDEN} if seen else {})})
    turn = _read_turn(rules, position["turn"])
    spaces = _list("spaces", position["spaces"])
    for number, data in enumerate(spaces):
        reader.space(f"spaces[{number}]", data)
    reader.seedlings()
    starters = [reader.starter(place(starter_space(options, seat)), seat) for seat in (0, 1)]
    require(
        reader.homes == sum(reader.cards[key].kind == "home" for key in starters),
        "a HOME lies out of its place",
    )
    for name in PILES:
        piles = position[name]
        require(isinstance(piles, list) and len(piles) == 2, f"{name} must be two lists")
        for seat, pile in enumerate(piles):
            reader.pile(name, seat, pile)
    require(sum(map(len, reader.pools)) <= MOST, f"a game has at most {MOST} cards")
    return CheckedPosition(
        turn, spaces, position["hands"], position["decks"], position["discards"],
        reader.pools, (starters[0], starters[1]),
    )  # fmt: skip


def _list(where: str, data: object) -> list[Any]:
    if not isinstance(data, list):
        raise InvalidPosition(f"{where} must be a list")
    return data


def _read_turn(rules: RuleSet, data: object) -> Turn:
    if not isinstance(data, Mapping) or "seat" not in data:
        raise InvalidPosition("turn must be an object with a seat")
    turn: Turn = {
        "seat": data["seat"], "number": 1, "actions_left": 3, "event_played": False, "last_turn": False,
    }  # fmt: skip
    if unknown := data.keys() - turn.keys():
        raise InvalidPosition(f"turn has no field {shown(min(unknown))}")
    turn.update(cast(Turn, data))
    require(
        turn["seat"] is None or (type(turn["seat"]) is int and turn["seat"] in (0, 1)),
        "turn.seat must be 0, 1 or null",
    )
    for name, value, high in (
        ("number", turn["number"], 10_000),
        ("actions_left", turn["actions_left"], rules.actions),
    ):
        fits = type(value) is int and 0 <= value <= high
        require(fits, f"turn.{name} must be a whole number from 0 to {high}")
    for name, flag in (("event_played", turn["event_played"]), ("last_turn", turn["last_turn"])):
        require(isinstance(flag, bool), f"turn.{name} must be true or false")
    return turn


class _Reader:
    """Collects the cards of a position by owner while checking each."""

    def __init__(self, rules: RuleSet, cards: Mapping[str, Card]) -> None:
        self.rules = rules
        self.cards = cards
        self.pools: list[list[str]] = [[], []]
        self.homes = 0
        self.taken: dict[tuple[int, int], Mapping[str, Any]] = {}

    def card(self, where: str, key: object) -> Card:
        if not isinstance(key, str) or key not in self.cards:
            raise InvalidPosition(f"{where}: there is no card {shown(key)}")
        card = self.cards[key]
        require(card.kind != "habitat" or self.rules.habitats, f"{where}: these rules know no habitat cards")
        return card

    def owned(self, where: str, data: object, fields: set[str]) -> Mapping[str, Any]:
        """Check an object with an owner."""
        if not isinstance(data, Mapping):
            raise InvalidPosition(f"{where} must be an object")
        if unknown := data.keys() - fields:
            raise InvalidPosition(f"{where} has no field {shown(min(unknown))}")
        owner = data.get("owner")
        require(type(owner) is int and owner in (0, 1), f"{where}.owner must be 0 or 1")
        return data

    def place(self, where: str, at: object) -> tuple[int, int]:
        fits = isinstance(at, list) and len(at) == 2 and all(type(n) is int and -RIM <= n <= RIM for n in at)
        if not isinstance(at, list) or not fits:
            raise InvalidPosition(f"{where} must be [x, y]")
        return at[0], at[1]

    def space(self, where: str, space: object) -> None:
        data = self.owned(where, space, SPACE_FIELDS)
        at = self.place(f"{where}.at", data.get("at"))
        require(at not in self.taken, f"{where}: two cards lie in the space {list(at)}")
        self.taken[at] = data
        card = self.card(where, data.get("card"))
        if card.kind == "home":
            self.homes += 1
        else:
            self.pools[data["owner"]].append(card.key)
        extra = data.keys() - {"at", "owner", "card"}
        if "face_down" in data:
            require(extra == {"face_down"}, f"{where}: a face-down card has nothing on or under it")
            require(card.kind != "home", f"{where}: HOME cannot lie face down")
            return
        require(card.kind != "event", f"{where}: an event lies on a species, not in a space")
        require(card.kind == "species" or not extra, f"{where}: only a species has cards on or under it")
        require(not {"under", "covered"} <= extra, f"{where}: three cards lie in one space")
        self._layers(where, card, data)
        for number, event in enumerate(_list(f"{where}.events", data.get("events", []))):
            self._event(f"{where}.events[{number}]", event)

    def _layers(self, where: str, upper: Card, data: Mapping[str, object]) -> None:
        for layer in ("under", "covered"):
            if layer not in data:
                continue
            inner = f"{where}.{layer}"
            lower = self.owned(inner, data[layer], {"owner", "card"})
            card = self.card(inner, lower.get("card"))
            require(card.kind == "species", f"{inner}: only a species lies under another")
            if layer == "under":
                require(card.abilities.parasitic, f"{inner}: {card.name} is no parasite")
            else:
                require(self.rules.invader_covers, f"{inner}: under these rules an invader covers no card")
                require(upper.abilities.invasive, f"{inner}: {upper.name} is no invader")
            self.pools[lower["owner"]].append(card.key)

    def _event(self, where: str, event: object) -> None:
        data = self.owned(where, event, {"owner", "card", "turns_left"})
        card = self.card(where, data.get("card"))
        require(card.kind == "event" and card.duration, f"{where}: {card.name} is no event that lasts")
        left = data.get("turns_left")
        fits = type(left) is int and 0 <= left <= card.duration
        require(fits, f"{where}.turns_left must be a whole number from 0 to {card.duration}")
        self.pools[data["owner"]].append(card.key)

    def seedlings(self) -> None:
        for number, data in enumerate(self.taken.values()):
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

    def starter(self, at: Place, seat: int) -> str:
        """P3, P4: the key of a seat's starter, which is not part of its pool."""
        data = self.taken.get((at[0], at[1]), {})
        card = self.cards.get(data.get("card", ""))
        is_starter = card is not None and card.kind in ("home", "habitat") and "face_down" not in data
        if card is None or not is_starter or data["owner"] != seat:
            raise InvalidPosition(f"seat {seat} has no HOME or starter at {at}")
        if card.kind == "habitat":
            self.pools[seat].remove(card.key)
        return card.key

    def pile(self, name: str, seat: int, pile: object) -> None:
        where = f"{name}[{seat}]"
        if not isinstance(pile, list):
            raise InvalidPosition(f"{where} must be a list of card keys")
        for key in pile:
            card = self.card(where, key)
            require(card.kind != "home", f"{where}: {card.name} is a starter and in no pile")
        self.pools[seat] += [key for key in pile if key != HIDDEN_KEY]
