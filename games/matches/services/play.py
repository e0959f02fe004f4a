"""The only write path: every action of a person, a program or a bot is stored here."""

import uuid
from collections.abc import Collection
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import CharField, DateTimeField, F, PositiveSmallIntegerField, UUIDField
from django.utils import timezone

from engine import IllegalAction
from engine.record_format import Log
from games.matches import stream, thinking
from games.matches.models import Match, Move, Seat
from games.matches.models.match import BULKY
from games.matches.services import administrative_moves
from games.matches.services.administrative_moves import Action
from games.matches.services.clock import ARRIVAL, DAYS, Clock, Pace, Turn
from games.matches.services.errors import StaleVersion
from games.matches.services.match_end import note_end
from games.matches.services.positions import bot_view_at, legal_at, remember, state_at
from games.matches.services.rulebooks import State, apply_with_log, carry_out, rulebook
from games.matches.services.site_clock import site_time
from phylo.http import metrics
from phylo.http.keys import KeyReused, unless_other
from phylo.http.prepared import Prepared
from phylo.jobs.backlog import Backlog, measured
from phylo.jobs.queue import THINKING, queue

UNDOING = [administrative_moves.DRAW, administrative_moves.FLAG, administrative_moves.TAKE_BACK]
"""Moves that make simultaneous choices stale."""
logger = structlog.stdlib.get_logger(__name__)

# What each move asks the database.
locked_match = Prepared(
    # Without what a move need not read: the state is remembered, or read by itself (positions.restored).
    lambda match: Match.objects.select_for_update().filter(pk=match).defer(*set(BULKY) - {"decks"}),
    UUIDField(),
)
moves_by_key = Prepared(
    lambda match, seat, key: Move.objects.filter(match=match, seat=seat, key=key),
    UUIDField(),
    PositiveSmallIntegerField(),
    CharField(),
)
flagged = Prepared(
    lambda match, at: Match.objects.out_of_time(at=at).filter(pk=match).only("pk"),
    UUIDField(),
    DateTimeField(),
)
seats_of_programs = Prepared(
    lambda match: Seat.objects.played_by_program().filter(match=match).only("number"), UUIDField()
)
seats_of_late = Prepared(
    lambda match: Seat.objects.filter(
        match=match, player__isnull=False, stand_in="", looked__isnull=True
    ).only("number"),
    UUIDField(),
)


def play(
    *,
    match_id: uuid.UUID,
    seat: int,
    action: Action,
    version: int,
    key: str,
    by_program: bool = False,
    hurried: bool = False,
) -> Move:
    """
    Make a seat's action (without its "seat"), chosen at that version, and return the stored move. Unless it
    is `by_program`, the player takes over again from any bot that had stood in. `hurried`: as Move.hurried.

    While seats choose simultaneously, the others' choices do not make an action stale. A repeated key returns
    the move that it made first. Raises StaleVersion, KeyReused, IllegalAction, MalformedAction or
    Match.DoesNotExist; nothing has changed then, except that a flag may have fallen.
    """
    now = site_time.asked()
    let_flag_fall(match_id=match_id, now=now)
    with transaction.atomic():
        match = locked(match_id)
        made = next(iter(moves_by_key(match.pk, seat, key)), None)
        if (earlier := unless_other(made, action=action)) is not None:
            return earlier
        state = state_at(match)
        if version != match.version and not may_still_choose(match, state, seat, version):
            raise StaleVersion(match.version)
        refused = rulebook(match.rules).refusal(state, seat, action, lambda: match.decks[seat])
        if refused is not None:
            raise IllegalAction(refused)
        before = turn_of(state)
        log = apply_with_log(state, seat, action)
        if not by_program:
            _come_back(match, seat)
        return store_move(
            match, state, before, seat=seat, action=action, key=key, log=log, now=now, hurried=hurried
        )


def play_bot_turn(*, match_id: uuid.UUID, version: int) -> Move | None:
    """
    Make one action of the bot to act; None if the match has moved on or waits for somebody else, or if
    another worker thinks about it. Raises phylo.jobs.thinker.Lost.
    """
    match = Match.objects.playing().filter(pk=match_id, version=version, bot_to_act=True).first()
    if match is None:
        return None
    seat = match.seats.played_by_program().filter(number__in=state_at(match).to_act).first()
    if seat is None:
        return None
    with thinking.claimed(match_id, version) as keep_claim:
        if keep_claim is None:
            return None
        # In a rated match the level is what it is elsewhere, however many matches wait.
        waiting = 1 if match.rated else Match.objects.waiting_for_bot(since=timezone.now()).count()
        thought = thinking.think(
            match=match_id,
            version=version,
            rules=match.rules,
            level=seat.bot or seat.stand_in,
            view=bot_view_at(match, seat.number),
            legal=legal_at(match, seat.number),
            seed=match.bot_seed(version),
            seconds=thinking.ceiling(waiting),
            meanwhile=keep_claim,
        )
        try:
            return play(
                match_id=match_id,
                seat=seat.number,
                action=dict(thought.action),
                version=version,
                key=f"bot-{version}",
                by_program=True,
                hurried=thought.hurried,
            )
        except (StaleVersion, KeyReused, Match.DoesNotExist):
            # Another worker was faster; running other code, it may have chosen another action. Or the match
            # was forgotten with its only player.
            return None


def _come_back(match: Match, seat: int) -> None:
    """Give the seat's player back all their seats in which a bot has stood in."""
    if not rulebook(match.rules).resigns:
        mine = match.seats.filter(number=seat).values("player")
        match.seats.filter(player__in=mine).exclude(stand_in="").update(stand_in="")


def let_flag_fall(*, match_id: uuid.UUID, now: datetime | None = None) -> Move | None:
    """
    Handle seats whose time is up: in Phylo the seat loses, in a drafting game the site chooses for each.
    Returns the last move stored. Does nothing if nobody's time is up; may run twice.
    """
    now, move = now or site_time.asked(), None
    if not flagged(match_id, now):
        return None
    with transaction.atomic():
        match = locked(match_id)
        clock = clock_of(match)
        if clock is None or match.finished:
            return None
        for seat in clock.flagged(now, turn_of(state_at(match))):
            move = _play_for_late(match, seat, now)
            match = locked(match_id)
            if match.finished:
                break
    return move


def _play_for_late(match: Match, seat: int, now: datetime) -> Move:
    book, state = rulebook(match.rules), state_at(match)
    before = turn_of(state)
    action = book.time_up(state, seat, match.chance_at(match.version))
    log = carry_out(book, state, seat, action)
    key = f"{administrative_moves.OWN_KEY}{action['do']}-{match.version}"
    return store_move(match, state, before, seat=seat, action=action, key=key, log=log, now=now)


def locked(match_id: uuid.UUID) -> Match:
    """
    The match, locked for a write within a transaction. Of two racing writes the second waits and is then
    stale. SQLite has no row locks: there the transaction itself is exclusive (BEGIN IMMEDIATE).
    """
    for match in locked_match(match_id):
        return match
    raise Match.DoesNotExist


def store_move(
    match: Match,
    state: State,
    before: Turn,
    *,
    seat: int,
    action: Action,
    key: str,
    log: Log,
    now: datetime,
    hurried: bool = False,
) -> Move:
    """
    Store the next move of a locked match, which led from turn `before` to `state`. Raises StaleVersion.
    """
    number = match.version + 1
    move = Move.objects.create(
        match=match, number=number, seat=seat, action=action, key=key, log=log, hurried=hurried
    )
    bots = bot_seats(match)
    columns = columns_of(state, bots) | clock_columns(match, state, before, now)
    offer = None if state.over else offer_after(match, seat, action)
    columns |= {"offer": offer}
    if match.offer and offer is None:
        columns["offered"] = declined_by(match, seat, number)
    columns |= {"ending": administrative_moves.ending(action) if state.over else ""}
    # Compare and set as well: whatever the database locks, each version has a single successor.
    if not Match.objects.filter(pk=match.pk, version=match.version).update(version=number, **columns):
        raise StaleVersion(number)
    if state.over:
        note_end(match)
    match_id, bot_to_act = match.pk, bool(columns["bot_to_act"])
    transaction.on_commit(lambda: remember(match_id, number, state, log), robust=True)
    tell_on_commit(match_id, number, bot_to_act=bot_to_act)
    by = "program" if seat in bots else "person"
    transaction.on_commit(metrics.MOVES.labels(match.rules, by).inc)
    # The action itself is not logged: it may name cards in a hand.
    transaction.on_commit(lambda: logger.info("move", match=str(match_id), number=number, seat=seat))
    return move


def columns_of(state: State, bot_seats: Collection[int]) -> dict[str, object]:
    """The columns of a match that follow from its state."""
    return {
        "snapshot": state.snapshot(),
        "scores": state.scores,
        "status": Match.Status.FINISHED if state.over else Match.Status.PLAYING,
        "winner": _in_column(state.winner),
        "bot_to_act": any(seat in bot_seats for seat in state.to_act),
        "to_act": "".join(map(str, state.to_act)),
        "updated": timezone.now(),
    }


def bot_seats(match: Match) -> set[int]:
    """The seats played by a program: bots, and stand-ins for players who have left."""
    return {seat.number for seat in seats_of_programs(match.pk)}


def turn_of(state: State) -> Turn:
    return Turn(state.to_act, state.number)


def clock_of(match: Match) -> Clock | None:
    """The match's clock, or None."""
    if match.time_left is None or match.clock_since is None:
        return None
    pace = Pace(match.pace, match.pace_seconds, match.pace_increment)
    return Clock(pace, tuple(match.time_left), match.clock_since, match.stands_still)


def clock_columns(match: Match, state: State, before: Turn, now: datetime) -> dict[str, object]:
    """
    The clock's columns after an action that was asked for at `now`; empty without a clock. Who is to act next
    has time from the moment on at which it is stored.
    """
    clock = clock_of(match)
    if clock is None:
        return {}
    turn = turn_of(state)
    stored = max(now, site_time.read())
    clock = clock.after(now, before, turn, since=clock_start(match, turn.to_act, stored))
    flag_at = None if state.over else clock.flag_at(turn)
    return {"time_left": list(clock.left), "clock_since": clock.since, "flag_at": flag_at}


def clock_start(match: Match, to_act: Collection[int], now: datetime) -> datetime:
    """When the clocks of those to act start: now, but until ARRIVAL is over not before all have looked."""
    latest = match.created + ARRIVAL
    if match.pace == DAYS or now >= latest:
        return now
    late = {seat.number for seat in seats_of_late(match.pk)}
    return latest if late.intersection(to_act) else now


def offer_after(match: Match, seat: int, action: Action) -> dict[str, object] | None:
    """
    The offer that still stands after a move. Playing on declines the opponent's offer and withdraws one's own
    take-back; one's own offer of a draw stands.
    """
    offer: dict[str, object] | None = match.offer
    if offer is None or offer["seat"] != seat or offer["kind"] != administrative_moves.DRAW:
        return None
    return offer if action["do"] not in administrative_moves.ADMINISTRATIVE else None


def declined_by(match: Match, seat: int, version: int) -> dict[str, int]:
    """`Match.offered` once the seat has withdrawn the standing offer, or declined it at that version."""
    offer, offered = match.offer, match.offered or {}
    if offer is None or offer["seat"] == seat:
        return offered
    return {**offered, f"{offer['seat']} {offer['kind']} declined": version}


def tell_on_commit(match_id: uuid.UUID, version: int, *, bot_to_act: bool) -> None:
    """
    On commit, wake those who watch and queue the bot. Neither may fail the move: a page that missed the
    wake-up catches up when it reconnects, and the sweep queues a lost turn again.
    """
    transaction.on_commit(lambda: stream.announce(match_id), robust=True)
    if bot_to_act:
        transaction.on_commit(lambda: queue_bot_turn(match_id, version), robust=True)


def queue_bot_turn(match_id: uuid.UUID, version: int, *, expires: float | None = None) -> None:
    queue("games.tasks.play_bot_turn", str(match_id), version, expires=expires, to=THINKING)


def turns_waiting() -> Backlog:
    """Matches in which the computer is to act."""
    return measured(Match.objects.waiting_for_bot(since=timezone.now()), "updated")


def note_beside(match_id: uuid.UUID, **columns: object) -> None:
    """Store a change that is not a move, and on commit wake those who watch."""
    Match.objects.filter(pk=match_id).update(**columns, talk=F("talk") + 1)
    transaction.on_commit(lambda: stream.announce(match_id), robust=True)


def _in_column(winner: int | str | list[int] | None) -> str:
    """As in Match.winner: the seats that have won, or "draw"."""
    if winner is None:
        return ""
    return "".join(map(str, winner)) if isinstance(winner, list) else str(winner)


def may_still_choose(match: Match, state: State, seat: int, version: int) -> bool:
    """
    Whether, since an earlier version, other seats have chosen and nothing else has happened, and this seat
    has yet to choose. `state` is the current one.
    """
    missed = match.version - version
    if seat not in state.to_act or not 0 < missed <= len(state.pending) or version < 0:
        return False
    since = match.moves.filter(number__gt=version)
    return not since.filter(seat=seat).exists() and not since.filter(action__do__in=UNDOING).exists()
