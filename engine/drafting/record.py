"""Game records of the drafting games: reading and judging them (docs/record-format.md)."""

from collections.abc import Mapping
from typing import cast

from engine.chance import check_recorded
from engine.contract import IllegalAction, InvalidRecord, MalformedAction, check_hurried, shown
from engine.drafting.draft import MOST_PLAYERS, Draft
from engine.drafting.notation import laid_out, read, seated, turned
from engine.drafting.position import read_position
from engine.drafting.sets import GAMES
from engine.record_format import (
    FORMAT,
    DraftPosition,
    DraftReached,
    DraftRecordData,
    DraftVerdict,
    Judged,
)

NEEDED = ("format", "rules", "players", "actions")
FIELDS = {*NEEDED, "options", "generator", "seed", "position", "hurried"}


def is_drafting(data: object) -> bool:
    """Whether the data claims to be a record of a drafting game."""
    return isinstance(data, Mapping) and isinstance(data.get("rules"), str) and data["rules"] in GAMES


def judge(data: object) -> DraftVerdict:
    """The referee's output: the applied actions, the position reached, and the illegal action, if any.

    `winner` is a list of seats, as a victory may be shared, or null before the end; in a solo game it lists
    the seats with the most points. Raises `InvalidRecord`.
    """
    record = checked(data)
    draft = dealt(record)
    actions = []
    for step, action in enumerate(record["actions"]):
        try:
            if not isinstance(action, Mapping):
                raise MalformedAction("an action is an object")
            seat, chosen = read(action)
            if seat not in range(len(draft.layouts)):
                raise MalformedAction(f"there is no seat {seat}")
        except MalformedAction as error:
            raise InvalidRecord(f"actions[{step}]: {error}") from None
        actions.append((seat, chosen))
    judged: Judged = {"ok": True, "applied": len(actions)}
    for step, (seat, chosen) in enumerate(actions):
        try:
            draft.choose(seat, chosen)
        except IllegalAction as error:
            judged = {"ok": False, "applied": step, "illegal": error.refusal.at_step(step)}
            break
    scores = draft.scores()
    reached: DraftReached = {
        "position": position(draft),
        "to_act": list(draft.to_act),
        "legal": [seated(seat, action) for seat in draft.to_act for action in draft.actions(seat)],
        "scores": [score.total for score in scores],
        "over": draft.over,
        "winner": draft.winners() if draft.over else None,
        "sheets": [dict(score.scores) for score in scores],
    }
    return {**judged, **reached}


def start(data: object) -> Draft:
    """A record's game as it begins. Raises `InvalidRecord`."""
    return dealt(checked(data))


def dealt(record: DraftRecordData) -> Draft:
    game, players = GAMES[record["rules"]], record["players"]
    if "position" in record:
        return read_position(game, players, record["position"])
    return Draft.deal(game, players, record["seed"])


def checked(data: object) -> DraftRecordData:
    """The record, with everything but its actions checked. Raises `InvalidRecord`."""
    if not isinstance(data, Mapping):
        raise InvalidRecord("a record is one JSON object")
    for field in NEEDED:
        if field not in data:
            raise InvalidRecord(f"{field} is missing")
    unknown = data.keys() - FIELDS
    if unknown:
        raise InvalidRecord(f"a record has no field {shown(min(unknown))}")
    if data["format"] != FORMAT:
        raise InvalidRecord(f"format must be {FORMAT}")
    if data.get("options", {}) != {}:
        raise InvalidRecord("options: these games have none")
    if type(data["players"]) is not int or not 1 <= data["players"] <= MOST_PLAYERS:
        raise InvalidRecord(f"players must be 1 to {MOST_PLAYERS}")
    if "position" in data:
        if superfluous := data.keys() & {"generator", "seed"}:
            raise InvalidRecord(f"a record with a position has no {min(superfluous)}")
    elif "seed" not in data:
        raise InvalidRecord("seed is missing")
    else:
        check_recorded(data)
    if not isinstance(data["actions"], list):
        raise InvalidRecord("actions must be a list")
    check_hurried(data.get("hurried", []), len(data["actions"]))
    return cast(DraftRecordData, data)


def position(draft: Draft) -> DraftPosition:
    """The whole position, with all hands."""
    return {
        "turn": draft.turn,
        "phase": draft.phase,
        "hands": [sorted(hand) for hand in draft.hands],
        "layouts": [laid_out(layout.cards) for layout in draft.layouts],
        "neutral_pile": list(draft.pile),
        "chosen": [seated(seat, action) for seat, action in sorted(draft.chosen.items())],
        "flips": [turned(flips) for flips in draft.flips],
    }
