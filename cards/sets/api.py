"""Sets in the API, with the same permissions as their pages. Others' private sets are not found."""

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from django.urls import path
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from cards.curation.permissions import moderates
from cards.decks.access import builder_of
from cards.models import Collection, SetCard, Visibility
from cards.models.collection import LICENCES
from cards.sets.access import standing_of
from cards.sets.cards import seen_cards
from phylo.api.fields import Link
from phylo.api.paging import Page, by_number, page_of
from phylo.api.parameters import PageParameters
from phylo.api.resource import OPEN_OR_TOKEN, PRIVATE, Resource, operation


class SetCardSerializer(serializers.ModelSerializer[SetCard]):
    contents = serializers.DictField(help_text=_("As of a revision, with an empty `key`."))

    class Meta:
        model = SetCard
        fields = ("name", "contents", "changed_at")


class CollectionSerializer(serializers.Serializer[Collection]):
    """A set that people put together. It has the cards of its own that may be seen as `seen`."""

    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    licence = serializers.ChoiceField(
        [*LICENCES], help_text=_("Of the choice of cards and of what its own cards say.")
    )
    visibility = serializers.ChoiceField(Visibility.values)
    owner = serializers.CharField(source="owner.public_name", help_text=_("Name of the account."))
    cards = serializers.SerializerMethodField(help_text=_("Keys of the published cards, in their order."))
    own_cards = SetCardSerializer(many=True, source="seen", help_text=_("Cards that live in this set alone."))
    size = serializers.SerializerMethodField(help_text=_("How many cards of both kinds."))
    page = Link("set", "slug", help_text=_("Its page for people."))
    api = Link("api-collection", "slug", help_text=_("This set in the API."))
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()

    def get_cards(self, collection: Collection) -> list[str]:
        return [entry.card.key for entry in collection.entries.all()]

    def get_size(self, collection: Collection) -> int:
        return len(collection.entries.all()) + len(collection.seen)


class Collections(Resource):
    tag = "collections"

    @operation(
        "listCollections",
        _("Public sets"),
        about=_("What people put together and made public, newest first."),
        answer=page_of(CollectionSerializer),
        query=PageParameters,
    )
    def get(self) -> Page[Collection]:
        shown = Prefetch("own_cards", queryset=SetCard.objects.filter(shown=True))
        rows = with_cards(Collection.objects.listed()).prefetch_related(shown)
        page = by_number(rows, self.given, self.at)
        for collection in page.results:
            collection.seen = [*collection.own_cards.all()]
        return page


class CollectionDetail(Resource):
    tag = "collections"
    path_words = {"slug": _("The end of the set's address.")}
    security = OPEN_OR_TOKEN
    keep = PRIVATE

    @operation(
        "getCollection",
        _("One set"),
        about=_("One's own private ones as well, by a token or the session's cookie."),
        answer=CollectionSerializer,
    )
    def get(self, slug: str) -> Collection:
        builder = builder_of(self.http)
        found = with_cards(Collection.objects.open_to(builder, moderates=moderates(builder.user)))
        collection = found.filter(slug=slug).first()
        if collection is None:
            raise Http404("no such set")
        collection.seen = [*seen_cards(collection, builder, standing_of(builder, collection))]
        return collection


def with_cards(rows: QuerySet[Collection]) -> QuerySet[Collection]:
    return rows.select_related("owner").prefetch_related("entries__card")


urlpatterns = [
    path("v1/collections/", Collections.as_view(), name="api-collections"),
    path("v1/collections/<slug:slug>/", CollectionDetail.as_view(), name="api-collection"),
]
