"""Every change of a card makes a revision, whichever way it comes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from cards.curation.contents import Contents, card_from, contents_of
from cards.curation.errors import BadContents
from cards.models import Card, CardRevision, Proposal
from cards.services.card_file import COLUMNS, sheet_from
from phylo.accounts.models import User

Origin = CardRevision.Origin
CURATED = ("art", "sources", "retired", "merged_into_id")
"""Columns that files know nothing of."""


@dataclass(frozen=True)
class Publishing:
    """Where a change of cards comes from."""

    origin: CardRevision.Origin = Origin.IMPORT
    author: User | None = None
    proposal: Proposal | None = None
    note: str = ""

    @property
    def knows_all(self) -> bool:
        """Whether the cards that come bring every column."""
        return self.origin in (Origin.PROPOSAL, Origin.REVERT)


def keep_curated(card: Card, before: Card) -> None:
    """Give the card of a file what only curation knows of the stored one."""
    for column in CURATED:
        setattr(card, column, getattr(before, column))
    if before.merged_into_id is not None:
        card.merged_into = before.merged_into


def newest(cards: Iterable[Card]) -> dict[int, Contents]:
    """The contents of the newest revision of each stored card, by the card's primary key."""
    rows = CardRevision.objects.filter(card__in=[card.pk for card in cards], number=F("card__revision"))
    return dict(rows.order_by().values_list("card_id", "contents"))


def said_by_file(cards: Iterable[Card]) -> dict[int, Contents]:
    """What the card file said the last time that it had something new, by the card's primary key."""
    rows = CardRevision.objects.filter(card__in=[card.pk for card in cards], origin=Origin.FILE)
    return {row.card_id: row.said or row.contents for row in rows.order_by("number")}


def merged_with_file(
    card: Card, before: Card, present: Mapping[str, Any], said: Mapping[str, Any]
) -> tuple[Card, Contents | None]:
    """
    The card with what the file says anew on top of what curation has published, and the file's own values if
    these are others. Without a way to put both together the file's card.
    """
    sheet = sheet_from(card)
    news = {column: value for column, value in sheet.items() if value != said.get(column)}
    together = {**{column: present.get(column) for column in COLUMNS}, **news}
    if together == sheet:
        return card, None
    try:
        merged = card_from(together, strict=False)
    except BadContents:
        return card, None
    merged.number = card.number
    keep_curated(merged, before)
    return merged, sheet


def record(
    cards: Sequence[Card], publishing: Publishing, said: Mapping[str, Contents | None] | None = None
) -> None:
    """A revision of each stored card as it is now; its number is in the card already."""
    CardRevision.objects.bulk_create(
        [
            CardRevision(
                card=card,
                number=card.revision,
                contents=contents_of(card),
                origin=publishing.origin,
                said=(said or {}).get(card.key),
                author=publishing.author,
                proposal=publishing.proposal,
                note=publishing.note[:300],
            )
            for card in cards
        ],
        batch_size=500,
    )
