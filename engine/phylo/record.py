"""Game records: reading one, replaying it, and judging it as the referee does (record format)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .cards import Card
from .criteria import InvalidCard
from .notation import MalformedAction, read_action
from .position import InvalidPosition
from .refusals import IllegalAction
from .rules import InvalidSetup
from .setup import reveal_unless_chosen
from .start import from_position, new_game
from .state import State

FORMAT = "phylo-record/1"
FIELDS = {
    "format",
    "rules",
    "options",
    "cards",
    "decks",
    "seed",
    "starters",
    "opening_hands",
    "position",
    "actions",
}


class InvalidRecord(ValueError):
    """A file that is no record; the message says where."""


@dataclass(frozen=True, slots=True)
class Record:
    """A checked record: the game at its start, what happened up to there, and the actions."""

    start: State
    log: list[dict[str, Any]]
    actions: list[dict[str, Any]]

    @classmethod
    def read(cls, data: Any) -> "Record":
        """Check everything but the legality of the actions. Raises `InvalidRecord`."""
        _check_outline(data)
        log: list[dict[str, Any]] = []
        try:
            start = _position_start(data, log) if "position" in data else _deck_start(data, log)
        except InvalidCard as error:
            raise InvalidRecord(f"cards.{_bad_card(data['cards'])}: {error}") from None
        except (InvalidSetup, InvalidPosition) as error:
            raise InvalidRecord(str(error)) from None
        for step, action in enumerate(data["actions"]):
            try:
                read_action(action, start.matchup.definitions)
            except MalformedAction as error:
                raise InvalidRecord(f"actions[{step}]: {error}") from None
        return cls(start, log, data["actions"])


def _check_outline(data: Any) -> None:
    if not isinstance(data, Mapping):
        raise InvalidRecord("a record is one JSON object")
    if data.get("format") != FORMAT:
        raise InvalidRecord(f"format must be {FORMAT}")
    unknown = data.keys() - FIELDS
    if unknown:
        raise InvalidRecord(f"a record has no field {min(unknown)!r}")
    if "position" in data:
        superfluous = data.keys() & {"decks", "seed", "starters", "opening_hands"}
        if superfluous:
            raise InvalidRecord(f"a record with a position has no {min(superfluous)}")
        needed: tuple[str, ...] = ("rules", "cards", "actions")
    else:
        needed = ("rules", "cards", "decks", "seed", "actions")
    for field in needed:
        if field not in data:
            raise InvalidRecord(f"{field} is missing")
    for field, kind in (("cards", Mapping), ("options", Mapping), ("actions", list), ("seed", int)):
        if field in data and (not isinstance(data[field], kind) or isinstance(data[field], bool)):
            raise InvalidRecord(
                f"{field} must be {'an object' if kind is Mapping else f'of type {kind.__name__}'}"
            )


def _deck_start(data: Mapping[str, Any], log: list[dict[str, Any]]) -> State:
    for field in ("decks", "opening_hands"):
        piles = data.get(field, [[], []])
        if not isinstance(piles, list) or len(piles) != 2 or not all(map(_is_key_list, piles)):
            raise InvalidRecord(f"{field} must be two lists of card keys")
    if "starters" in data and (not _is_key_list(data["starters"]) or len(data["starters"]) != 2):
        raise InvalidRecord("starters must be two card keys")
    return new_game(
        data["rules"], data["cards"], data["decks"], data["seed"], options=data.get("options"),
        starters=data.get("starters"), opening_hands=data.get("opening_hands"), log=log,
    )  # fmt: skip


def _position_start(data: Mapping[str, Any], log: list[dict[str, Any]]) -> State:
    state = from_position(data["rules"], data["cards"], data["position"], options=data.get("options"))
    if not state.running and not state.over:
        state.log = log
        reveal_unless_chosen(state)
        state.log = None
    return state


def _is_key_list(keys: Any) -> bool:
    return isinstance(keys, list) and all(isinstance(key, str) for key in keys)


def _bad_card(cards: Mapping[str, Any]) -> str:
    for key, data in sorted(cards.items()):
        try:
            Card.parse(key, data)
        except InvalidCard:
            return key
    return "?"


def judge(data: Any) -> dict[str, Any]:
    """What the referee prints for a record: applied actions, the position reached, and what is refused.

    Raises `InvalidRecord` for a file that is no record.
    """
    record = Record.read(data)
    state = record.start
    log = [{"step": None, **entry} for entry in record.log]
    verdict: dict[str, Any] = {"ok": True, "applied": len(record.actions)}
    for step, action in enumerate(record.actions):
        try:
            log += [{"step": step, **entry} for entry in state.apply(action)]
        except IllegalAction as error:
            verdict = {"ok": False, "applied": step, "illegal": _illegal(step, error)}
            break
    many = not state.running
    legal = [
        {"seat": seat, **action} if many else action for seat in state.to_act for action in state.legal(seat)
    ]
    return verdict | {
        "position": state.position(),
        "to_act": list(state.to_act),
        "legal": legal,
        "scores": state.scores,
        "over": state.over,
        "winner": state.winner,
        "log": log,
    }


def _illegal(step: int, error: IllegalAction) -> dict[str, Any]:
    refusal = error.refusal
    illegal = {"step": step, "clause": refusal.clause, "code": refusal.code, "message": refusal.message}
    return illegal if refusal.neighbour is None else illegal | {"neighbour": refusal.neighbour}
