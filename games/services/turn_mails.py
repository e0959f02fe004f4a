"""
Mails of correspondence: one when it has become somebody's turn who is not looking, and one before the time
for the turn runs out. Each once a turn at most, and only to a confirmed address whose owner wants them.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from games.models import Match, Seat, TurnMail
from games.models.match import SeatQuerySet
from games.services.play import turn_of
from games.services.positions import state_at

WAIT = timedelta(minutes=2)
"""So long is waited for somebody who may be at the table, and just sees the other one's move."""
REMIND_AT = 4
"""A reminder is due when this part of the time for a turn is left: a quarter."""
AT_MOST = 200


def note_look(seat: Seat) -> None:
    """Somebody looks at the table of a correspondence match; stored once after each move."""
    match, now = seat.match, timezone.now()
    if match.pace != Match.Pace.DAYS or match.finished or match.clock_since is None:
        return
    if seat.looked is None or seat.looked < match.clock_since:
        Seat.objects.filter(pk=seat.pk).update(looked=now)


def claim_turn_mails(*, now: datetime | None = None) -> list[tuple[int, str]]:
    """Seat and kind of the mails that are to be sent now. Each is given once, whoever asks."""
    now = now or timezone.now()
    # The reminder first: who gets it needs no other mail in the same minute.
    return [
        *_claim(_running_out(now), TurnMail.Kind.REMINDER, now),
        *_claim(_unseen(now), TurnMail.Kind.TURN, now),
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
    """Seats whose turn it is, of those who want mails and had none of this kind since the last move."""
    mailed = TurnMail.objects.filter(
        seat=OuterRef("pk"), kind=kind, checked__gte=OuterRef("match__clock_since")
    )
    return (
        Seat.objects.to_act()
        .filter(
            ~Exists(mailed),
            stand_in="",
            match__pace=Match.Pace.DAYS,
            player__user__is_active=True,
            player__user__email_confirmed=True,
            player__user__turn_mails=True,
        )
        .select_related("match")
        .order_by("match__clock_since", "pk")
    )


def _unseen(now: datetime) -> SeatQuerySet:
    away = Q(looked__isnull=True) | Q(looked__lt=F("match__clock_since"))
    return _waiting(TurnMail.Kind.TURN).filter(away, match__clock_since__lte=now - WAIT)


def _running_out(now: datetime) -> SeatQuerySet:
    soon = Q(pk__in=[])
    # One for each of the few paces there are: SQLite cannot multiply times.
    running = Match.objects.playing().filter(pace=Match.Pace.DAYS).order_by()
    for seconds in running.values_list("pace_seconds", flat=True).distinct():
        left = timedelta(seconds=seconds) / REMIND_AT
        soon |= Q(match__pace_seconds=seconds, match__flag_at__lte=now + left)
    return _waiting(TurnMail.Kind.REMINDER).filter(soon, match__flag_at__gt=now)
