"""Cards as a printable PDF, drawn one at a time and kept in the cache `prints`."""

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore

from django.core.cache import caches

from cards import printing
from cards.art import back_version, face_version
from cards.printing import Imprint, Options, print_cards
from cards.printing.badges import Badge, print_badges

MOST_CARDS = 500
"""The most different cards in a print."""
# Drawing keeps a core busy, and the process has one lock: two at once would both be slow.
AT_ONCE = BoundedSemaphore(1)
LONGEST_WAIT = 5.0
RETRY_AFTER = 10
"""In seconds."""
KEPT_FOR = 7 * 24 * 60 * 60
LARGEST_KEPT = 4 * 1024**2

Cards = Sequence[tuple[str, dict[str, object]]]


class TooManyCards(ValueError):
    """More different cards than MOST_CARDS."""


class PrintingBusy(Exception):
    """Another print is being drawn; retry after RETRY_AFTER."""


def printed(*, cards: Cards, options: Options, imprint: Imprint) -> bytes:
    """
    The PDF of the cards, given as key and face, one entry per copy. Raises TooManyCards, and PrintingBusy
    after LONGEST_WAIT.
    """
    if len({key for key, _face in cards}) > MOST_CARDS:
        raise TooManyCards(f"more than {MOST_CARDS} different cards")
    name = _name(cards, options, imprint)
    found: bytes | None = caches["prints"].get(name)
    if found is not None:
        return found
    if not AT_ONCE.acquire(timeout=LONGEST_WAIT):
        raise PrintingBusy
    try:
        drawn = print_cards(cards, options, imprint)
    finally:
        AT_ONCE.release()
    if len(drawn) <= LARGEST_KEPT:
        caches["prints"].set(name, drawn, timeout=KEPT_FOR)
    return drawn


def badges_printed(badges: Sequence[Badge], *, title: str, day: date, paper: str) -> bytes:
    """The PDF of the badges, kept nowhere: they have codes. Raises PrintingBusy after LONGEST_WAIT."""
    if not AT_ONCE.acquire(timeout=LONGEST_WAIT):
        raise PrintingBusy
    try:
        return print_badges(badges, title=title, day=day, paper=paper)
    finally:
        AT_ONCE.release()


def _name(cards: Cards, options: Options, imprint: Imprint) -> str:
    """A hash of everything the PDF shows and of the code that draws it."""
    faces = [(key, face_version(face, key), face) for key, face in dict(cards).items()]
    shown = [faces, [key for key, _face in cards], repr(options), repr(imprint), back_version(), _code()]
    return hashlib.blake2b(json.dumps(shown, default=str).encode(), digest_size=20).hexdigest()


@cache
def _code() -> str:
    files = sorted(Path(printing.__file__).parent.glob("*.[pt]y*"))
    return hashlib.blake2b(b"\0".join(file.read_bytes() for file in files), digest_size=20).hexdigest()
