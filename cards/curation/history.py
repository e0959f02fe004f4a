"""What a card has been, revision by revision, with what each changed."""

from dataclasses import dataclass

from django.db.models import Count

from cards.curation.differences import Difference, differences
from cards.models import Card, CardRevision

PAGE = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """A revision with its author and proposal read; `changes` against the one before it."""

    revision: CardRevision
    changes: list[Difference]
    newest: bool


@dataclass(frozen=True, slots=True)
class History:
    """A page of it, the newest first; `count` of all revisions."""

    entries: list[Entry]
    count: int
    page: int
    pages: int


def history(card: Card, page: int = 1) -> History:
    """
    Two queries, whatever the number of revisions; pages begin with 1, one that is not there is the nearest.
    """
    count = CardRevision.objects.filter(card=card).aggregate(count=Count("pk"))["count"]
    pages = max(1, -(-count // PAGE))
    page = min(max(1, page), pages)
    first = (page - 1) * PAGE
    rows = CardRevision.objects.filter(card=card).select_related("author", "proposal").order_by("-number")
    # One more than is shown: what the last of the page was changed from.
    read = list(rows.defer("said", "proposal__contents", "proposal__base_contents")[first : first + PAGE + 1])
    entries = []
    for place, revision in enumerate(read[:PAGE]):
        earlier = read[place + 1].contents if place + 1 < len(read) else None
        entries.append(Entry(revision, differences(earlier, revision.contents), first + place == 0))
    return History(entries, count, page, pages)


def compared(card: Card, one: int, other: int) -> list[Difference]:
    """What differs from one revision to another; raises CardRevision.DoesNotExist."""
    found = dict(
        CardRevision.objects.filter(card=card, number__in=[one, other]).values_list("number", "contents")
    )
    if not {one, other} <= found.keys():
        raise CardRevision.DoesNotExist
    return differences(found[one], found[other])


def successor(card: Card) -> Card:
    """The card that has taken its place at last; itself if none has."""
    seen = {card.pk}
    while card.merged_into is not None and card.merged_into.pk not in seen:
        card = card.merged_into
        seen.add(card.pk)
    return card
