"""The version of a card's face: a hash of everything shown and of the code and files that draw it."""

import hashlib
import json
from dataclasses import asdict
from functools import cache, lru_cache
from pathlib import Path

from django.utils.translation import get_language

from cards.art.back_svg import RINGS
from cards.art.face import face_context
from cards.art.paper import SPRITE
from cards.art.preview import CONTOURS
from cards.art.scene import DRAWN
from cards.art.subject import load_subject
from cards.keywords.chips import Chip
from cards.texts import language_of_texts

HERE = Path(__file__).parent
ELSEWHERE = {"card", "key", "art"}
PRINTED = (*DRAWN, "name", "diet", "food_chain", "points")


def _digest(*parts: bytes) -> str:
    """Twelve hexadecimal digits."""
    return hashlib.blake2b(b"\0".join(parts), digest_size=6).hexdigest()


@cache
def composer_version() -> str:
    """A hash of the code, fonts and drawings that any card may show; subjects count with their cards."""
    files = [
        *HERE.glob("*.py"),
        *HERE.glob("figures/*.py"),
        *(file for kind in ("svg", "toml") for file in HERE.glob(f"figures/**/*.{kind}")),
        *(HERE / "fonts").glob("*.ttf"),
        *(HERE / "shapes").glob("*.svg"),
    ]
    return _digest(*(file.read_bytes() for file in (*sorted(files), SPRITE, RINGS, CONTOURS)))


def face_version(face: dict, key: str) -> str:
    """Twelve hexadecimal digits that change with the face in the active language, without composing it."""
    known = {name: value for name, value in face.items() if name not in ELSEWHERE}
    return _version(json.dumps(known, sort_keys=True, default=str), key, *language_of_texts())


@lru_cache(maxsize=8192)
def _version(known: str, key: str, language: str, texts: object) -> str:
    """`texts`: a face may name other cards, such as its host."""
    face = json.loads(known)
    shown = face_context(face | {"key": key})
    printed = {name: shown["card"].get(name) for name in PRINTED}
    words = {name: value for name, value in shown.items() if name not in ELSEWHERE}
    subject = load_subject(face.get("subject") or "")
    content = json.dumps([key, printed, words], sort_keys=True, default=_plain)
    return _digest(
        composer_version().encode(), content.encode(), (subject.markup if subject else "").encode()
    )


def _plain(value: object) -> object:
    return asdict(value) if isinstance(value, Chip) else str(value)


def back_version() -> str:
    return _digest(composer_version().encode(), (get_language() or "").encode())
