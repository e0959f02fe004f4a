"""Names in search form. Whoever changes it raises FORMAT (cards/taxonomy/archive.py)."""

import re

from cards.models.derived import plain

LONGEST = 64
"""Bytes of a key."""
HEAD = 3
"""Bytes of its head: from so many on, a search is answered."""
SHORTEST_WORD = 3
_OTHER = re.compile(r"[^a-z0-9]+")
_APOSTROPHES = str.maketrans("", "", "'`")


def plain_name(text: str) -> str:
    """Like `plain`, three times as fast for the names that are written in ASCII."""
    if text.isascii():
        return _OTHER.sub(" ", text.lower().translate(_APOSTROPHES)).strip()
    return plain(text)


def key_of(text: str) -> bytes:
    return plain_name(text).encode()[:LONGEST]


def keys_of(text: str) -> list[bytes]:
    """A common name is found by the beginnings of all its words: `eurasian lynx` and `lynx`."""
    words = plain_name(text).split()
    return [
        " ".join(words[place:]).encode()[:LONGEST]
        for place in range(len(words))
        if not place or len(words[place]) >= SHORTEST_WORD
    ]


def head_of(key: bytes) -> int:
    """Its first three bytes as a number; a shorter key is filled up with zeros."""
    return int.from_bytes(key[:HEAD].ljust(HEAD, b"\0"), "big")
