"""The only write path for cards: each changed card gets a revision, and whoever holds it is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.db import models, transaction
from django.db.models import F

from cards.models import Card, CardNumbers, CardRevision, CardSet, derive
from cards.models.card import lock_cards
from cards.services.card_file import COLUMNS, NUMBER, CardSetError, sheet_from
from cards.services.contents import Contents, card_from, contents_of, fitting_sources, with_sources
from engine.deck_forms.code import FIRST_OF_ELSEWHERE
from phylo.accounts.models import User
from phylo.http.refusals import BadValue
from phylo.slices import Extension

Origin = CardRevision.Origin
# Set by the database, or when the card is stored.
NOT_COMPARED = {"id", "added_at", "changed_at", "revision"}
STORED = [
    field.name
    for field in Card._meta.concrete_fields
    if not field.generated and field.name not in ("id", "key", "added_at")
]
CURATED = ("art", "retired", "merged_into_id")
"""Columns that files do not have. They may bring sources."""
BATCH = 2000
CARDS_CHANGED = Extension[Callable[[Sequence[str]], None]]("cards_changed")
"""Told, in the same transaction, the keys of stored cards that play in another way than before."""


@dataclass(frozen=True)
class Publishing:
    """The origin of a change of cards."""

    origin: CardRevision.Origin = Origin.IMPORT
    author: User | None = None
    proposal_id: int | None = None
    note: str = ""
    whole: bool = False
    """The cards were made from stored ones."""

    @property
    def knows_all(self) -> bool:
        """Whether the cards have every column, including those that files lack."""
        return self.whole or self.origin in (Origin.PROPOSAL, Origin.REVERT)


@dataclass
class Tally:
    created: int = 0
    changed: int = 0
    unchanged: int = 0

    def __str__(self) -> str:
        return f"{self.created} created, {self.changed} changed, {self.unchanged} unchanged"


@dataclass
class Stored(Tally):
    """`cards`: existing cards that have a new revision."""

    cards: list[Card] = field(default_factory=list)


def store_cards(cards: Iterable[Card], publishing: Publishing | None = None) -> Stored:
    """
    Create or update cards, found by key: all of them or none. Each new or changed card gets a revision;
    `publishing` says where the cards come from, by default an import.

    Keys must be unique. Derived columns are filled here, and missing numbers assigned. Cards are not
    validated beyond the database constraints. Concurrent calls take turns, so that every change has its own
    newest `changed_at`.
    """
    publishing = publishing or Publishing()
    stored = Stored()
    with transaction.atomic():
        lock_cards(alone=True)
        list(CardSet.objects.select_for_update())
        for batch in _batches(cards):
            _store(batch, publishing, stored)
    return stored


def _batches(cards: Iterable[Card]) -> Iterator[list[Card]]:
    cards = iter(cards)
    while batch := list(islice(cards, BATCH)):
        yield batch


def _store(batch: list[Card], publishing: Publishing, stored: Stored) -> None:
    rows = Card.objects.select_related("merged_into").filter(key__in=[card.key for card in batch])
    known = {card.key: card for card in rows}
    _give_numbers(batch, known)
    if not publishing.knows_all:
        for card in batch:
            if card.key in known:
                _keep_curated(card, known[card.key])
                if publishing.origin != Origin.FILE:
                    _keep_sources(card, known[card.key])
    said: dict[str, Contents | None] = {}
    if publishing.origin == Origin.FILE:
        batch, said = _with_what_is_curated(batch, known)
    news, played = [], []
    for card in batch:
        derive(card)
        before = known.get(card.key)
        if before is None:
            stored.created += 1
        elif _values(before) == _values(card):
            stored.unchanged += 1
            continue
        else:
            stored.changed += 1
            stored.cards.append(card)
            if before.as_record() != card.as_record():
                played.append(card.key)
        card.revision = before.revision + 1 if before is not None else 1
        news.append(card)
    Card.objects.bulk_create(news, update_conflicts=True, unique_fields=["key"], update_fields=STORED)
    record(news, publishing, said)
    for tell in CARDS_CHANGED.found:
        tell(played)


def check_numbers(cards: Iterable[Card], file_name: str) -> None:
    """
    Check that numbers, which deck codes use, stay unique and permanent.

    Raises CardSetError for a number that belongs to another stored card, and for a card that had a different
    one.

    A card that came from elsewhere before it was in the file takes the file's number; its old one is not
    reused.
    """
    stored = dict(Card.objects.filter(number__lt=FIRST_OF_ELSEWHERE).values_list("number", "key"))
    number_of = {key: number for number, key in stored.items()}
    for card in cards:
        if not card.number:
            continue
        where = f"{file_name} ({card.key}), {NUMBER}"
        before = number_of.get(card.key, card.number)
        if before != card.number:
            raise CardSetError(f"{where}: is {before}, which stays for ever")
        holder = stored.get(card.number, card.key)
        if holder != card.key:
            raise CardSetError(f"{where}: {card.number} is that of {holder} for ever")


def _give_numbers(cards: Sequence[Card], stored: Mapping[str, Card]) -> None:
    """Number the cards that have none: a stored card keeps its number, a new one gets the next."""
    new = []
    for card in cards:
        if card.number:
            continue
        if card.key in stored:
            card.number = stored[card.key].number
        else:
            new.append(card)
    if new:
        for card, number in zip(new, CardNumbers.take(len(new)), strict=True):
            card.number = number


def _values(row: models.Model) -> dict[str, object]:
    names = [field.attname for field in row._meta.concrete_fields if not field.generated]
    return {name: getattr(row, name) for name in names if name not in NOT_COMPARED}


def record(
    cards: Sequence[Card], publishing: Publishing, said: Mapping[str, Contents | None] | None = None
) -> None:
    """Store a revision of each card as it is now; the card already has its number."""
    CardRevision.objects.bulk_create(
        [
            CardRevision(
                card=card,
                number=card.revision,
                contents=contents_of(card),
                origin=publishing.origin,
                said=(said or {}).get(card.key),
                author=publishing.author,
                proposal_id=publishing.proposal_id,
                note=publishing.note[:300],
            )
            for card in cards
        ],
        batch_size=500,
    )


def _keep_curated(card: Card, before: Card) -> None:
    """Copy the columns that only curation sets from the stored card."""
    for column in CURATED:
        setattr(card, column, getattr(before, column))
    if before.merged_into_id is not None:
        card.merged_into = before.merged_into


def _keep_sources(card: Card, before: Card) -> None:
    """Keep the sources of the values that an import leaves as they are."""
    together = sheet_from(card) | {"sources": before.sources | card.sources}
    card.sources = fitting_sources(together, sheet_from(before) | {"sources": before.sources})


def _with_what_is_curated(
    batch: list[Card], known: Mapping[str, Card]
) -> tuple[list[Card], dict[str, Contents | None]]:
    """The cards merged with what was published since, and what the file said where that differs."""
    before = [known[card.key] for card in batch if card.key in known]
    revisions = CardRevision.objects.filter(card__in=[card.pk for card in before])
    newest = revisions.filter(number=F("card__revision")).order_by()
    present: dict[int, Contents] = dict(newest.values_list("card_id", "contents"))
    by_file = revisions.filter(origin=Origin.FILE).order_by("number")
    file_said: dict[int, Contents] = {row.card_id: row.said or row.contents for row in by_file}
    cards, said = [], {}
    for card in batch:
        old = known.get(card.key)
        if old is not None and old.pk in present and old.pk in file_said:
            earlier = with_sources(present[old.pk]), with_sources(file_said[old.pk])
            card, said[card.key] = _merged_with_file(card, old, *earlier)
        cards.append(card)
    return cards, said


def _merged_with_file(
    card: Card, before: Card, present: Contents, said: Contents
) -> tuple[Card, Contents | None]:
    """
    The published card with the columns that the file has changed, and the file's own values if they differ
    from it. If the two are incompatible, the file's card.
    """
    sheet, sources = sheet_from(card), card.sources
    news = {column: value for column, value in sheet.items() if value != said.get(column)}
    together = {**{column: present.get(column) for column in COLUMNS}, **news}
    merged = card
    if together != sheet:
        try:
            merged = card_from(together)
        except BadValue:
            return card, None
        merged.number = card.number
        _keep_curated(merged, before)
    merged.sources = {
        column: source
        for column in COLUMNS
        if (source := _merged_source(column, sheet[column] == together[column], sources, present, said))
    }
    same = merged is card and merged.sources == sources
    return merged, None if same else sheet | {"sources": sources}


def _merged_source(
    column: str, as_in_file: bool, sources: Mapping[str, object], present: Contents, said: Contents
) -> object:
    """The file's source, if it is new and about the published value; otherwise the published one."""
    in_file = sources.get(column)
    news = as_in_file and in_file != (said.get("sources") or {}).get(column)
    return in_file if news else (present.get("sources") or {}).get(column)
