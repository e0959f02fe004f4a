"""The one way by which cards are written: each that changes gets a revision."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.db import models, transaction

from cards.curation import revisions
from cards.curation.contents import Contents
from cards.curation.revisions import Origin, Publishing
from cards.curation.staleness import outdate
from cards.models import Card, CardSet, derive
from cards.services.card_numbers import give_numbers
from cards.services.turns import hold_cards

# Set by the database, or by what stores the card.
NOT_COMPARED = {"id", "added_at", "changed_at", "revision"}
STORED = [
    field.name
    for field in Card._meta.concrete_fields
    if not field.generated and field.name not in ("id", "key", "added_at")
]
BATCH = 2000


@dataclass
class Tally:
    created: int = 0
    changed: int = 0
    unchanged: int = 0

    def __str__(self) -> str:
        return f"{self.created} created, {self.changed} changed, {self.unchanged} unchanged"


def _values(row: models.Model) -> dict[str, object]:
    names = [field.attname for field in row._meta.concrete_fields if not field.generated]
    return {name: getattr(row, name) for name in names if name not in NOT_COMPARED}


def store_cards(cards: Iterable[Card], publishing: Publishing | None = None) -> Tally:
    """
    Bring stored cards to what these unsaved ones say, found by their keys: all of them or none. Each that is
    new or another gets a revision; `publishing` says where they come from, else from an import.

    No key may come twice. The derived columns are filled here, and the number of a card that brings none.
    Cards are not checked; the database refuses what cannot be. Those who store cards at the same time take
    turns, so that the newest `changed_at` tells every change apart.
    """
    publishing = publishing or Publishing()
    tally = Tally()
    with transaction.atomic():
        hold_cards(alone=True)
        list(CardSet.objects.select_for_update())
        for batch in _batches(cards):
            _store(batch, publishing, tally)
    return tally


def _store(batch: list[Card], publishing: Publishing, tally: Tally) -> None:
    rows = Card.objects.select_related("merged_into").filter(key__in=[card.key for card in batch])
    stored = {card.key: card for card in rows}
    give_numbers(batch, stored)
    if not publishing.knows_all:
        for card in batch:
            if card.key in stored:
                revisions.keep_curated(card, stored[card.key])
    said: dict[str, Contents | None] = {}
    if publishing.origin == Origin.FILE:
        batch, said = _with_what_is_curated(batch, stored)
    news = []
    for card in batch:
        derive(card)
        before = stored.get(card.key)
        if before is None:
            tally.created += 1
        elif _values(before) == _values(card):
            tally.unchanged += 1
            continue
        else:
            tally.changed += 1
        card.revision = before.revision + 1 if before is not None else 1
        news.append(card)
    Card.objects.bulk_create(news, update_conflicts=True, unique_fields=["key"], update_fields=STORED)
    revisions.record(news, publishing, said)
    outdate([card for card in news if card.revision > 1], publishing.proposal)


def _with_what_is_curated(
    batch: list[Card], stored: Mapping[str, Card]
) -> tuple[list[Card], dict[str, Contents | None]]:
    """The cards on top of what was published since, and what the file said where that is something else."""
    before = [stored[card.key] for card in batch if card.key in stored]
    present, file_said = revisions.newest(before), revisions.said_by_file(before)
    cards, said = [], {}
    for card in batch:
        old = stored.get(card.key)
        if old is not None and old.pk in present and old.pk in file_said:
            card, said[card.key] = revisions.merged_with_file(card, old, present[old.pk], file_said[old.pk])
        cards.append(card)
    return cards, said


def _batches(cards: Iterable[Card]) -> Iterator[list[Card]]:
    cards = iter(cards)
    while batch := list(islice(cards, BATCH)):
        yield batch
