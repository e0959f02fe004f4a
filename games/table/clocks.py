"""The clocks as the page shows them, and the data it needs to count them down."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.models import Match
from games.matches.services.clock import DAY, Turn
from games.matches.services.play import clock_of

HOUR, MINUTE = 60 * 60, 60


@dataclass(frozen=True)
class Clocks:
    """All clocks at one moment: `left` in words, and `data` for static/js/table/clock.js."""

    left: tuple[str, ...]
    data: dict[str, object]


def clocks(match: Match, now: datetime) -> Clocks | None:
    """
    None for a match without a clock.

    `data` is `{"left": [ms, …], "since": ms, "now": ms, "flag": ms, "running": [seats]}`. `left` is the time
    that each seat had left at `since`, when the clocks of `running` started: none while they stand still.
    From `flag` on the page may ask for a flag to fall. `since`, `now` and `flag` are in milliseconds since
    1970; `flag` may be None.
    """
    clock = clock_of(match)
    if clock is None:
        return None
    running = [] if match.finished or clock.still else [int(seat) for seat in match.to_act]
    left = clock.at(now, Turn(running, 0))
    data = {
        "left": list(clock.left),
        "since": _milliseconds(clock.since),
        "now": _milliseconds(now),
        "flag": _milliseconds(match.flag_at) if match.flag_at and running else None,
        "running": running,
    }
    return Clocks(tuple(map(in_words, left)), data)


def in_words(milliseconds: int) -> str:
    """The time left as "2 days 3 hours", "5 hours 12 minutes" or "11:42"."""
    seconds = -(-milliseconds // 1000)
    if seconds >= DAY:
        days, hours = divmod(seconds // HOUR, 24)
        return _two(_days(days), _hours(hours) if hours else "")
    if seconds >= HOUR:
        hours, minutes = divmod(seconds // MINUTE, 60)
        return _two(_hours(hours), _minutes(minutes) if minutes else "")
    return f"{seconds // 60}:{seconds % 60:02d}"


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _days(count: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}


def _hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def _two(larger: str, smaller: str) -> str:
    return _("%(larger)s %(smaller)s") % {"larger": larger, "smaller": smaller} if smaller else larger
