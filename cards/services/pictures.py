"""Pictures of cards and tables as PNG, kept in the cache `faces`."""

import json
from collections.abc import Callable
from dataclasses import is_dataclass
from hashlib import blake2b

from django.core.cache import caches
from django.utils.translation import get_language

from cards.art import (
    TablePicture,
    back_png,
    back_version,
    composer_version,
    face_png,
    face_version,
    preview_png,
    table_png,
    table_svg,
)
from phylo.compiled import has

TABLE_WIDTHS = (600, 1200)


def face_picture(*, face: dict[str, object], key: str, width: int) -> bytes:
    name = f"face-{key}-{face_version(face, key)}-{width}"
    return _kept(name, lambda: face_png(face, key, width))


def preview_picture(*, face: dict[str, object], key: str) -> bytes:
    return _kept(f"preview-{key}-{face_version(face, key)}", lambda: preview_png(face, key))


def back_picture(*, width: int) -> bytes:
    return _kept(f"back-{back_version()}-{width}", lambda: back_png(width))


def table_version(picture: TablePicture) -> str:
    """Twelve hexadecimal digits that change with what the picture shows in the active language."""
    shown = json.dumps([composer_version(), get_language(), picture], sort_keys=True, default=_plain)
    return blake2b(shown.encode(), digest_size=6).hexdigest()


def _plain(value: object) -> object:
    return vars(value) if is_dataclass(value) else str(value)


def table_image(*, picture: TablePicture, width: int) -> tuple[bytes, str]:
    """The picture and its media type: SVG, of any width, where nothing draws PNGs (phylo/compiled.py)."""
    if not has("resvg_py"):
        return table_svg(picture).encode(), "image/svg+xml"
    name = f"table-{table_version(picture)}-{width}"
    return _kept(name, lambda: table_png(picture, width)), "image/png"


def _kept(name: str, draw: Callable[[], bytes]) -> bytes:
    """Concurrent requests may both draw it; the result is the same."""
    found: bytes | None = caches["faces"].get(name)
    if found is None:
        found = draw()
        caches["faces"].set(name, found, timeout=None)
    return found
