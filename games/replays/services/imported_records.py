"""
Game records that people import to watch: parsed, judged by the rules, and kept for a while after they were
last watched. One person may keep so many bytes, and all together so many; guests' records make room first.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.drafting.record import start
from engine.drafting.state import State
from engine.file_command import parsed
from engine.phylo.reasons import apply_with_reasons
from engine.phylo.record import Record
from engine.phylo.state import State as EngineState
from engine.record_format import Log
from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from games.matches.services.players import hold
from games.replays.models import ImportedRecord
from games.replays.services.judging import End, UnreadableRecord, judge

Json = dict[str, Any]
"""A record as it was sent, judged legal."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A legal record as it is kept, with the key of its content and what it leads to."""

    key: str
    text: str
    end: End


def keep_record(*, text: str, player: Player | None = None) -> ImportedRecord:
    """
    Judge a record and keep it, once for each content, whoever brings it. Raises UnreadableRecord or
    IllegalRecord, or NotAllowed where there is no room for it.
    """
    return store_record(record=judge_record(text=text), player=player)


def judge_record(*, text: str) -> Judged:
    """Store nothing. Raises UnreadableRecord or IllegalRecord."""
    file = text.encode("utf-8", "replace")
    end = judge(file)
    data = parsed(file)
    kept = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnreadableRecord("it holds half a character, which UTF-8 cannot") from None
    return Judged(hashlib.sha256(kept.encode()).hexdigest()[:32], kept, end)


def store_record(
    *, record: Judged, player: Player | None = None, seats: Sequence[int] = ()
) -> ImportedRecord:
    """
    Keep a record that was judged; `seats` are those that the player had in a game of their own. Raises
    NotAllowed where there is no room for it.
    """
    with transaction.atomic():
        # The player first: of two records of one person, the second counts the first.
        player = hold(player) if player else None
        if known := ImportedRecord.objects.filter(pk=record.key).first():
            if player and seats and known.player_id in (None, player.pk):
                known.player, known.seats = player, list(seats)
                known.save(update_fields=["player", "seats"])
            return known
        most = settings.IMPORTED_RECORDS_MOST["person"]
        if player and player.imported_records.all().total_bytes() + len(record.text) > most:
            params = {"most": filesizeformat(most)}
            raise NotAllowed(_("You may keep %(most)s of records here. Delete some of them first.") % params)
        _make_room(len(record.text))
        new = {"text": record.text, "size": len(record.text), "player": player, "seats": list(seats)}
        return ImportedRecord.objects.get_or_create(pk=record.key, defaults=new)[0]


def delete_record(*, key: str, player: Player) -> bool:
    """Delete a record that the player brought; whether there was one."""
    return bool(player.imported_records.filter(pk=key).delete()[0])


def forget_records() -> int:
    """Delete what nobody has watched for long; returns how many records."""
    return ImportedRecord.objects.forgotten().delete()[0]


def _make_room(size: int) -> None:
    """Delete guests' records, those watched longest ago first, until `size` bytes fit. Raises NotAllowed."""
    over = ImportedRecord.objects.total_bytes() + size - settings.IMPORTED_RECORDS_MOST["site"]
    if over <= 0:
        return
    old = ImportedRecord.objects.of_guests().order_by("watched", "pk")
    given_up = []
    for key, freed in old.values_list("pk", "size").iterator():
        given_up.append(key)
        over -= freed
        if over <= 0:
            ImportedRecord.objects.filter(pk__in=given_up).delete()
            return
    raise NotAllowed(
        _(
            "There is no room for more records here. Watch one that is here already, or come back when some "
            "have gone."
        )
    )


def watched(record: ImportedRecord) -> Json:
    """The content of a kept record, noting that it was watched so that it is kept longer."""
    now = timezone.now()
    if (now - record.watched).days:
        ImportedRecord.objects.filter(pk=record.pk).update(watched=now)
    data: Json = json.loads(record.text)
    return data


def played(record: Record, version: int) -> tuple[EngineState, list[Log]]:
    """The state after `version` actions of a legal record, and the log of each step with its reasons."""
    state, logs = record.start.copy(), [record.log]
    logs.extend(apply_with_reasons(state, action) for action in record.actions[:version])
    return state, logs


def drafted(data: Json, version: int) -> tuple[State, list[Log]]:
    """Like `played`, for a legal record of a drafting game."""
    state = State(start(data))
    logs: list[Log] = [[]]
    logs.extend(state.apply(action) for action in data["actions"][:version])
    return state, logs
