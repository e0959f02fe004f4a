"""Backing up the whole site into one file, and restoring it: all of it, or nothing."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from phylo.backup.archive import PORTION, Manifest, Reader, Refused, Writer, new_file
from phylo.backup.databases import beside, empty_tables, one_moment
from phylo.backup.rows import in_backups, lines, load, stored_models
from phylo.moved_models import through_each
from phylo.serving import prepare

TABLES = "tables/"
MEDIA = "media/"
KEY = "secret-key"

Say = Callable[[str], None]
"""Tells how far the work has come."""


def backup(*, path: Path, say: Say) -> None:
    """Write database, pictures and key to a new file, all of one moment. Raises Refused or OSError."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    if executor.migration_plan(leaves):
        raise Refused("is not written: the database is not of this version; run `manage.py migrate` first")
    with new_file(path) as file:
        archive = Writer(file)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        with one_moment():
            for label, model in stored_models(apps).items():
                if in_backups(model):
                    say(label)
                    archive.add(f"{TABLES}{label}.jsonl", lines(model))
        # After the database: pictures never change, so all that it names are among them.
        for picture in _pictures():
            say(picture)
            archive.add(MEDIA + picture, _portions(Path(settings.MEDIA_ROOT, picture)))
        if _key_is_kept():
            archive.add(KEY, [settings.SECRET_KEY.encode()])
        archive.close(version=settings.VERSION, made=made, migrations=dict(leaves))


def restore(*, path: Path, replace: bool, say: Say) -> Manifest:
    """
    Put the backup in the place of what is there, and bring it up to date. Where there is a database already,
    only with `replace`. Raises Refused, OSError or DatabaseError; then nothing has changed.
    """
    with path.open("rb") as file:
        archive = Reader(file)
        _refuse_newer(archive.manifest)
        say("checksums")
        archive.check()
        if connection.introspection.table_names() and not replace:
            raise Refused("is not restored: there is a database already, and only --replace deletes it")
        with prepare.taking_turns(), _key_of(archive), _pictures_of(archive), beside():
            _fill(archive, say)
            say("migrations")
            prepare.migrate()
            prepare.forget("cards")
            prepare.load_cards()
            prepare.forget("names")
            prepare.load_names()
    return archive.manifest


def _refuse_newer(manifest: Manifest) -> None:
    known = MigrationLoader(connection).disk_migrations
    unknown = [f"{app}.{name}" for app, name in manifest.migrations.items() if (app, name) not in known]
    if unknown or _number(manifest.version) > _number(settings.VERSION):
        lacks = f" and does not know {', '.join(unknown)}" if unknown else ""
        raise Refused(f"is of version {manifest.version}; this is {settings.VERSION}{lacks}")


def _number(version: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, version.split(".")))
    except ValueError as error:
        raise Refused("is damaged: its version is no version") from error


def _fill(archive: Reader, say: Say) -> None:
    """Make the tables as they were, with their rows."""
    targets = list(archive.manifest.migrations.items())
    through_each().migrate(targets)
    known = stored_models(through_each().loader.project_state(targets).apps)
    empty_tables()
    try:
        # Keys that refer to other tables are checked at the end.
        with transaction.atomic():
            for member in archive.within(TABLES):
                label = member.removeprefix(TABLES).removesuffix(".jsonl")
                with archive.open(member) as lines:
                    for count in load(known[label], lines):
                        say(f"{label} {count:,}")
            for statement in connection.ops.sequence_reset_sql(no_style(), list(known.values())):
                with connection.cursor() as cursor:
                    cursor.execute(statement)
    except (ValueError, TypeError, LookupError, RuntimeError, ValidationError, DatabaseError) as error:
        raise Refused(f"cannot be restored: {_in_short(error)}") from error
    # Their numbers are others now.
    ContentType.objects.clear_cache()


@contextmanager
def _key_of(archive: Reader) -> Iterator[None]:
    """
    Use the backup's key, where the site's own is kept in the data folder: rows are encrypted with it. It is
    kept there when the block has succeeded.
    """
    if KEY not in archive.manifest.members or not _key_is_kept():
        yield
        return
    before = settings.SECRET_KEY
    with archive.open(KEY) as key:
        settings.SECRET_KEY = key.read().decode()
    try:
        yield
    except BaseException:
        settings.SECRET_KEY = before
        raise
    (settings.VAR_DIR / KEY).write_text(settings.SECRET_KEY)


@contextmanager
def _pictures_of(archive: Reader) -> Iterator[None]:
    """
    Lay the backup's pictures beside those that are there, and delete the others when the block has succeeded:
    whatever happens, no row names a picture that is missing.
    """
    before = set(_pictures())
    restored = {member.removeprefix(MEDIA): member for member in archive.within(MEDIA)}
    try:
        for name, member in restored.items():
            place = Path(settings.MEDIA_ROOT, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_suffix(".part")
            with archive.open(member) as source, part.open("wb") as target:
                shutil.copyfileobj(source, target)
            part.replace(place)
        yield
    except BaseException:
        _delete(restored.keys() - before)
        raise
    _delete(before - restored.keys())


def _pictures() -> list[str]:
    """The pictures that are stored, below MEDIA_ROOT."""
    folder = Path(settings.MEDIA_ROOT)
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.jpg"))


def _delete(pictures: Iterable[str]) -> None:
    for name in pictures:
        Path(settings.MEDIA_ROOT, name).unlink(missing_ok=True)


def _portions(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while portion := file.read(PORTION):
            yield portion


def _key_is_kept() -> bool:
    """Whether SECRET_KEY is the one in the data folder: without it nobody would stay signed in."""
    kept = settings.VAR_DIR / KEY
    return kept.exists() and kept.read_text() == settings.SECRET_KEY


def _in_short(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]
