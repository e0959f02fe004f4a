"""The catalogues of messages, compiled for gettext: locale/<language>/LC_MESSAGES/django.po → django.mo."""

import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

logger = logging.getLogger(__name__)

MADE = datetime.fromtimestamp(0, UTC)


def compile_messages(folders: Iterable[Path]) -> list[Path]:
    """
    Compile what has no compiled form of its own time in these folders, such as `locale`. Returns the files
    that were written; where none can be, the site goes on in the languages that it has, and the log says so.
    """
    sources = [file for path in folders for file in sorted(path.glob("*/LC_MESSAGES/django.po"))]
    found = []
    for source in sources:
        try:
            if not _is_compiled(source):
                found.append(_compiled(source))
        except OSError as error:
            logger.warning("cannot compile %s: %s", source, error.strerror)
    return found


def _is_compiled(source: Path) -> bool:
    with suppress(FileNotFoundError):
        return source.stat().st_mtime_ns == source.with_suffix(".mo").stat().st_mtime_ns
    return False


def _compiled(source: Path) -> Path:
    """Moved in whole, as other processes may read it. Doubtful translations are left out."""
    with source.open("rb") as file:
        catalogue = read_po(file)
    # Else that of this minute: the same source is compiled alike.
    catalogue.creation_date = MADE
    target = source.with_suffix(".mo")
    with TemporaryDirectory(dir=source.parent) as folder:
        new = Path(folder) / target.name
        with new.open("wb") as compiled:
            write_mo(compiled, catalogue)
        times = source.stat()
        os.utime(new, ns=(times.st_atime_ns, times.st_mtime_ns))
        new.replace(target)
    return target
