"""Game records that people import to watch: parsed, judged by the rules and kept."""

import hashlib
import json
from typing import Any

from django.utils import timezone

import engine
from engine.drafting.record import start
from engine.drafting.state import State
from engine.file_command import parsed
from engine.record_format import Log
from games.models import ImportedRecord
from games.services.judging import UnreadableRecord, judge

Json = dict[str, Any]
"""A record as it was sent, judged legal."""


def keep_record(*, text: str) -> ImportedRecord:
    """Judge a record and keep it, once for each content. Raises UnreadableRecord or IllegalRecord."""
    file = text.encode("utf-8", "replace")
    judge(file)
    data = parsed(file)
    kept = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnreadableRecord("it holds half a character, which UTF-8 cannot") from None
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
    """The state after `version` actions of a legal record, and the log of each step up to it."""
    state, logs = record.start.copy(), [record.log]
    logs.extend(state.apply(action) for action in record.actions[:version])
    return state, logs


def drafted(data: Json, version: int) -> tuple[State, list[Log]]:
    """Like `played`, for a legal record of a drafting game."""
    state = State(start(data))
    logs: list[Log] = [[]]
    logs.extend(state.apply(action) for action in data["actions"][:version])
    return state, logs
