"""
The files of the archive in VAR_DIR/archive: all public games that ended in a month, a line each, packed.

A month is written once, when it is over, and its manifest is moved in last. What became public later is in
none; what a file has stays in it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db.models import Min, QuerySet
from django.utils import timezone

from engine.game_files import line_of
from games.archive.services.lines import filed, with_everything
from games.matches.models import Match
from phylo.exports import packed, turn_in, written

AT_ONCE = 50
"""Games in memory: one may have 200 kB."""
SETTLED = timedelta(hours=1)
"""After the end of a month; by then what ended within it is stored."""


@dataclass(frozen=True, slots=True)
class MonthFile:
    """The games of a month: `month` is its first day, `games` their number by rule set."""

    name: str
    month: date
    size: int
    sha256: str
    games: Mapping[str, int]
    written: datetime

    @property
    def path(self) -> Path:
        return folder() / self.name

    @property
    def number(self) -> int:
        return sum(self.games.values())

    def as_json(self) -> str:
        return json.dumps(asdict(self), default=str, indent=1)

    @classmethod
    def read(cls, manifest: Path) -> "MonthFile":
        found = json.loads(manifest.read_text(encoding="utf-8"))
        month, moment = date.fromisoformat(found.pop("month")), datetime.fromisoformat(found.pop("written"))
        return cls(month=month, written=moment, **found)


def folder() -> Path:
    return Path(settings.VAR_DIR) / "archive"


def month_files() -> list[MonthFile]:
    """The latest month first."""
    return [MonthFile.read(path) for path in sorted(folder().glob("*.json"), reverse=True)]


def month_file(name: str) -> MonthFile | None:
    """By the name of the file."""
    return next((file for file in month_files() if file.name == name), None)


def write_next() -> MonthFile | None:
    """Write the first month that is over and not written. None if there is none with a game."""
    with turn_in(folder()):
        for month in _months_over():
            if not _manifest(month).exists() and _games_of(month).exists():
                return _write(month)
    return None


def _months_over() -> Iterator[date]:
    """From that of the first public game on, by its first day."""
    first = _games().aggregate(first=Min("updated"))["first"]
    if first is None:
        return
    month = first.astimezone(UTC).date().replace(day=1)
    while _begins(_next(month)) + SETTLED <= timezone.now():
        yield month
        month = _next(month)


def _write(month: date) -> MonthFile:
    name = f"phylo-games-{month:%Y-%m}.jsonl.gz"
    with TemporaryDirectory(dir=folder(), prefix=".new-") as new:
        here = Path(new) / name
        games: Counter[str] = Counter()
        with packed(here) as file:
            for match in _read(_games_of(month)):
                file.write(line_of(filed(match)))
                games[match.rules] += 1
        whole = written(here)
        found = MonthFile(name, month, whole.size, whole.sha256, dict(sorted(games.items())), timezone.now())
        manifest = Path(new) / _manifest(month).name
        manifest.write_text(found.as_json(), encoding="utf-8")
        written(manifest)
        here.replace(found.path)
        manifest.replace(_manifest(month))
    return found


def _read(games: QuerySet[Match]) -> Iterator[Match]:
    """In the order in which they ended, but for those with cards that only one set has."""
    keys = list(games.order_by("updated", "pk").values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        found = with_everything(games.filter(pk__in=keys[first : first + AT_ONCE])).order_by("updated", "pk")
        yield from (match for match in found if not match.has_own_cards)


def _games_of(month: date) -> QuerySet[Match]:
    return _games().filter(updated__gte=_begins(month), updated__lt=_begins(_next(month)))


def _games() -> QuerySet[Match]:
    return Match.objects.finished().watchable()


def _manifest(month: date) -> Path:
    return folder() / f"phylo-games-{month:%Y-%m}.json"


def _begins(month: date) -> datetime:
    return datetime.combine(month, time(), tzinfo=UTC)


def _next(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)
