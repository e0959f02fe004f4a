"""What cards have been, for everybody."""

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from cards.api.views import KEY, card_or_404
from cards.curation.api.serializers import CardRevisionSerializer, Revised
from cards.models import CardRevision
from phylo.api.paging import Page, by_number, page_of
from phylo.api.parameters import PageParameters
from phylo.api.resource import Resource, operation
from phylo.http.input import GREATEST


class CardRevisions(Resource):
    tag = "revisions"
    path_words = {"key": KEY}

    @operation(
        "listCardRevisions",
        _("What a card has been"),
        about=_("Newest first. What is published never changes; a change is one more revision."),
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
    path_words = {"key": KEY, "number": _("A `number` of the list of revisions.")}

    @operation("getCardRevision", _("One revision of a card"), answer=CardRevisionSerializer)
    def get(self, key: str, number: int) -> Revised:
        card, number = card_or_404(key), min(number, GREATEST)
        rows = CardRevision.objects.filter(card=card, number__in=(number - 1, number))
        found = {each.number: each for each in rows.select_related("author")}
        if number not in found:
            raise Http404("no such revision")
        before = found.get(number - 1)
        return Revised(card.key, found[number], before.contents if before else None)
