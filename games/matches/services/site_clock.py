"""
The time by which matches and runs go: the database's, the same for all processes.

The site notes every few seconds that it is running. Time in which it was not, or by which the database's
clock was set forward or back, is no time of the players: all running clocks are moved by it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.matches.models import Match, SiteClock
from phylo.http.arrival import arrival
from phylo.slices import Extension

NOTE_EVERY = timedelta(seconds=5)
OUTAGE = timedelta(seconds=30)
"""If nobody has noted for longer that the site is running, it was not."""
TOLERANCE = timedelta(seconds=2)
"""By how much more the database's time may have gone on than the monotonic one."""
GiveBack = Callable[[timedelta, datetime], None]
"""Gives back a time that the players did not have, since that moment."""

GIVE_BACK = Extension[GiveBack]("give_back")
logger = structlog.stdlib.get_logger(__name__)


def database_time() -> datetime:
    """With SQLite the time of this machine, on which all processes run."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        # Not now(), which stands still within a transaction.
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
        return now


@dataclass
class SiteTime:
    """
    The time as one process knows it: for some seconds after a note it goes on by the monotonic clock, so that
    it costs no query and nobody can set it.
    """

    wall: Callable[[], datetime] = database_time
    monotonic: Callable[[], float] = time.monotonic
    last: tuple[datetime, float] | None = None
    """When this process last noted that the site is running, by both clocks."""

    def now(self) -> datetime:
        """
        The time for a write. It notes now and then that the site is running, but not within a transaction,
        whose locks could stand in the way.
        """
        fresh = self.last is not None and self._elapsed() < NOTE_EVERY
        return self.read() if fresh or connection.in_atomic_block else self.note()

    def asked(self) -> datetime:
        """
        The time at which what is being answered was asked for, as for `now`: however long it has waited for
        the site, no player has had that time.
        """
        now, arrived = self.now(), arrival()
        waited = 0.0 if arrived is None else max(0.0, self.monotonic() - arrived)
        return now - timedelta(seconds=waited)

    def read(self) -> datetime:
        """The time, without a note."""
        if self.last is None or self._elapsed() > OUTAGE:
            return self.wall()
        return self.last[0] + self._elapsed()

    def note(self) -> datetime:
        """
        Note that the site is running, and return the time. If it was not, or if the clock was set, the first
        process that notes it gives all players their time back.
        """
        with transaction.atomic():
            clock = SiteClock.objects.select_for_update().filter(pk=1).first()
            now, moment = self.wall(), self.monotonic()
            if clock is None:
                SiteClock.objects.get_or_create(pk=1, defaults={"running_at": now})
            else:
                gap = now - clock.running_at
                if not -TOLERANCE < gap < self._longest_gap():
                    _move_clocks(gap)
                    for give_back in GIVE_BACK:
                        give_back(gap, clock.running_at)
                SiteClock.objects.filter(pk=1).update(running_at=now)
        self.last = now, moment
        return now

    def _longest_gap(self) -> timedelta:
        """Since the last note of any process, which cannot be older than this one's own."""
        return OUTAGE if self.last is None else min(self._elapsed() + TOLERANCE, OUTAGE)

    def _elapsed(self) -> timedelta:
        assert self.last is not None
        return timedelta(seconds=self.monotonic() - self.last[1])


def _move_clocks(by: timedelta) -> None:
    running = Match.objects.playing().filter(flag_at__isnull=False)
    moved = {"clock_since": F("clock_since") + by, "flag_at": F("flag_at") + by, "talk": F("talk") + 1}
    logger.warning("clocks moved", seconds=round(by.total_seconds()), matches=running.update(**moved))


site_time = SiteTime()
"""Of this process."""
