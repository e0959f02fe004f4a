"""The copy that this site offers to its visitors: what `make static` has written, if it has."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

MANIFEST = Path("offline") / "manifest.json"


@dataclass(frozen=True, slots=True)
class Copy:
    """`size` is in bytes; `manifest` as in the folder, whose `files` are by their paths there."""

    folder: Path
    version: str
    size: int
    manifest: Mapping[str, Any]

    @property
    def megabytes(self) -> float:
        return self.size / 1e6


def on_device() -> bool:
    """Whether this site is such a copy itself."""
    return settings.OFFLINE_COPY is None


def offered() -> Copy | None:
    """None where none was built, and on a device."""
    if settings.OFFLINE_COPY is None:
        return None
    try:
        written = (settings.OFFLINE_COPY / MANIFEST).stat()
        return _read(settings.OFFLINE_COPY, written.st_mtime_ns, written.st_ino)
    except OSError:
        return None


@lru_cache(maxsize=1)
def _read(folder: Path, *_written: int) -> Copy:
    manifest = json.loads((folder / MANIFEST).read_text())
    return Copy(folder, manifest["version"], manifest["size"], manifest)
