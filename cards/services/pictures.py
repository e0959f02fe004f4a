"""Pictures of cards as PNG, kept in the cache `faces`."""

from collections.abc import Callable

from django.core.cache import caches

from cards.art import back_png, back_version, face_png, face_version, preview_png


def face_picture(*, face: dict[str, object], key: str, width: int) -> bytes:
    name = f"face-{key}-{face_version(face, key)}-{width}"
    return _kept(name, lambda: face_png(face, key, width))


def preview_picture(*, face: dict[str, object], key: str) -> bytes:
    return _kept(f"preview-{key}-{face_version(face, key)}", lambda: preview_png(face, key))


def back_picture(*, width: int) -> bytes:
    return _kept(f"back-{back_version()}-{width}", lambda: back_png(width))


def _kept(name: str, draw: Callable[[], bytes]) -> bytes:
    """Concurrent requests may both draw it; the result is the same."""
    found: bytes | None = caches["faces"].get(name)
    if found is None:
        found = draw()
        caches["faces"].set(name, found, timeout=None)
    return found
