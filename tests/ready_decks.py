"""The real card set as the engine sees it, read from its files, for work without a database."""

from functools import cache
from typing import TYPE_CHECKING, Any

import django
from django.apps import apps

if not apps.ready:
    django.setup()
if TYPE_CHECKING:
    from cards.decks.services.deck_files import DeckSheet
    from cards.models import Card


def ready_decks(rules: str = "phylo-1.4a") -> tuple[dict[str, dict[str, Any]], dict[str, list[str]]]:
    """Every card by key as a record-format object, and the decks of `rules` by slug as lists of keys."""
    cards, sheets = _read()
    decks = {sheet.deck.slug: sheet.contents.keys for sheet in sheets if sheet.deck.rules == rules}
    return {card.key: card.as_record() for card in cards}, decks


def deck_starters(rules: str) -> dict[str, str]:
    """The starter of every ready deck of `rules` by slug (P4)."""
    return {
        sheet.deck.slug: sheet.deck.starter or "home" for sheet in _read()[1] if sheet.deck.rules == rules
    }


@cache
def _read() -> "tuple[list[Card], list[DeckSheet]]":
    from cards.loading.load import read_card_set

    return read_card_set()
