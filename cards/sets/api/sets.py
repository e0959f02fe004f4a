"""Sets: finding, making, changing and filling them."""

from http import HTTPStatus

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from cards.api.builders import BuilderResource, card_sent
from cards.curation.permissions import moderates
from cards.models import Builder, Card
from cards.sets import services
from cards.sets.access import seen_by
from cards.sets.api.serializers import (
    CollectionChange,
    CollectionSerializer,
    NewCollection,
    SetEntry,
)
from cards.sets.models import Collection, SetCard
from phylo.api.paging import Page, by_number, page_of
from phylo.api.parameters import PageParameters, TrueOrFalse
from phylo.api.resource import MINUTE, PRIVATE, operation
from phylo.http.languages import write_for_all

SLUG = "The end of the set's address."


class CollectionParameters(PageParameters):
    mine = TrueOrFalse(help_text="`true`: all that one owns or has joined, and no others.")


class SetResource(BuilderResource):
    tag = "collections"
    path_words = {
        "slug": SLUG,
        "key": "Key of a card in the set.",
        "card": "An `id` of `own_cards`.",
        "person": "An `id` of the list of people.",
    }
    keep = PRIVATE

    def seen(self, slug: str) -> Collection:
        """A set that the visitor may see, freshly loaded with its cards; raises Http404."""
        builder = self.builder
        rows = Collection.objects.open_to(builder, moderates=moderates(builder.user))
        collection = with_cards(rows, builder).filter(slug=slug).first()
        if collection is None:
            raise Http404("no such set")
        return collection


def with_cards(rows: QuerySet[Collection], builder: Builder) -> QuerySet[Collection]:
    """The sets with everything that a CollectionSerializer reads; of their own cards those that are seen."""
    own = Prefetch("own_cards", SetCard.objects.filter(seen_by(builder)))
    return rows.select_related("owner").prefetch_related("entries__card", own)


class Collections(SetResource):
    @operation(
        "listCollections",
        "Public sets",
        about=(
            "What people put together and made public, newest first. `mine=true` lists the sets that one "
            "owns or has joined instead, known by a token or the session's cookie."
        ),
        answer=page_of(CollectionSerializer),
        query=CollectionParameters,
    )
    def get(self) -> Page[Collection]:
        if self.given.get("mine"):
            rows, reader = Collection.objects.of(self.builder), self.builder
        else:
            self.keep = MINUTE
            write_for_all(self.http)
            rows, reader = Collection.objects.listed(), Builder()
        return by_number(with_cards(rows, reader), self.given, self.at)

    @operation(
        "makeCollection",
        "Make a set",
        about="Private and without cards. For an account, by a token or the session's cookie.",
        answer=CollectionSerializer,
        body=NewCollection,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Collection:
        return self.seen(services.create_set(owner=self.member, **self.sent).slug)


class CollectionDetail(SetResource):
    @operation(
        "getCollection",
        "One set",
        about="One's own private ones as well, by a token or the session's cookie.",
        answer=CollectionSerializer,
    )
    def get(self, slug: str) -> Collection:
        return self.seen(slug)

    @operation(
        "changeCollection",
        "Change a set",
        about=(
            "For its owner and editors; `visibility` makes it public or private, for the owner alone. What "
            "is not sent stays. Refused with 409 if one of these was changed since the `version` that was "
            "read, unless all of it is in place already."
        ),
        answer=CollectionSerializer,
        body=CollectionChange,
    )
    def patch(self, slug: str) -> Collection:
        found = self.seen(slug)
        services.describe_set(collection_id=found.pk, builder=self.builder, **self.sent)
        return self.seen(slug)

    @operation(
        "deleteCollection",
        "Delete a set",
        about="With its own cards, for its owner. Published cards and proposals stay.",
    )
    def delete(self, slug: str) -> None:
        services.delete_set(collection_id=self.seen(slug).pk, builder=self.builder)


class CollectionCards(SetResource):
    @operation(
        "putCardInCollection",
        "Add a card to a set, or move it",
        about="For its owner and editors. Sent again, it changes nothing.",
        answer=CollectionSerializer,
        body=SetEntry,
    )
    def post(self, slug: str) -> Collection:
        found, card = self.seen(slug), card_sent(self.sent, "card")
        services.put_card(
            collection_id=found.pk, builder=self.builder, card=card, place=self.sent.get("place")
        )
        return self.seen(slug)


class CollectionCard(SetResource):
    @operation("takeCardFromCollection", "Remove a card from a set", about="For its owner and editors.")
    def delete(self, slug: str, key: str) -> None:
        found = self.seen(slug)
        card = Card.objects.filter(key=key).first()
        if card is None:
            raise Http404("no such card")
        services.take_card(collection_id=found.pk, builder=self.builder, card=card)
