"""The revisions of cards, for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.curation.api.serializers import CONTENTS, NAME, ChangeSerializer
from cards.curation.changes import Difference, differences
from cards.models import CardRevision
from cards.search.api.views import KEY, card_or_404
from phylo.api.fields import Link
from phylo.api.paging import Page, by_number, page_of
from phylo.api.parameters import PageParameters
from phylo.api.resource import Resource, operation
from phylo.http.input import GREATEST


@dataclass(frozen=True, slots=True)
class Revised:
    """A revision of a card, and the contents of the one before it, None for the first."""

    key: str
    revision: CardRevision
    before: Mapping[str, object] | None

    @property
    def changes(self) -> list[Difference]:
        return differences(self.before, self.revision.contents)


class CardRevisionSerializer(serializers.Serializer[Revised]):
    """What a card was, for ever; the newest one is the card."""

    card = serializers.CharField(source="key")
    number = serializers.IntegerField(source="revision.number", min_value=1)
    origin = serializers.ChoiceField(CardRevision.Origin.values, source="revision.origin")
    author = serializers.CharField(source="revision.author.username", allow_null=True, help_text=NAME)
    note = serializers.CharField(source="revision.note")
    proposal = serializers.SerializerMethodField(help_text="The proposal that it came from.")
    changes = ChangeSerializer(many=True, help_text="Against the revision before.")
    contents = serializers.DictField(source="revision.contents", help_text=CONTENTS)
    api = Link("api-card-revision", "key", "revision.number")
    published_at = serializers.DateTimeField(source="revision.created_at")

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_proposal(self, revised: Revised) -> str | None:
        number = revised.revision.proposal_id
        address: str = self.context["at"].full(reverse("api-proposal", args=[number or 0]))
        return address if number else None


class CardRevisions(Resource):
    tag = "revisions"
    path_words = {"key": KEY}

    @operation(
        "listCardRevisions",
        "What a card has been",
        about="Newest first. What is published never changes; a change is one more revision.",
        answer=page_of(CardRevisionSerializer),
        query=PageParameters,
    )
    def get(self, key: str) -> Page[Revised]:
        card = card_or_404(key)
        rows = CardRevision.objects.filter(card=card).select_related("author")
        found = by_number(rows, self.given, self.at, column="number")
        before = {each.number + 1: each.contents for each in found.read}
        return found.of([Revised(card.key, each, before.get(each.number)) for each in found.results])


class CardRevisionDetail(Resource):
    tag = "revisions"
    path_words = {"key": KEY, "number": "A `number` of the list of revisions."}

    @operation("getCardRevision", "One revision of a card", answer=CardRevisionSerializer)
    def get(self, key: str, number: int) -> Revised:
        card, number = card_or_404(key), min(number, GREATEST)
        rows = CardRevision.objects.filter(card=card, number__in=(number - 1, number))
        found = {each.number: each for each in rows.select_related("author")}
        if number not in found:
            raise Http404("no such revision")
        before = found.get(number - 1)
        return Revised(card.key, found[number], before.contents if before else None)
