"""The state of the card set that a process knows; it follows changes, and builds the index in a thread."""

import logging
import threading

from django.conf import settings
from django.db import connection

from cards.models import Card
from cards.search.indexed import IndexedVocabulary
from cards.search.vocabulary import Vocabulary
from cards.services.version import Version

logger = logging.getLogger(__name__)

SMALL = 5000
"""Up to so many cards the database is fast enough, and an index not worth its memory."""

_newest: dict[str, Vocabulary] = {}
"""By database. What is in here never changes."""
_lock = threading.Lock()
_building: set[str] = set()


def vocabulary() -> Vocabulary:
    """What is known of the present cards: with the index where there is one, else from the database."""
    version, database = Version.now(), _database()
    known = _newest.get(database)
    if known is not None and known.version == version:
        return known
    if not isinstance(known, IndexedVocabulary):
        _newest[database] = known = Vocabulary(version)
        _build_if_large(version)
        return known
    if connection.in_atomic_block:  # what is not committed yet is nobody else's business
        return Vocabulary(version)
    return _followed(database, version)


def _followed(database: str, version: Version) -> Vocabulary:
    """The index after a change; one thread brings it up to date, and the others wait for it."""
    with _lock:
        known = _newest[database]
        if known.version == version:
            return known
        if isinstance(known, IndexedVocabulary):
            older = version.is_before(known.version)
            if older and settings.REPLICAS:  # one that lags behind answers for itself
                return Vocabulary(version)
            # Without replicas an older state is that of a backup.
            following = None if older else known.followed(version)
            if following is not None:
                _newest[database] = following
                if following.index.is_patchy:
                    _build(database)
                return following
        _newest[database] = known = Vocabulary(version)
    _build_if_large(version)
    return known


def _build_if_large(version: Version) -> None:
    if connection.in_atomic_block or not settings.SEARCH_CARDS:
        return
    cards = Card.objects.count()
    if cards > settings.SEARCH_CARDS:
        _say_too_large(cards)
    elif cards > SMALL:
        _build(_database())


def _say_too_large(cards: int) -> None:
    if "too large" not in _said:
        _said.add("too large")
        logger.warning("search: %s cards are more than SEARCH_CARDS, so the database searches them", cards)


_said: set[str] = set()


def _build(database: str) -> None:
    """Unless a thread is at it."""
    if database not in _building:
        _building.add(database)
        threading.Thread(target=_build_now, args=[database], name="search", daemon=True).start()


def _build_now(database: str) -> None:
    try:
        known = IndexedVocabulary.build(Version.now())
        with _lock:
            _newest[database] = known
    except Exception:
        logger.exception("search: the index could not be built")
    finally:
        _building.discard(database)
        connection.close()


def _database() -> str:
    return str(connection.settings_dict["NAME"])
