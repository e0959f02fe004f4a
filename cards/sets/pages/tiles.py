"""Sets in lists: each with the number of its cards and the faces of the first."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber

from cards.models import Card, Collection, CollectionCard, SetCard
from cards.pages.faces import faces

FAN = 3


def tiles(collections: Sequence[Collection]) -> list[dict[str, Any]]:
    """In the same order, with four queries however many sets there are."""
    published = _counts(CollectionCard.objects.filter(collection__in=collections))
    own = _counts(SetCard.objects.filter(collection__in=collections, shown=True))
    fans = _fans(collections)
    cards = Card.objects.in_bulk({card for fan in fans.values() for card in fan})
    shown = dict(zip(cards, faces(cards.values()), strict=True))
    return [
        {
            "set": each,
            "count": published.get(each.pk, 0) + own.get(each.pk, 0),
            "faces": [shown[card] for card in fans[each.pk]],
        }
        for each in collections
    ]


def _counts(rows: Any) -> dict[int, int]:
    counted = rows.order_by().values("collection_id").annotate(count=Count("pk"))
    return dict(counted.values_list("collection_id", "count"))


def _fans(collections: Sequence[Collection]) -> defaultdict[int, list[int]]:
    """The first cards of each set, by its key."""
    in_order = Window(RowNumber(), partition_by=F("collection_id"), order_by=["place", "pk"])
    first = CollectionCard.objects.filter(collection__in=collections).annotate(nth=in_order)
    fans: defaultdict[int, list[int]] = defaultdict(list)
    for collection, card in (
        first.filter(nth__lte=FAN).order_by("nth").values_list("collection_id", "card_id")
    ):
        fans[collection].append(card)
    return fans
