"""
The files of the archive in VAR_DIR/archive: all public games that ended in a month, a line each, packed.

A month is written once, when it is over, piece by piece, and its manifest is moved in last. What became
public later is in none; what a file has stays in it.
"""

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from engine.game_files import line_of
from games.archive.services.lines import filed, with_everything
from games.matches.models import Match
from games.matches.models.match import came_from_elsewhere
from phylo.exports import packed, turn_in, written

AT_ONCE = 20
"""Games of a piece, which takes about a tenth of a second."""
logger = structlog.stdlib.get_logger(__name__)
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
    return [MonthFile.read(path) for path in sorted(folder().glob("phylo-games-*.json"), reverse=True)]


def month_file(name: str) -> MonthFile | None:
    """By the name of the file."""
    return next((file for file in month_files() if file.name == name), None)


def write_some() -> bool:
    """
    Write the next games of the first month that is over and not written. False if there is nothing to do, or
    another process is at it.
    """
    with turn_in(folder(), wait=False) as mine:
        month = _first_missing() if mine else None
        if month is None:
            return False
        _write_some(month)
        return True


def _first_missing() -> date | None:
    """By its first day: after the newest month that is written, or else from that of the first game on."""
    newest = next(iter(month_files()), None)
    if newest is not None:
        month = _next(newest.month)
    else:
        first: datetime | None = _games().aggregate(first=Min("updated"))["first"]
        if first is None:
            return None
        month = first.astimezone(UTC).date().replace(day=1)
    while _begins(_next(month)) + SETTLED <= timezone.now():
        if _games_of(month).exists():
            return month
        month = _next(month)
    return None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a month is written: so many bytes of the file are whole, with the games up to that one."""

    size: int = 0
    games: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""
    match: str = ""

    def rest(self, games: QuerySet[Match]) -> QuerySet[Match]:
        found = games.order_by("updated", "pk")
        if not self.match:
            return found
        at = datetime.fromisoformat(self.ended)
        return found.filter(Q(updated__gt=at) | Q(updated=at, pk__gt=self.match))


def _write_some(month: date) -> None:
    """
    A piece, so that other tasks come between. What a process that was killed had begun is cut off, and
    written again.
    """
    name = f"phylo-games-{month:%Y-%m}"
    begun, noted = folder() / f".{name}.jsonl.gz", folder() / f".{name}.json"
    progress = Progress(**json.loads(noted.read_text(encoding="utf-8"))) if noted.exists() else Progress()
    moved = (folder() / f"{name}.jsonl.gz").exists()
    some = [] if moved else list(with_everything(progress.rest(_games_of(month)))[:AT_ONCE])
    if not some:
        _publish(month, begun, noted, progress)
        return
    begun.touch()
    os.truncate(begun, progress.size)
    games = Counter(progress.games)
    with packed(begun, "ab") as file:
        for match in some:
            if (line := _line(match)) is not None:
                file.write(line)
                games[match.rules] += 1
    whole, last = written(begun), some[-1]
    progress = Progress(whole.size, dict(sorted(games.items())), last.updated.isoformat(), str(last.pk))
    _replace(noted, json.dumps(asdict(progress)))


def _line(match: Match) -> str | None:
    """None for a game that is left out: with cards that only one set has, or that cannot be exported."""
    if match.has_own_cards:
        return None
    try:
        return line_of(filed(match))
    except Exception:
        # One game must not keep all others from being written.
        logger.exception("not archived", match=str(match.pk))
        return None


def _publish(month: date, begun: Path, noted: Path, progress: Progress) -> None:
    """Move the file in, then its manifest; goes on where a process that was killed has stopped."""
    path = folder() / begun.name.removeprefix(".")
    if begun.exists():
        begun.replace(path)
    whole = written(path)
    found = MonthFile(path.name, month, whole.size, whole.sha256, progress.games, timezone.now())
    _replace(folder() / noted.name.removeprefix("."), found.as_json())
    noted.unlink()


def _replace(path: Path, text: str) -> None:
    """All or nothing."""
    new = path.with_suffix(".part")
    new.write_text(text, encoding="utf-8")
    written(new)
    new.replace(path)


def _games_of(month: date) -> QuerySet[Match]:
    return _games().filter(updated__gte=_begins(month), updated__lt=_begins(_next(month)))


def _games() -> QuerySet[Match]:
    return Match.objects.finished().watchable().filter(~came_from_elsewhere("pk"))


def _begins(month: date) -> datetime:
    return datetime.combine(month, time(), tzinfo=UTC)


def _next(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)
