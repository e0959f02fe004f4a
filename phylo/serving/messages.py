"""The catalogues of messages, compiled for gettext: locale/<language>/LC_MESSAGES/django.po → django.mo."""

from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings


def compile_messages() -> list[Path]:
    """Compile what is newer than its compiled form, or has none. Returns the files that were written."""
    return [_compiled(source) for source in _sources() if _is_newer(source)]


def _sources() -> list[Path]:
    return [file for path in settings.LOCALE_PATHS for file in sorted(path.glob("*/LC_MESSAGES/django.po"))]


def _is_newer(source: Path) -> bool:
    with suppress(FileNotFoundError):
        return source.stat().st_mtime > source.with_suffix(".mo").stat().st_mtime
    return True


def _compiled(source: Path) -> Path:
    """Moved in whole, as other processes may read it. Doubtful translations are left out."""
    with source.open("rb") as file:
        catalogue = read_po(file)
    target = source.with_suffix(".mo")
    with NamedTemporaryFile(dir=source.parent, delete=False) as compiled:
        write_mo(compiled, catalogue)
    new = Path(compiled.name)
    new.chmod(0o644)
    new.replace(target)
    return target
