"""The real card set as the rules see it, read from its files: for tests and benchmarks without a database."""

from typing import Any

import django
from django.apps import apps

if not apps.ready:
    django.setup()


def ready_decks() -> tuple[dict[str, dict[str, Any]], dict[str, list[str]]]:
    """Every card by key as a record-format object, and the ready decks by slug as lists of keys."""
    from cards.services import CARDS_PATH, DECKS_PATH
    from cards.services.card_file import read_cards
    from cards.services.deck_files import read_decks

    cards = read_cards(CARDS_PATH)
    decks = {
        sheet.deck.slug: [key for key, count in sorted(sheet.counts.items()) for _ in range(count)]
        for sheet in read_decks(DECKS_PATH, cards)
    }
    return {card.key: card.as_record() for card in cards}, decks
