"""
How a tournament goes on: it begins, pairs rounds, ends them and itself.

`go_on` looks at what is stored and does whatever is due. It may run at any time, as often as one likes, in
several processes: the tournament's row is locked, and constraints allow each round, board and place once.
Matches are dealt after that transaction, one by one, so that nobody waits for a lock meanwhile.
"""

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from games.matches.services.site_clock import site_time
from games.tournaments.models import POINT, Entry, Game, Place, Round, Tournament
from games.tournaments.services import round_robin
from games.tournaments.services.dealing import deal_paired, forfeit_absent
from games.tournaments.services.making import check_maker, end, locked
from games.tournaments.services.pairing import Board, boards_in_arena, boards_of_round, fillers
from games.tournaments.services.results import queue_on_commit, touch
from games.tournaments.services.terms import KIND
from phylo.slices import Extension

logger = structlog.stdlib.get_logger(__name__)
WAITS_AT_MOST = timedelta(days=14)
"""How long a tournament without a time to begin waits after the last who joined."""
DEALT_AT_ONCE = 8
"""Boards that are dealt before the answer to the maker; of more, that is left to a job."""
Paused = Callable[[int], bool]
"""Whether the people of a set (its primary key) are to do nothing now, so that nothing begins."""

PAUSED = Extension[Paused]("paused")
STATUS, HOW = Tournament.Status, Game.How


def begin(*, code: str, player: Player) -> Tournament:
    """
    Begin now; for the maker. Does nothing if it has begun. Raises Tournament.DoesNotExist or NotAllowed.
    """
    with transaction.atomic():
        tournament = locked(code)
        check_maker(tournament, player)
        if tournament.over:
            raise NotAllowed(_("The tournament is over."))
        if tournament.status == STATUS.OPEN:
            if not _enough(tournament):
                raise NotAllowed(_("Nobody has joined yet whom one could play."))
            _begin(tournament, site_time.now())
    _deal_soon(tournament)
    return tournament


def next_round(*, code: str, player: Player) -> Tournament:
    """Begin the next round before its time; for the maker. Raises as `begin`."""
    with transaction.atomic():
        tournament = locked(code)
        check_maker(tournament, player)
        if tournament.status != STATUS.RUNNING or tournament.next_round_at is None:
            raise NotAllowed(_("The next round cannot begin yet."))
        tournament.next_round_at = site_time.now()
        _advance(tournament, site_time.now())
    _deal_soon(tournament)
    return tournament


def _deal_soon(tournament: Tournament) -> None:
    if tournament.games.filter(how=HOW.PAIRED, match=None).count() > DEALT_AT_ONCE:
        queue_on_commit(tournament.pk)
    else:
        deal_paired(tournament)


def go_on(*, tournament_id: uuid.UUID, now: datetime | None = None) -> None:
    """Do what is due. Does nothing for a tournament that is over."""
    now = now or site_time.now()
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None or tournament.over or _stands_still(tournament):
            return
        _advance(tournament, now)
    if tournament.status == STATUS.RUNNING:
        deal_paired(tournament)


def sweep(*, now: datetime | None = None) -> int:
    """Go on with all tournaments in which something may be due; returns their number."""
    now = now or site_time.now()
    _cancel_idle(now)
    found = list(Tournament.objects.going_on(at=now))
    for tournament in found:
        try:
            forfeit_absent(tournament, now=now)
            go_on(tournament_id=tournament.pk, now=now)
        except Exception:
            # One that cannot go on must not keep the others waiting.
            logger.exception("tournament", code=tournament.code)
    return len(found)


def _cancel_idle(now: datetime) -> None:
    idle = Tournament.objects.idle(since=now - WAITS_AT_MOST)
    for pk in list(idle.values_list("pk", flat=True)):
        with transaction.atomic():
            tournament = idle.select_for_update().filter(pk=pk).first()
            if tournament is not None:
                end(tournament, STATUS.CANCELLED)


def _stands_still(tournament: Tournament) -> bool:
    number = tournament.collection_id
    return number is not None and any(paused(number) for paused in PAUSED)


def _advance(tournament: Tournament, now: datetime) -> None:
    if tournament.status == STATUS.OPEN:
        if tournament.starts_at is None or now < tournament.starts_at:
            return
        if not _enough(tournament):
            end(tournament, STATUS.CANCELLED)
            return
        _begin(tournament, now)
    elif tournament.kind == KIND.ARENA:
        _go_on_with_arena(tournament, now)
    else:
        _go_on_with_rounds(tournament, now)


def _enough(tournament: Tournament) -> bool:
    return tournament.entries.people().playing().count() > 1


def _begin(tournament: Tournament, now: datetime) -> None:
    left = tournament.entries.aggregate(last=Max("withdrawn_at"))["last"] or now
    # Whoever left before this transaction was not there when it began, even if `now` is a little older.
    tournament.status, tournament.begun = STATUS.RUNNING, max(now, left)
    people = tournament.entries.people().playing()
    if tournament.kind == KIND.ARENA:
        tournament.ends_at = now + timedelta(minutes=tournament.minutes)
        people.update(ready_since=now)
    elif tournament.kind == KIND.SIMUL:
        tournament.rounds = 1
    else:
        most = round_robin.rounds_of(people.count())
        if tournament.kind == KIND.ROUND_ROBIN:
            tournament.rounds = most
            fillers(tournament, people.count() % 2)
        elif tournament.seats == 2:
            # Nobody meets anybody twice.
            tournament.rounds = min(tournament.rounds, most)
    tournament.save(update_fields=["status", "begun", "ends_at", "rounds"])
    touch(tournament.pk)
    if tournament.kind == KIND.ARENA:
        _go_on_with_arena(tournament, now)
    else:
        _pair_round(tournament, now)


def _go_on_with_rounds(tournament: Tournament, now: datetime) -> None:
    current = tournament.round_set.filter(number=tournament.round).first()
    if current is not None and current.ended is None:
        if current.games.filter(how=HOW.PAIRED).exists():
            return
        current.ended = now
        current.save(update_fields=["ended"])
        if tournament.round >= tournament.rounds or not _enough(tournament):
            end(tournament, STATUS.FINISHED)
            return
        tournament.next_round_at = now + timedelta(seconds=tournament.between)
        tournament.save(update_fields=["next_round_at"])
        touch(tournament.pk)
    if tournament.next_round_at is not None and tournament.next_round_at <= now:
        if _enough(tournament):
            _pair_round(tournament, now)
        else:
            end(tournament, STATUS.FINISHED)


def _pair_round(tournament: Tournament, now: datetime) -> None:
    tournament.round += 1
    tournament.next_round_at = None
    tournament.save(update_fields=["round", "next_round_at"])
    current = Round.objects.create(tournament=tournament, number=tournament.round, begun=now)
    boards = boards_of_round(tournament)
    games = Game.objects.bulk_create(
        Game(tournament=tournament, round=current, board=number, paired=now, **_decided(board, now))
        for number, board in enumerate(boards, 1)
    )
    hosts = {tournament.maker_id} if tournament.kind == KIND.SIMUL else set()
    Place.objects.bulk_create(
        Place(
            game=game,
            entry=entry,
            seat=seat,
            # A host has many boards in the only round.
            number=game.board if entry.player_id in hosts else tournament.round,
            points=_points(board, entry),
        )
        for game, board in zip(games, boards, strict=True)
        for seat, entry in enumerate(board)
    )
    _note_late(tournament, current, now)
    touch(tournament.pk)


def _decided(board: Board, now: datetime) -> dict[str, object]:
    """The columns of a game that is not played: a bye, or somebody has withdrawn from a round robin."""
    if len(board) == 1:
        return {"how": HOW.BYE, "ended": now}
    if any(entry.withdrawn_at is not None for entry in board):
        return {"how": HOW.FORFEIT, "ended": now}
    return {}


def _points(board: Board, entry: Entry) -> int | None:
    if len(board) > 1 and all(each.withdrawn_at is None for each in board):
        return None
    return POINT if entry.withdrawn_at is None else 0


def _note_late(tournament: Tournament, current: Round, now: datetime) -> None:
    """Half a point, once, for those who join late: for the last round that they missed."""
    if tournament.kind != KIND.SWISS or current.number == 1:
        return
    missed = tournament.round_set.get(number=current.number - 1)
    late = (
        tournament.entries.people().playing().filter(joined__gt=missed.begun, places__number=current.number)
    )
    board = missed.games.count()
    for entry in late.exclude(places__number__lt=current.number):
        board += 1
        game = Game.objects.create(
            tournament=tournament, round=missed, board=board, paired=now, how=HOW.LATE, ended=now
        )
        Place.objects.create(game=game, entry=entry, seat=0, number=missed.number, points=POINT // 2)


def _go_on_with_arena(tournament: Tournament, now: datetime) -> None:
    assert tournament.ends_at is not None
    if now >= tournament.ends_at:
        if not tournament.games.filter(how=HOW.PAIRED).exists():
            end(tournament, STATUS.FINISHED)
        return
    if boards := boards_in_arena(tournament, now):
        _pair_in_arena(tournament, boards, now)


def _pair_in_arena(tournament: Tournament, boards: Sequence[Board], now: datetime) -> None:
    first = tournament.games.count() + 1
    games = Game.objects.bulk_create(
        Game(tournament=tournament, board=board, paired=now) for board, _pair in enumerate(boards, first)
    )
    entries = [entry for board in boards for entry in board]
    played = dict(
        Entry.objects.filter(pk__in=[entry.pk for entry in entries])
        .annotate(played=Count("places"))
        .values_list("pk", "played")
    )
    Place.objects.bulk_create(
        Place(game=game, entry=entry, seat=seat, number=played[entry.pk] + 1)
        for game, board in zip(games, boards, strict=True)
        for seat, entry in enumerate(board)
    )
    Entry.objects.filter(pk__in=played).update(ready_since=None)
    touch(tournament.pk)
