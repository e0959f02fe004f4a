"""Sets for programs, with the same permissions as their pages. Another's private set is not there."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy

from cards.api.paging import by_number
from cards.api.parameters import PageParameters
from cards.api.resource import Address
from cards.api.schema import ANYBODY, TOKEN
from cards.api.writing import PRIVATE, Changing
from cards.curation.permissions import moderates
from cards.decks.access import builder_of
from cards.models import Collection, SetCard
from cards.services.exporting import moment
from cards.sets.access import standing_of
from cards.sets.cards import seen_cards

FOUND = (400, 404, 405, 406, 429)
PLACE = {
    "slug": {
        "type": "string",
        "pattern": "^[-a-zA-Z0-9_]+$",
        "maxLength": 80,
        "description": gettext_lazy("The end of the set's address."),
    }
}


class CollectionList(Changing):
    operation = "listCollections"
    tag = "collections"
    summary = gettext_lazy("Public sets")
    about = gettext_lazy("What people put together and made public, newest first.")
    shape = "CollectionPage"
    parameters = PageParameters
    refusals = (400, 405, 406, 429)
    examples = ("/api/v1/collections/?size=2",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        shown = Prefetch("own_cards", queryset=SetCard.objects.filter(shown=True), to_attr="seen")
        rows = Collection.objects.listed().select_related("owner").prefetch_related("entries__card", shown)
        page = by_number(rows, given, self.at)
        found: Sequence[Any] = page.rows
        return page.answer([collection_answer(each, each.seen, self.at) for each in found])


class CollectionDetail(Changing):
    operation = "getCollection"
    tag = "collections"
    summary = gettext_lazy("One set")
    about = gettext_lazy("One's own private ones as well, by a token or the session's cookie.")
    shape = "Collection"
    places = PLACE
    refusals = FOUND
    security = (ANYBODY, TOKEN)
    cached = PRIVATE

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        builder = builder_of(self.http)
        found = Collection.objects.open_to(builder, moderates=moderates(builder.user))
        rows = found.filter(slug=place["slug"]).select_related("owner").prefetch_related("entries__card")
        collection = rows.first()
        if collection is None:
            raise Http404("no such set")
        own = seen_cards(collection, builder, standing_of(builder, collection))
        return collection_answer(collection, own, self.at)


def collection_answer(collection: Collection, own: Iterable[SetCard], at: Address) -> dict[str, Any]:
    cards = [entry.card.key for entry in collection.entries.all()]
    told = [
        {"name": card.name, "contents": card.contents, "changed_at": moment(card.changed_at)} for card in own
    ]
    return {
        "slug": collection.slug,
        "name": collection.name,
        "description": collection.description,
        "licence": collection.licence,
        "visibility": collection.visibility,
        "owner": collection.owner.public_name,
        "cards": cards,
        "own_cards": told,
        "size": len(cards) + len(told),
        "page": at.full(reverse("set", args=[collection.slug])),
        "api": at.full(reverse("api-collection", args=[collection.slug])),
        "created_at": moment(collection.created_at),
        "changed_at": moment(collection.changed_at),
    }
