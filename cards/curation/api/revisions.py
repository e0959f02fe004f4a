"""What cards have been, for everybody."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy

from cards.api.views import KEY, card_or_404
from cards.api.writing import Changing
from cards.curation.api.answers import revision_answer
from cards.models import CardRevision
from phylo.api.paging import by_number
from phylo.api.parameters import PageParameters
from phylo.json_bodies import GREATEST

FOUND = (400, 404, 405, 406, 429)


class CardRevisions(Changing):
    operation = "listCardRevisions"
    tag = "revisions"
    summary = gettext_lazy("What a card has been")
    about = gettext_lazy("Newest first. What is published never changes; a change is one more revision.")
    shape = "CardRevisionPage"
    parameters = PageParameters
    places = {"key": KEY}
    refusals = FOUND
    examples = ("/api/v1/cards/{card}/revisions/?size=2",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        card = card_or_404(place["key"])
        revisions = CardRevision.objects.filter(card=card).select_related("author")
        page = by_number(revisions, given, self.at, column="number")
        before = {each.number: each.contents for each in page.read}
        return {
            "count": page.count,
            "next": page.next,
            "results": [
                revision_answer(card.key, each, before.get(each.number - 1), self.at) for each in page.results
            ],
        }


class CardRevisionDetail(Changing):
    operation = "getCardRevision"
    tag = "revisions"
    summary = gettext_lazy("One revision of a card")
    shape = "CardRevision"
    places = {
        "key": KEY,
        "number": {
            "type": "integer",
            "minimum": 1,
            "maximum": GREATEST,
            "description": gettext_lazy("A `number` of the list of revisions."),
        },
    }
    refusals = FOUND
    examples = ("/api/v1/cards/{card}/revisions/1/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        card, number = card_or_404(place["key"]), min(place["number"], GREATEST)
        rows = CardRevision.objects.filter(card=card, number__in=(number - 1, number))
        found = {each.number: each for each in rows.select_related("author")}
        if number not in found:
            raise Http404("no such revision")
        before = found[number - 1].contents if number - 1 in found else None
        return revision_answer(card.key, found[number], before, self.at)
