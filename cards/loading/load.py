"""Loads the site's cards and ready decks from their files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from cards.curation.services.steps import publish_cards
from cards.decks.models import Deck
from cards.decks.services.building import store_contents
from cards.decks.services.deck_files import DeckSheet, read_decks
from cards.evidence.loading.shipped import load_evidence
from cards.exchange.site_files import SOURCES, give_sources, read_cards
from cards.models import Card
from cards.models.card import lock_cards
from cards.services.card_file import read_sets
from cards.services.card_texts import load_texts
from cards.services.publishing import Origin, Publishing, Tally, check_numbers
from engine.sets import CARDS_PATH, DECKS_PATH, SETS_PATH


@dataclass(frozen=True)
class LoadResult:
    cards: Tally
    decks: Tally


def load_card_set(*, cards_path: Path = CARDS_PATH, decks_path: Path = DECKS_PATH) -> LoadResult:
    """
    Bring cards and ready decks up to date with the files: all or nothing. Raises CardSetError.

    Cards that the file no longer lists stay, because stored decks may hold them; ready decks without a file
    are no longer offered. Matches keep the definitions with which they began. What curation or an import has
    published since stays, except for columns that the file has changed.
    """
    sets = read_sets(SETS_PATH)
    cards = read_cards(cards_path, [each.key for each in sets])
    give_sources(cards, cards_path.with_name(SOURCES))
    sheets = read_decks(decks_path, cards)
    with transaction.atomic():
        lock_cards(alone=True)
        for each in sets:
            each.save()
        check_numbers(cards, cards_path.name)
        load_evidence()
        result = LoadResult(cards=publish_cards(cards, Publishing(Origin.FILE)), decks=_store_decks(sheets))
        load_texts(cards)
        return result


def read_card_set() -> tuple[list[Card], list[DeckSheet]]:
    """The unsaved cards and ready decks of the site's files, without a database. Raises CardSetError."""
    cards = read_cards(CARDS_PATH, [each.key for each in read_sets(SETS_PATH)])
    return cards, read_decks(DECKS_PATH, cards)


def _store_decks(sheets: Sequence[DeckSheet]) -> Tally:
    tally = Tally()
    stored = {deck.slug: deck for deck in Deck.objects.select_for_update().filter(owner=None, guest=None)}
    for sheet in sheets:
        deck = stored.get(sheet.deck.slug)
        if deck is None:
            tally.created += 1
            deck = sheet.deck
        elif deck.version and _texts(deck) == _texts(sheet.deck) and deck.contents == sheet.contents:
            tally.unchanged += 1
            continue
        else:
            tally.changed += 1
            for field, value in _texts(sheet.deck).items():
                setattr(deck, field, value)
        store_contents(deck, sheet.contents)
    gone = Deck.objects.ready().exclude(slug__in=[sheet.deck.slug for sheet in sheets])
    gone.update(ready=False, changed_at=timezone.now())
    return tally


def _texts(deck: Deck) -> dict[str, object]:
    return {field: getattr(deck, field) for field in ("name", "place", "theme", "climate", "ready")}
