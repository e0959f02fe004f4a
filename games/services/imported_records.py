"""Game records that people import to watch: parsed, judged by the rules and kept."""

import hashlib
import json
from typing import Any

from django.utils import timezone

import engine
from engine.drafting.record import is_drafting, judge, start
from engine.drafting.state import State
from engine.record_format import Log
from games.models import ImportedRecord

Json = dict[str, Any]
"""A record as it was sent, judged legal."""
LARGEST_RECORD = 1_000_000
"""Bytes."""
MOST_ACTIONS = 2000
"""In a record; a whole game has a few hundred."""
MOST_CARDS = 200
"""In one pile of a record, or on a table."""


class UnreadableRecord(ValueError):
    """The text is not a record; the message says why."""


class IllegalRecord(ValueError):
    """An action of the record is illegal; `step` is its index from 0."""

    def __init__(self, step: int, refusal: engine.Refusal) -> None:
        super().__init__(f"action {step} is illegal")
        self.step = step
        self.refusal = refusal


def keep_record(*, text: str) -> ImportedRecord:
    """Judge a record and keep it, once for each content. Raises UnreadableRecord or IllegalRecord."""
    if len(text.encode("utf-8", "replace")) > LARGEST_RECORD:
        raise UnreadableRecord("a record has a million bytes at most")
    data = parsed(text)
    check_size(data)
    if isinstance(data, dict) and is_drafting(data):
        _judged(data)
    else:
        try:
            record = engine.Record.read(data)
        except engine.InvalidRecord as error:
            raise UnreadableRecord(str(error)) from error
        played(record, len(record.actions))
    kept = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    identifier = hashlib.sha256(kept.encode()).hexdigest()[:32]
    ImportedRecord.objects.forgotten().delete()
    return ImportedRecord.objects.get_or_create(pk=identifier, defaults={"text": kept})[0]


def watched(record: ImportedRecord) -> Json:
    """The content of a kept record, noting that it was watched so that it is kept longer."""
    now = timezone.now()
    if (now - record.watched).days:
        ImportedRecord.objects.filter(pk=record.pk).update(watched=now)
    data: Json = json.loads(record.text)
    return data


def played(record: engine.Record, version: int) -> tuple[engine.State, list[Log]]:
    """The state after `version` actions, and the log of each step up to it. Raises IllegalRecord."""
    state, logs = record.start.copy(), [record.log]
    for step, action in enumerate(record.actions[:version]):
        try:
            logs.append(state.apply(action))
        except engine.IllegalAction as error:
            raise IllegalRecord(step, error.refusal) from error
    return state, logs


def drafted(data: Json, version: int) -> tuple[State, list[Log]]:
    """Like `played`, for a legal record of a drafting game."""
    state = State(start(data))
    logs: list[Log] = [[]]
    logs.extend(state.apply(action) for action in data["actions"][:version])
    return state, logs


def _judged(data: Json) -> None:
    """Raises UnreadableRecord or IllegalRecord."""
    try:
        verdict = judge(data)
    except engine.InvalidRecord as error:
        raise UnreadableRecord(str(error)) from error
    if not verdict["ok"]:
        illegal = verdict["illegal"]
        refusal = engine.Refusal(illegal["code"], "", illegal["message"])
        raise IllegalRecord(illegal["step"], refusal)


def parsed(text: str) -> object:
    """The parsed JSON, with no key twice and only text that UTF-8 can hold. Raises UnreadableRecord."""
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(str(error) or "this is no JSON") from error
    return data


def check_size(data: object) -> None:
    """Raises UnreadableRecord for a record so large that judging it would keep the site busy."""
    if not isinstance(data, dict):
        return
    told = data.get("position")
    position = told if isinstance(told, dict) else {}
    piles = [data.get("decks"), *(position.get(name) for name in ("hands", "decks", "discards"))]
    sizes = [len(pile) for each in piles if isinstance(each, list) for pile in each if isinstance(pile, list)]
    sizes += [
        len(each) for each in (position.get("spaces"), data.get("cards")) if isinstance(each, list | dict)
    ]
    if any(size > MOST_CARDS for size in sizes):
        raise UnreadableRecord(f"a pile, a table and the cards are {MOST_CARDS} at most")
    actions = data.get("actions")
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise UnreadableRecord(f"a record has {MOST_ACTIONS} actions at most")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _value in pairs]
        raise ValueError(f"the key {max(keys, key=keys.count)!r} comes twice")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")
