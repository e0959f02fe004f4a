"""Translates actions between the record format and the engine's integers."""

from collections.abc import Container, Mapping
from typing import cast

from engine.contract import MalformedAction, shown
from engine.phylo.actions import (
    DISCARD,
    EVENT,
    KINDS,
    MOVE,
    PASS,
    PLAY,
    SLOT,
    SLOT_MASK,
    SPACE_MASK,
    SPREAD,
    UNDER,
    recovered,
    recovering,
    spread_action,
    spread_pairs,
)
from engine.phylo.game import Game
from engine.phylo.matchup import NEIGHBOURS, ROW, cell, place
from engine.phylo.recovery import Recoveries, Recovery
from engine.record_format import Action, Place, PlayEvent, Spread

NOWHERE = 0  # a space that no game reaches
# Fields of each action: required, optional.
ACTIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "reveal": (("card",), ()),
    "play": (("card", "at"), ("under",)),
    "move": (("from", "to"), ()),
    "spread": (("from", "cards", "to"), ()),
    "event": (("card", "at"), ("choose",)),
    "discard": (("card",), ()),
    "pass": ((), ()),
    "resign": ((), ()),
}


def read_action(action: object, known: Container[str]) -> Action:
    """
    Check the shape of an action with its seat; an unknown `do` is left to the checks. Raises
    `MalformedAction`.
    """
    if not isinstance(action, Mapping):
        raise MalformedAction("an action must be an object")
    if action.get("seat") not in (0, 1) or type(action["seat"]) is not int:
        raise MalformedAction("seat must be 0 or 1")
    do = action.get("do")
    if not isinstance(do, str):
        raise MalformedAction("do must be a text")
    if do not in ACTIONS:
        return cast(Action, action)
    required, optional = ACTIONS[do]
    for field in required:
        if field not in action:
            raise MalformedAction(f"{do} needs {field}")
    for field in action:
        if field not in ("seat", "do", *required, *optional):
            raise MalformedAction(f"{do} has no field {shown(field)}")
        _check_field(do, field, action[field], known)
    return cast(Action, action)


def _check_field(do: str, field: str, value: object, known: Container[str]) -> None:
    if field == "card" and not (value is None and do == "reveal"):
        _check_keys(field, [value], known)
    elif field in ("cards", "choose"):
        if not isinstance(value, list):
            raise MalformedAction(f"{field} must be a list of card keys")
        _check_keys(field, value, known)
    elif field in ("at", "from") or (field == "to" and do == "move"):
        _check_place(field, value)
    elif field == "to":
        if not isinstance(value, list):
            raise MalformedAction("to must be a list of places")
        for at in value:
            _check_place(field, at)
    elif field == "under" and value is not True and value is not False:
        raise MalformedAction("under must be true or false")


def _check_keys(field: str, keys: list[object], known: Container[str]) -> None:
    for key in keys:
        if not isinstance(key, str) or key not in known:
            raise MalformedAction(f"{field} names {shown(key)}, which is no card of this game")


def _check_place(field: str, at: object) -> None:
    if not isinstance(at, list) or len(at) != 2 or not all(type(number) is int for number in at):
        raise MalformedAction(f"{field} must be [x, y]")


def space_of(at: Place) -> int:
    """The space at [x, y]; NOWHERE beyond the edge, which no card reaches."""
    rim = ROW // 2 - 1
    return cell(*at) if -rim < at[0] < rim and -rim < at[1] < rim else NOWHERE


def action_order(action: Mapping[str, object]) -> tuple[object, ...]:
    """The sort key of legal actions: what is done, then card, then place."""
    cards = action.get("cards", [action["card"] or ""] if "card" in action else [])
    where = action.get("at", action.get("to", []))
    return (
        action["do"],
        cards,
        action.get("from", []),
        where,
        action.get("under", False),
        action.get("choose", []),
    )


def written(game: Game, action: int) -> Action:
    """An integer action of the seat whose turn it is, in the record format, without the seat."""
    keys = game.matchup.keys
    slot, space = action >> SLOT & SLOT_MASK, action & SPACE_MASK
    kind = action & KINDS
    if kind == PASS:
        return {"do": "pass"}
    if kind == DISCARD:
        return {"do": "discard", "card": keys[slot]}
    if kind == PLAY:
        return {"do": "play", "card": keys[slot], "at": place(space)}
    if kind == UNDER:
        return {"do": "play", "card": keys[slot], "at": place(space), "under": True}
    if kind == MOVE:
        return {"do": "move", "from": place(game.cell_of[slot]), "to": place(space)}
    if kind == SPREAD:
        spreader = game.cell_of[slot]
        pairs = [
            (place(spreader + NEIGHBOURS[direction]), keys[card]) for card, direction in spread_pairs(action)
        ]
        pairs.sort()
        cards, to = [key for _, key in pairs], [at for at, _ in pairs]
        return {"do": "spread", "from": place(spreader), "cards": cards, "to": to}
    event: PlayEvent = {"do": "event", "card": keys[slot], "at": place(space)}
    kinds = recovered(action)
    if not kinds and slot in game.matchup.recovering:
        kinds = Recoveries.of(game, slot, space).first_of_several()
    if kinds:
        event["choose"] = [game.matchup.kind_keys[kind] for kind in kinds]
    return event


def encode(game: Game, action: Action) -> tuple[int, list[int] | None]:
    """A legal action of a turn as an integer, and the cards that chance chose according to a record."""
    seat = action["seat"]
    if action["do"] == "discard":
        return DISCARD | game.slot_in_hand(seat, action["card"]) << SLOT, None
    if action["do"] == "play":
        kind = UNDER if action.get("under") else PLAY
        return kind | game.slot_in_hand(seat, action["card"]) << SLOT | space_of(action["at"]), None
    if action["do"] == "move":
        return MOVE | game.at[space_of(action["from"])] << SLOT | space_of(action["to"]), None
    if action["do"] == "spread":
        return _encode_spread(game, action), None
    if action["do"] != "event":
        return PASS, None
    slot, space = game.slot_in_hand(seat, action["card"]), space_of(action["at"])
    split = split_choice(game, slot, space, action.get("choose"))
    assert split is not None
    recovery, forced = split
    return recovering(EVENT | slot << SLOT | space, recovery), forced


def _encode_spread(game: Game, action: Spread) -> int:
    space = space_of(action["from"])
    free = list(game.spread_source())
    pairs = []
    for key, at in zip(action["cards"], action["to"], strict=True):
        card = next(slot for slot in free if game.matchup.keys[slot] == key)
        free.remove(card)
        pairs.append((card, NEIGHBOURS.index(space_of(at) - space)))
    return spread_action(game.at[space], pairs)


def split_choice(
    game: Game, event: int, space: int, choose: list[str] | None
) -> tuple[Recovery, list[int] | None] | None:
    """Read an event's `choose`: the choice of `recover`, then the cards chance took from the other hand.

    Returns the kinds of card recovered (none if there is only one choice) and the cards taken (None: chance
    has yet to choose), or None if the keys fit neither. Recovered keys may be left out if there is only one
    choice.
    """
    recoveries = Recoveries.of(game, event, space)
    only, keys = recoveries.only(), list(choose or ())
    for split in (recoveries.size,) if only is None else (0, recoveries.size):
        recovery = _named(game, recoveries, keys[:split]) if split else ()
        forced = _from_other_hand(game, event, keys[split:]) if keys[split:] else []
        if recovery is not None and forced is not None:
            return recovery if only is None else (), forced or None
    return None


def _named(game: Game, recoveries: Recoveries, keys: list[str]) -> Recovery | None:
    number = {key: kind for kind, key in enumerate(game.matchup.kind_keys)}
    return recoveries.named([number[key] for key in keys]) if number.keys() >= set(keys) else None


def _from_other_hand(game: Game, event: int, keys: list[str]) -> list[int] | None:
    """The cards of the other hand that an event took according to a record; None if that is impossible."""
    count = sum(e.number for e in game.matchup.cards[event].effects if e.do == "opponent-discards")
    free = list(game.hands[1 - game.seat])
    if len(keys) != min(count, len(free)):
        return None
    forced = []
    for key in keys:
        slot = next((slot for slot in free if game.matchup.keys[slot] == key), None)
        if slot is None:
            return None
        free.remove(slot)
        forced.append(slot)
    return forced
