"""The card lock: decks are saved side by side, but not while cards are being stored."""

from django.db import connection

CARDS_LOCK = 0x63617264


def lock_cards(*, alone: bool) -> None:
    """
    No card changes until the end of the transaction; `alone`: no deck is saved either, since cards are about
    to change.

    To be taken before any row of a deck or a card: prevents deadlock. SQLite has one writer at any time.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            how = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
            cursor.execute(f"SELECT {how}(%s)", [CARDS_LOCK])
