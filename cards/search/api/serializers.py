"""How the API tells of a search: its query read back, its facets, what it explains, and vocabularies."""

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.api.serializers import CardSerializer, SearchLink
from cards.search.order import USUAL
from cards.search.services.search import (
    CardSearch,
    Correction,
    Facet,
    FacetValue,
    Part,
    SortChoice,
    Term,
)
from cards.services.choice_fields import RULES
from phylo.api.paging import page_of


class CorrectionSerializer(serializers.Serializer[Correction]):
    word = serializers.CharField(help_text="A word that no card has.")
    taken = serializers.ListField(
        child=serializers.CharField(), help_text="The nearest words, which were searched instead."
    )
    column = serializers.IntegerField(help_text="Where it stands, from 1.")


class QuerySerializer(serializers.Serializer[CardSearch]):
    """How a query was understood."""

    text = serializers.CharField(help_text="The query as it was given.")
    rules = RULES.answer_field()
    sort = serializers.ChoiceField([*USUAL])
    sentence = serializers.SerializerMethodField(help_text="The query in words.")
    corrections = CorrectionSerializer(many=True)
    mended = serializers.CharField(
        allow_null=True,
        help_text=(
            "A search that finds more, if cards have one of the words only inside another: the query with "
            "the nearest whole word; else null."
        ),
    )

    def get_sentence(self, search: CardSearch) -> str:
        return "".join(part.text for part in search.sentence)


class FacetValueSerializer(serializers.Serializer[FacetValue]):
    value = serializers.CharField(help_text="As the query language writes it.")
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField(min_value=0, help_text="Cards of the result that have it.")
    chosen = serializers.BooleanField()
    query_with = serializers.CharField(help_text="The query with this value chosen.")
    query_without = serializers.CharField(help_text="The query with this value taken away.")


class FacetSerializer(serializers.Serializer[Facet]):
    field = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    multiple = serializers.BooleanField(
        help_text="Whether a card has several, so that choosing more finds fewer cards."
    )
    values = FacetValueSerializer(many=True)


class PartSerializer(serializers.Serializer[Part]):
    text = serializers.CharField()
    term = serializers.BooleanField(help_text="Whether it stands for a choice.")


class TermSerializer(serializers.Serializer[Term]):
    text = serializers.CharField()
    column = serializers.IntegerField()
    query_without = serializers.CharField()


class SortSerializer(serializers.Serializer[SortChoice]):
    name = serializers.ChoiceField([*USUAL])
    label = serializers.CharField()  # type: ignore[assignment]
    chosen = serializers.BooleanField()
    reversed = serializers.BooleanField()
    query = serializers.CharField()


class ExplanationSerializer(QuerySerializer):
    """A search in words and numbers, and the searches that are one step away."""

    count = serializers.IntegerField(min_value=0, help_text="Cards found.")
    total = serializers.IntegerField(min_value=0, help_text="Cards there are.")
    parts = PartSerializer(many=True, source="sentence", help_text="The sentence in pieces.")
    terms = TermSerializer(many=True, help_text="The conditions as they were written.")
    sorts = SortSerializer(many=True, help_text="The orders to choose from, each with the query for it.")
    facets = FacetSerializer(many=True)
    cards = serializers.SerializerMethodField(help_text="The cards found, in the API.")
    page = serializers.SerializerMethodField(help_text="The same search for people.")

    @extend_schema_field(OpenApiTypes.URI)
    def get_cards(self, search: CardSearch) -> str:
        address: str = self.context["at"].full(reverse("api-cards"), q=search.text, rules=search.rules)
        return address

    @extend_schema_field(OpenApiTypes.URI)
    def get_page(self, search: CardSearch) -> str:
        asked = {"q": search.text} if search.text else {}
        address: str = self.context["at"].full(reverse("cards"), **asked)
        return address


CardPageSerializer = page_of(CardSerializer, query=QuerySerializer)


class ValueSerializer(serializers.Serializer[dict[str, object]]):
    """Of a FacetValue as a dictionary, with the `description` of a set."""

    value = serializers.CharField(help_text="As cards and the query language write it.")
    label = serializers.CharField()  # type: ignore[assignment]
    description = serializers.CharField(required=False, help_text="Sets alone have one.")
    count = serializers.IntegerField(min_value=0, help_text="Cards that have it.")
    query = serializers.CharField(source="query_with", help_text="The query for them.")
    cards = SearchLink(source="query_with", help_text="These cards in the API.")


class VocabularySerializer(serializers.Serializer[dict[str, object]]):
    field = serializers.CharField(help_text="The field of the query language.")
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField(min_value=0)
    results = ValueSerializer(many=True)


class EntryPointSerializer(serializers.Serializer[dict[str, object]]):
    version = serializers.CharField(help_text="Of the stored cards, decks and sets.")
    licence = serializers.URLField(help_text="Of the card texts.")
    documentation = serializers.URLField()
    openapi = serializers.URLField()
    addresses = serializers.DictField(
        child=serializers.URLField(), help_text="Where each list begins, by name."
    )
