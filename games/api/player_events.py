"""What needs an answer of a player, as a stream of events: one watcher for all of a player's matches."""

import json
import logging
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from games import stream
from games.models import Match, OpenTable, Participant, Seat
from games.models.match import winners
from games.presence import Presence
from games.stream_hub import in_any_thread, release_connection
from phylo.http.input import whole

logger = logging.getLogger(__name__)

OVERLAP = timedelta(seconds=60)
"""A result is stored a little later than its moment says: who comes back is told those of so long again."""
LATEST = 253_402_300_799_000  # the end of the year 9999

Told = tuple[str, tuple[Any, ...], dict[str, Any]]
"""An event: its name, what makes it one that was not told before, and its data."""


@dataclass
class Known:
    """What one stream has told already."""

    since: datetime
    """Results before it are not told (any more)."""
    subjects: frozenset[uuid.UUID] = frozenset()
    """What it is woken for."""
    told: set[tuple[Any, ...]] = field(default_factory=set)


def moment_of(text: str) -> datetime | None:
    """Of what was sent as an event's id, milliseconds since 1970; None for anything else."""
    sent = whole(text, digits=15)
    return None if sent is None or sent > LATEST else datetime.fromtimestamp(sent / 1000, UTC)


async def events(
    player: uuid.UUID, *, seen: datetime | None, allowed: Callable[[], bool]
) -> AsyncIterator[str]:
    """
    In the wire format: every turn, challenge, invitation and offer that waits now, then each new one, and
    results. `seen` is the moment of the last event that the reader had: it is told the results since then as
    well. Ends when it is not `allowed` any more.
    """
    yield f"retry: {stream.RECONNECT}\n\n"
    own = Presence(player)
    known = Known(since=seen - OVERLAP if seen else timezone.now())
    begun = seen is not None
    with stream.watching(player) as watcher:
        while True:
            try:
                at, found = await _look(player, known, allowed)
            except DatabaseError as error:
                logger.warning("No answer for an open stream: %s", error)
                # As in games/stream.py: who has been told something waits.
                if not begun:
                    return
                if not await watcher.woken(within=stream.HEARTBEAT):
                    yield ": still here\n\n"
                continue
            await in_any_thread(own.note)()
            if found is None:
                return
            if new := known.subjects - watcher.subjects:
                # Followed first and looked at again, so that nothing that happens in between is missed.
                stream.follow(watcher, watcher.subjects | new)
                continue
            stream.follow(watcher, known.subjects)
            for name, mark, data in found:
                if mark not in known.told:
                    known.told.add(mark)
                    yield f"id: {_milliseconds(at)}\nevent: {name}\ndata: {json.dumps(data)}\n\n"
            # What waits no more is forgotten: it is told again if it comes again. A result stays until it is
            # not looked for any more.
            known.told &= {mark for _name, mark, _data in found}
            known.since, begun = max(known.since, at - OVERLAP), True
            # Looked at again at each heartbeat: a wake-up may have been lost.
            if not await watcher.woken(within=stream.HEARTBEAT):
                yield ": still here\n\n"


@in_any_thread
def _look(player: uuid.UUID, known: Known, allowed: Callable[[], bool]) -> tuple[datetime, list[Told] | None]:
    """The moment, and all that is to be told; None when the stream is to end. Raises DatabaseError."""
    now = timezone.now()
    try:
        if not allowed():
            return now, None
        turns = list(_running(player))
        known.subjects = frozenset([player, *(match for match, _told in turns)])
        found = [told for _match, each in turns for told in each]
        found += [*_invitations(player, now), *_results(player, known.since)]
        return now, found
    finally:
        release_connection()


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _running(player: uuid.UUID) -> Iterator[tuple[uuid.UUID, list[Told]]]:
    """The player's running matches, and what each of them waits for."""
    seats = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING).order_by("pk")
    columns = ("number", "match__version", "match__to_act", "match__offer")
    for match, number, version, to_act, offer in seats.values_list("match", *columns):
        waits: list[Told] = []
        if str(number) in to_act:
            waits.append(("turn", ("turn", match, version), {"match": str(match), "version": version}))
        if offer and offer["seat"] != number:
            told = {"match": str(match), "kind": offer["kind"]}
            waits.append(("offer", ("offer", match, offer["kind"], offer.get("to")), told))
        yield match, waits


def _invitations(player: uuid.UUID, now: datetime) -> Iterator[Told]:
    asked = OpenTable.objects.standing(at=now).with_participant(player, Participant.State.INVITED)
    for table in asked.order_by("created"):
        told: dict[str, str | bool] = {"table": table.code, "rules": table.rules}
        if not table.drafting:
            told = {"challenge": table.code, "rules": table.rules, "same_deck": table.same_deck}
        name = next(iter(told))
        yield name, (name, table.code), told


def _results(player: uuid.UUID, since: datetime) -> Iterator[Told]:
    seats = Seat.objects.filter(
        player=player, match__status=Match.Status.FINISHED, match__updated__gte=since
    ).order_by("match__updated")
    columns = ("match", "match__version", "match__winner", "match__ending")
    for match, version, winner, ending in seats.values_list(*columns):
        won = winners(winner)
        sole = won[0] if len(won) == 1 else None
        told = {"match": str(match), "version": version, "winner": sole, "winners": won, "ending": ending}
        yield "finished", ("finished", match), told
