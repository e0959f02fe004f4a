"""
Prepares a site to serve: messages, tables, cards, puzzles, bulk files, static files. A step with no changes
does nothing.
"""

import fcntl
import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from phylo.serving import modules, static_files
from phylo.serving.messages import compile_messages

logger = logging.getLogger(__name__)
# The name of the advisory lock in PostgreSQL; any number of our own.
LOCK = 0x7068796C


def prepare() -> None:
    """Bring database and static files up to date. Processes that start together take turns."""
    with taking_turns():
        compile_messages(settings.LOCALE_PATHS)
        migrate()
        load_cards()
        load_names()
        load_puzzles()
        call_command("export_bulk", if_due=True, verbosity=0)
        if not settings.DEBUG:
            collect_static()


def is_first() -> bool:
    """Whether nothing was ever prepared here."""
    return not stamp("cards").exists()


@contextmanager
def taking_turns() -> Iterator[None]:
    """Hold a lock on this machine, and with PostgreSQL one in the database, which machines may share."""
    with (settings.VAR_DIR / "prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if connection.vendor != "postgresql":
            yield
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def migrate() -> bool:
    """Apply new migrations; True if there were any. Raises CommandError for a database that is too old."""
    executor = MigrationExecutor(connection)
    refuse_half_way(executor.loader)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    # Before, so that they are loaded anew even if this is killed half-way.
    forget("cards")
    forget("names")
    forget("puzzles")
    call_command("migrate", verbosity=0, interactive=False)
    return True


def refuse_half_way(loader: MigrationLoader) -> None:
    """
    Refuse a database that has some, but not all, of the migrations that one has replaced, and cannot go on
    through the others: they are no longer there, or it began with still earlier ones.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    for together in loader.replacements.values():
        missing = [each for each in together.replaces if each not in applied]
        begun = any(app == together.app_label for app, _name in applied)
        gone = any(each not in loader.disk_migrations for each in missing)
        if begun and missing and (gone or together.replaces[0] in missing):
            name = connection.settings_dict["NAME"]
            raise CommandError(
                f"{name} is of a version before {together.app_label}.{together.name}, and cannot be brought "
                "up to date. Move it away and start again.",
                returncode=2,
            )


def load_cards() -> None:
    """Load the card set if its data files or the tables have changed since the last time."""
    sources = [
        path
        for folder in ("data", "models", "services", "curation", "decks", "evidence", "loading", "management")
        for path in (settings.BASE_DIR / "cards" / folder).rglob("*")
    ]
    sources += (settings.BASE_DIR / "engine" / "data").rglob("*")
    with remembered("cards", sources, _database()) as known:
        if not known:
            call_command("load_cards", verbosity=0)


def load_names() -> None:
    """Import the names around the cards if their files, the tables or the importer have changed."""
    folder = settings.BASE_DIR / "cards" / "data" / "names"
    importer = (settings.BASE_DIR / "cards" / "taxonomy").iterdir()
    try:
        with remembered("names", [*folder.iterdir(), *importer], _database()) as known:
            if not known:
                call_command("import_names", folder, verbosity=0)
    except SystemExit:
        # The command has said why. A site can be without them, and the next start tries again.
        logger.error("the names around the cards are not imported")


def load_puzzles() -> None:
    """Load the puzzles, on a site that has any, if their files or what reads them have changed."""
    if "load_puzzles" not in get_commands():
        return
    sources = [
        path
        for folder in ("games/puzzles/data", "games/puzzles/services", "engine/puzzles")
        for path in (settings.BASE_DIR / folder).rglob("*")
    ]
    with remembered("puzzles", sources, _database()) as known:
        if not known:
            call_command("load_puzzles", verbosity=0)


def _database() -> str:
    return f"{connection.vendor} {below(settings.VAR_DIR, connection.settings_dict['NAME'])}"


def collect_static() -> None:
    """Fill STATIC_ROOT. Files of earlier versions are kept for pages that are still open."""
    sources = [Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list(None)]
    sources += [Path(static_files.__file__), Path(modules.__file__), *static_files.templates()]
    with remembered("static", sources, below(settings.VAR_DIR, settings.STATIC_ROOT)) as known:
        manifest = settings.STATIC_ROOT / static_files.HashedStaticFilesStorage.manifest_name
        if not known or not manifest.exists():
            call_command("collectstatic", verbosity=0, interactive=False)


@contextmanager
def remembered(name: str, sources: Iterable[Path], *facts: str) -> Iterator[bool]:
    """Yield whether `sources` and `facts` are unchanged since this block last succeeded."""
    digest = hashlib.sha256(repr(facts).encode())
    for path in sorted(set(sources)):
        if path.is_file() and path.suffix != ".pyc":
            status = path.stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    fingerprint = digest.hexdigest()
    done = stamp(name)
    known = done.exists() and done.read_text() == fingerprint
    if not known:
        # Whoever is killed half-way has done nothing, even if the sources are then as they were before.
        forget(name)
    yield known
    if not known:
        done.write_text(fingerprint)


def below(folder: Path, path: Path | str) -> str:
    """The path without the folder, if it is in there, so that the folder may be moved or copied."""
    return str(path).removeprefix(f"{folder}/")


def forget(name: str) -> None:
    """Let it be made anew, whatever its sources are."""
    stamp(name).unlink(missing_ok=True)


def stamp(name: str) -> Path:
    """Where it is kept of what something was last made."""
    return Path(settings.VAR_DIR) / f"{name}.stamp"
