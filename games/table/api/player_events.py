"""A stream of the events that a player has to answer, with one watcher for all the player's matches."""

import json
import logging
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from games.matches import stream
from games.matches.models import Match, Seat
from games.matches.models.match import winners
from games.matches.presence import Presence
from games.matches.stream_hub import in_any_thread, release_connection
from phylo.http.input import whole_number
from phylo.slices import Extension

logger = logging.getLogger(__name__)

OVERLAP = timedelta(seconds=60)
"""Results are committed a little after their timestamp, so a reconnecting reader gets this much again."""
LATEST = 253_402_300_799_000  # the end of the year 9999

PlayerEvent = tuple[str, tuple[Any, ...], dict[str, Any]]
"""An event: its name, the key that identifies it, and its data."""

Pending = Callable[[uuid.UUID, datetime], Iterator[PlayerEvent]]
"""What waits for an answer of the player at that time."""

PLAYER_EVENTS = Extension[Pending]("player_events")


@dataclass
class Known:
    """What one stream has sent already."""

    since: datetime
    """Results from before it are not sent (any more)."""
    subjects: frozenset[uuid.UUID] = frozenset()
    """The player and the matches whose changes wake it."""
    sent: set[tuple[Any, ...]] = field(default_factory=set)


def moment_of(text: str) -> datetime | None:
    """The time in an event's id, which is in milliseconds since 1970; None for anything else."""
    sent = whole_number(text, digits=15)
    return None if sent is None or sent > LATEST else datetime.fromtimestamp(sent / 1000, UTC)


async def events(
    player: uuid.UUID, *, seen: datetime | None, allowed: Callable[[], bool]
) -> AsyncIterator[str]:
    """
    The events in wire format: all pending turns, challenges, invitations and offers, then each new one and
    results. `seen` is the time of the last event that the reader received; results since then are sent as
    well. Ends once it is no longer `allowed`.
    """
    yield stream.reconnect()
    own = Presence(player)
    known = Known(since=seen - OVERLAP if seen else timezone.now())
    begun = seen is not None
    with stream.watching(player) as watcher:
        while True:
            try:
                at, found = await _look(player, known, allowed)
            except DatabaseError as error:
                logger.warning("No answer for an open stream: %s", error)
                # As in games/matches/stream.py: once something has been sent, keep the stream open.
                if not begun:
                    return
                if not await watcher.woken(within=stream.HEARTBEAT):
                    yield ": still here\n\n"
                continue
            await in_any_thread(own.note)()
            if found is None:
                return
            if new := known.subjects - watcher.subjects:
                # Follow the new matches first, then look again, so that nothing in between is missed.
                stream.follow(watcher, watcher.subjects | new)
                continue
            stream.follow(watcher, known.subjects)
            for name, mark, data in found:
                if mark not in known.sent:
                    known.sent.add(mark)
                    yield f"id: {_milliseconds(at)}\nevent: {name}\ndata: {json.dumps(data)}\n\n"
            # Forget what is no longer pending, so that it is sent again if it recurs. A result is remembered
            # until it is too old to be found.
            known.sent &= {mark for _name, mark, _data in found}
            known.since, begun = max(known.since, at - OVERLAP), True
            # Look again at each heartbeat: a wake-up may have been lost.
            if not await watcher.woken(within=stream.HEARTBEAT):
                yield ": still here\n\n"


@in_any_thread
def _look(
    player: uuid.UUID, known: Known, allowed: Callable[[], bool]
) -> tuple[datetime, list[PlayerEvent] | None]:
    """The time, and all events to send; None if the stream must end. Raises DatabaseError."""
    now = timezone.now()
    try:
        if not allowed():
            return now, None
        turns = list(_running(player))
        known.subjects = frozenset([player, *(match for match, _events in turns)])
        found = [event for _match, each in turns for event in each]
        found += [event for each in PLAYER_EVENTS for event in each(player, now)]
        found += _results(player, known.since)
        return now, found
    finally:
        release_connection()


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _running(player: uuid.UUID) -> Iterator[tuple[uuid.UUID, list[PlayerEvent]]]:
    """The player's running matches, with the events pending in each."""
    seats = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING).order_by("pk")
    columns = ("number", "match__version", "match__to_act", "match__offer")
    for match, number, version, to_act, offer in seats.values_list("match", *columns):
        waits: list[PlayerEvent] = []
        if str(number) in to_act:
            waits.append(("turn", ("turn", match, version), {"match": str(match), "version": version}))
        if offer and offer["seat"] != number:
            data = {"match": str(match), "kind": offer["kind"]}
            waits.append(("offer", ("offer", match, offer["kind"], offer.get("to")), data))
        yield match, waits


def _results(player: uuid.UUID, since: datetime) -> Iterator[PlayerEvent]:
    seats = Seat.objects.filter(
        player=player, match__status=Match.Status.FINISHED, match__updated__gte=since
    ).order_by("match__updated")
    columns = ("match", "match__version", "match__winner", "match__ending")
    for match, version, winner, ending in seats.values_list(*columns):
        won = winners(winner)
        sole = won[0] if len(won) == 1 else None
        data = {"match": str(match), "version": version, "winner": sole, "winners": won, "ending": ending}
        yield "finished", ("finished", match), data
