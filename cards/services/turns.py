"""Taking turns with the cards: decks are saved side by side, but not while cards are being stored."""

from django.db import connection

CARDS_LOCK = 0x63617264


def hold_cards(*, alone: bool) -> None:
    """
    Until the end of the transaction no card changes; `alone`: and no deck is saved, since cards are about to.

    To be held before any row of a deck or a card, so that nobody waits for somebody who waits for him. SQLite
    has one writer at any time.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            how = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
            cursor.execute(f"SELECT {how}(%s)", [CARDS_LOCK])
