"""Game records: reading, replaying and judging them (docs/record-format.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from engine.chance import check_first_seed, check_recorded
from engine.contract import (
    IllegalAction,
    InvalidRecord,
    InvalidSetup,
    MalformedAction,
    check_hurried,
    cut,
    shown,
)
from engine.phylo.cards import Card
from engine.phylo.criteria import InvalidCard
from engine.phylo.notation import read_action
from engine.phylo.position import InvalidPosition
from engine.phylo.setup import reveal_unless_chosen
from engine.phylo.start import from_position, new_game
from engine.phylo.state import State
from engine.record_format import FORMAT, Action, Judged, Log, LogEntry, Reached, RecordData, Verdict

FIELDS = {
    "format",
    "rules",
    "options",
    "cards",
    "decks",
    "generator",
    "seed",
    "first_seed",
    "starters",
    "opening_hands",
    "position",
    "actions",
    "hurried",
}


@dataclass(frozen=True, slots=True)
class Record:
    """A checked record: the game at its start, the log up to there, and the actions."""

    start: State
    log: Log
    actions: list[Action]

    @classmethod
    def read(cls, data: object) -> "Record":
        """Check everything but the legality of the actions. Raises `InvalidRecord`."""
        record = _checked_outline(data)
        log: Log = []
        try:
            start = _position_start(record, log) if "position" in record else _deck_start(record, log)
        except InvalidCard as error:
            raise InvalidRecord(f"cards.{cut(_bad_card(record['cards']))}: {error}") from None
        except (InvalidSetup, InvalidPosition) as error:
            raise InvalidRecord(str(error)) from None
        for step, action in enumerate(record["actions"]):
            try:
                read_action(action, start.matchup.definitions)
            except MalformedAction as error:
                raise InvalidRecord(f"actions[{step}]: {error}") from None
        return cls(start, log, record["actions"])


def _checked_outline(data: object) -> RecordData:
    if not isinstance(data, Mapping):
        raise InvalidRecord("a record is one JSON object")
    if data.get("format") != FORMAT:
        raise InvalidRecord(f"format must be {FORMAT}")
    unknown = data.keys() - FIELDS
    if unknown:
        raise InvalidRecord(f"a record has no field {shown(min(unknown))}")
    if "position" in data:
        superfluous = data.keys() & {"decks", "generator", "seed", "first_seed", "starters", "opening_hands"}
        if superfluous:
            raise InvalidRecord(f"a record with a position has no {min(superfluous)}")
        needed: tuple[str, ...] = ("rules", "cards", "actions")
    else:
        needed = ("rules", "cards", "decks", "seed", "actions")
    for field in needed:
        if field not in data:
            raise InvalidRecord(f"{field} is missing")
    for field, kind in (("cards", Mapping), ("options", Mapping), ("actions", list)):
        if field in data and not isinstance(data[field], kind):
            raise InvalidRecord(f"{field} must be {'an object' if kind is Mapping else 'a list'}")
    if "seed" in data:
        check_recorded(data)
    if "first_seed" in data:
        check_first_seed(data["first_seed"], data["seed"])
    check_hurried(data.get("hurried", []), len(data["actions"]))
    return cast(RecordData, data)


def _deck_start(data: RecordData, log: Log) -> State:
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


def _position_start(data: RecordData, log: Log) -> State:
    state = from_position(data["rules"], data["cards"], data["position"], options=data.get("options"))
    if not state.running and not state.over:
        state.log = log
        reveal_unless_chosen(state)
        state.log = None
    return state


def _is_key_list(keys: object) -> bool:
    return isinstance(keys, list) and all(isinstance(key, str) for key in keys)


def _bad_card(cards: Mapping[str, object]) -> str:
    for key, data in sorted(cards.items()):
        try:
            Card.parse(key, data)
        except InvalidCard:
            return key
    return "?"


def judge(data: object) -> Verdict:
    """What the referee prints for a record: actions applied, the position reached, and any refusal.

    Raises `InvalidRecord` for a file that is no valid record.
    """
    record = Record.read(data)
    state = record.start
    log = _numbered(None, record.log)
    judged: Judged = {"ok": True, "applied": len(record.actions)}
    for step, action in enumerate(record.actions):
        try:
            log += _numbered(step, state.apply(action))
        except IllegalAction as error:
            judged = {"ok": False, "applied": step, "illegal": error.refusal.at_step(step)}
            break
    reached = _reached(state, log)
    return {**judged, **reached}


def _reached(state: State, log: Log) -> Reached:
    legal: list[Action] = []
    incomplete = False
    for seat in state.to_act:
        actions, all_ = state.listed(seat)
        legal += actions if state.running else [cast(Action, {"seat": seat, **each}) for each in actions]
        incomplete |= not all_
    reached: Reached = {
        "position": state.position(),
        "to_act": list(state.to_act),
        "legal": legal,
        "scores": state.scores,
        "over": state.over,
        "winner": state.winner,
        "log": log,
    }
    return {**reached, "legal_incomplete": True} if incomplete else reached


def _numbered(step: int | None, log: Log) -> Log:
    return [cast(LogEntry, {"step": step, **entry}) for entry in log]
