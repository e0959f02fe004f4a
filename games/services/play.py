"""The one write path: every action of a person, a program or a bot is stored here and nowhere else."""

import uuid
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import engine, stream
from games.models import Match, Move
from games.services.errors import IllegalAction, KeyReused, StaleVersion
from games.services.explain import refusal
from games.services.states import remember, state_at


def play(*, match_id: uuid.UUID, seat: int, action: dict[str, Any], version: int, key: str) -> Move:
    """
    Make a seat's action (without its "seat"), chosen at that version, and return the stored move.

    The same key again returns the move it made the first time. Raises StaleVersion, KeyReused,
    IllegalAction, MalformedAction or Match.DoesNotExist; then nothing has changed.
    """
    with transaction.atomic():
        # The lock makes the second of two racing actions wait and then find itself stale. SQLite has no row
        # locks: there the transaction itself is exclusive (BEGIN IMMEDIATE).
        match = Match.objects.select_for_update().get(pk=match_id)
        earlier = match.moves.filter(seat=seat, key=key).first()
        if earlier:
            if earlier.action != action:
                raise KeyReused(key)
            return earlier
        if version != match.version:
            raise StaleVersion(match.version)

        state = state_at(match)
        if (refused := refusal(match, state, seat, action)) is not None:
            raise IllegalAction(refused)
        log = state.apply({**action, "seat": seat})
        move = Move.objects.create(
            match=match, number=version + 1, seat=seat, action=action, key=key, log=log
        )
        bot_seats = set(match.seats.exclude(bot="").values_list("number", flat=True))
        columns = columns_of(state, bot_seats)
        # Compare-and-set as well: whatever the database locks, one version is followed by one only.
        if not Match.objects.filter(pk=match_id, version=version).update(version=move.number, **columns):
            raise StaleVersion(move.number)
        transaction.on_commit(lambda: remember(match_id, move.number, state), robust=True)
        tell_on_commit(match_id, move.number, bot_to_act=columns["bot_to_act"])
    return move


def columns_of(state: engine.State, bot_seats: Collection[int]) -> dict[str, Any]:
    """The columns of a match that follow from its state."""
    return {
        "snapshot": state.snapshot(),
        "scores": state.scores,
        "status": Match.Status.FINISHED if state.over else Match.Status.PLAYING,
        "winner": "" if state.winner is None else str(state.winner),
        "bot_to_act": any(seat in bot_seats for seat in state.to_act),
        "updated": timezone.now(),
    }


def tell_on_commit(match_id: uuid.UUID, version: int, *, bot_to_act: bool) -> None:
    """
    Once it is stored, wake those who watch and queue the bot. Neither may fail the move: a page that missed
    the wake-up catches up when it reconnects, and the sweep queues a lost turn again.
    """
    # Imported late: the task calls this very service.
    from games.tasks import queue_bot_turn

    transaction.on_commit(lambda: stream.announce(match_id), robust=True)
    if bot_to_act:
        transaction.on_commit(lambda: queue_bot_turn(match_id, version), robust=True)
