"""All cards as files for download: JSON Lines and CSV, plain and compressed, in VAR_DIR/bulk.

An export is written to a temporary folder and moved in complete, its manifest last. A published file never
changes.
"""

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from django.conf import settings
from django.utils import timezone

from cards.models import Card
from cards.services.card_file import EXPORT_COLUMNS, card_row
from cards.services.exporting import card_object, moment
from phylo.exports import UNFINISHED, packed, turn_in, written

CHUNK = 2000  # cards in memory
KINDS = ("jsonl", "csv")


@dataclass(frozen=True, slots=True)
class BulkFile:
    """`compression` is "gzip" or None, `version` the newest change of a card; times as in the API."""

    name: str
    kind: str
    compression: str | None
    size: int
    sha256: str
    cards: int
    date: str
    version: str | None


def folder() -> Path:
    return Path(settings.VAR_DIR) / "bulk"


def bulk_files() -> list[BulkFile]:
    """The files for download, newest first."""
    return [file for manifest in _manifests() for file in manifest]


def bulk_path(name: str) -> tuple[BulkFile, Path] | None:
    """A file and its path, by its bare name; None if there is none."""
    for file in bulk_files():
        if file.name == name:
            return file, folder() / file.name
    return None


def export_bulk(*, if_due: bool = False) -> list[BulkFile]:
    """
    Export all cards and drop the oldest files; `if_due`: only if the newest export is old or the cards have
    changed. Concurrent exports take turns. Returns the newest files.
    """
    with turn_in(folder()):
        if not if_due or _due():
            _export()
        return next(_manifests(), [])


def _due() -> bool:
    newest = next(_manifests(), None)
    if newest is None:
        return True
    version = Card.objects.last_change()
    if newest[0].version != (moment(version) if version else None):
        return True
    return timezone.now() - datetime.fromisoformat(newest[0].date) >= settings.BULK_AGE


def _export() -> None:
    date = _free_moment()
    stem = f"cards-{date:%Y%m%dT%H%M%SZ}"
    with TemporaryDirectory(dir=folder(), prefix=UNFINISHED) as new:
        here = Path(new)
        count, version = _write(here, stem)
        files = [
            _described(here / name, kind=kind, cards=count, date=moment(date), version=version)
            for kind in KINDS
            for name in (f"{stem}.{kind}", f"{stem}.{kind}.gz")
        ]
        manifest = here / f"{stem}.json"
        manifest.write_text(json.dumps([asdict(file) for file in files], indent=1))
        for file in files:
            (here / file.name).replace(folder() / file.name)
        manifest.replace(folder() / manifest.name)
    _drop_old()


def _free_moment() -> datetime:
    """Now, or one second after the newest files: names are unique and sort by age."""
    date = timezone.now().astimezone(UTC).replace(microsecond=0)
    for file in next(_manifests(), [])[:1]:
        date = max(date, datetime.fromisoformat(file.date) + timedelta(seconds=1))
    return date


def _write(here: Path, stem: str) -> tuple[int, str | None]:
    """Write every card to all files at once, so that they agree. Returns number and version of the cards."""
    count = 0
    newest: datetime | None = None
    with _opened(here / f"{stem}.jsonl") as jsonl, _opened(here / f"{stem}.csv") as rows:
        writers = [csv.DictWriter(file, EXPORT_COLUMNS, lineterminator="\n") for file in rows]
        for writer in writers:
            writer.writeheader()
        # One statement, and thus one state of the cards.
        for card in Card.objects.order_by("key").iterator(chunk_size=CHUNK):
            # Retiring a card is a change as well.
            newest = max(newest, card.changed_at) if newest else card.changed_at
            if card.retired:
                continue
            line = card_object(card) | {"changed_at": moment(card.changed_at)}
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
            row = card_row(card)
            for file in jsonl:
                file.write(text)
            for writer in writers:
                writer.writerow(row)
            count += 1
    return count, moment(newest) if newest else None


@contextmanager
def _opened(path: Path) -> Iterator[tuple[IO[str], IO[str]]]:
    """Plain and compressed."""
    with (
        path.open("w", encoding="utf-8", newline="") as plain,
        packed(path.with_name(path.name + ".gz")) as text,
    ):
        yield plain, text


def _described(path: Path, *, kind: str, cards: int, date: str, version: str | None) -> BulkFile:
    compression = "gzip" if path.suffix == ".gz" else None
    whole = written(path)
    return BulkFile(path.name, kind, compression, whole.size, whole.sha256, cards, date, version)


def _manifests() -> Iterator[list[BulkFile]]:
    """The exports, newest first. One that is being dropped is skipped."""
    for path in sorted(folder().glob("cards-*.json"), reverse=True):
        try:
            files = [BulkFile(**each) for each in json.loads(path.read_text())]
        except FileNotFoundError:
            continue
        yield files


def _drop_old() -> None:
    """Delete all but the newest exports; the manifest goes first, so that no listed file is missing."""
    for manifest in sorted(folder().glob("cards-*.json"), reverse=True)[settings.BULK_KEPT :]:
        names = [each["name"] for each in json.loads(manifest.read_text())]
        manifest.unlink()
        for name in names:
            (folder() / name).unlink(missing_ok=True)
