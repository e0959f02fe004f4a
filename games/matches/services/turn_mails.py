"""
Mails for matches with days for each turn: one when it is the turn of a player who is not looking, and one
before their time runs out. Each is sent at most once a turn, and only to a confirmed address whose owner
wants such mails. And one when a faster game of a tournament has begun, to players who have not come to it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q

from games.matches.models import Match, Seat, TurnMail
from games.matches.models.match import SeatQuerySet
from games.matches.services.play import turn_of
from games.matches.services.positions import state_at
from games.matches.services.site_clock import site_time

WAIT = timedelta(minutes=2)
"""How long to wait for a player who may be at the table and see the move there."""
REMIND_AT = 4
"""A reminder is due when one in so many parts of the time for a turn is left: a quarter."""
COMES = timedelta(seconds=30)
"""In which players who wait for the next round come to their table by themselves."""
TOO_LATE = timedelta(minutes=10)
AT_MOST = 200


def claim_turn_mails(*, now: datetime | None = None) -> list[tuple[int, str]]:
    """The mails to send now, as seat and kind. Each is returned only once, whoever asks."""
    now = now or site_time.now()
    # Reminders first: their recipients need no other mail in the same minute.
    return [
        *_claim(_running_out(now), TurnMail.Kind.REMINDER, now),
        *_claim(_unseen(now), TurnMail.Kind.TURN, now),
        *_claim(_not_come(now), TurnMail.Kind.BEGUN, now),
    ]


def _claim(due: SeatQuerySet, kind: TurnMail.Kind, now: datetime) -> Iterator[tuple[int, str]]:
    for seat in due[:AT_MOST]:
        turn = turn_of(state_at(seat.match)).number
        _mail, claimed = TurnMail.objects.update_or_create(
            seat=seat, turn=turn, kind=kind, defaults={"checked": now}
        )
        if kind == TurnMail.Kind.REMINDER:
            TurnMail.objects.update_or_create(
                seat=seat, turn=turn, kind=TurnMail.Kind.TURN, defaults={"checked": now}
            )
        if claimed:
            yield seat.pk, kind


def _waiting(kind: TurnMail.Kind) -> SeatQuerySet:
    """Seats to act whose players want mails and have had none of this kind since the last move."""
    mailed = TurnMail.objects.filter(
        seat=OuterRef("pk"), kind=kind, checked__gte=OuterRef("match__clock_since")
    )
    waiting = _who_want_mails(Seat.objects.to_act()).filter(~Exists(mailed), match__pace=Match.Pace.DAYS)
    return waiting.order_by("match__clock_since", "pk")


def _who_want_mails(seats: SeatQuerySet) -> SeatQuerySet:
    return seats.filter(
        stand_in="",
        player__user__is_active=True,
        player__user__emailaddress__primary=True,
        player__user__emailaddress__verified=True,
        player__user__turn_mails=True,
    ).select_related("match")


def _not_come(now: datetime) -> SeatQuerySet:
    """Seats of games of tournaments, begun a moment ago, whose players are somewhere else."""
    begun = _who_want_mails(Seat.objects.all()).filter(
        ~Exists(TurnMail.objects.filter(seat=OuterRef("pk"), kind=TurnMail.Kind.BEGUN)),
        looked=None,
        match__tournament_game__isnull=False,
        match__status=Match.Status.PLAYING,
        match__created__range=(now - TOO_LATE, now - COMES),
    )
    return begun.exclude(match__pace=Match.Pace.DAYS).order_by("match__created", "pk")


def _unseen(now: datetime) -> SeatQuerySet:
    away = Q(looked__isnull=True) | Q(looked__lt=F("match__clock_since"))
    return _waiting(TurnMail.Kind.TURN).filter(away, match__clock_since__lte=now - WAIT)


def _running_out(now: datetime) -> SeatQuerySet:
    soon = Q(pk__in=[])
    # A condition for each of the few paces, as SQLite cannot multiply durations.
    running = Match.objects.playing().filter(pace=Match.Pace.DAYS).order_by()
    for seconds in running.values_list("pace_seconds", flat=True).distinct():
        left = timedelta(seconds=seconds) / REMIND_AT
        soon |= Q(match__pace_seconds=seconds, match__flag_at__lte=now + left)
    return _waiting(TurnMail.Kind.REMINDER).filter(soon, match__flag_at__gt=now)
