"""What a deck has been, and what is wrong with it, for programs."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy

from cards.api.deck_answers import problems_answer, version_answers
from cards.api.decks import FOUND, PLACE, DeckResource
from phylo.api.paging import by_number
from phylo.api.parameters import PageParameters
from phylo.json_bodies import GREATEST

NUMBER = {
    "number": {
        "type": "integer",
        "minimum": 1,
        "maximum": GREATEST,
        "description": gettext_lazy("A `number` of the list of versions."),
    }
}


class DeckVersions(DeckResource):
    operation = "listDeckVersions"
    summary = gettext_lazy("What a deck has been")
    about = gettext_lazy("Every save that changed the list, newest first. Whoever sees the deck sees them.")
    shape = "DeckVersionPage"
    parameters = PageParameters
    places = PLACE
    refusals = FOUND
    examples = ("/api/v1/decks/{deck}/versions/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        deck = self.seen(place["slug"])
        page = by_number(deck.versions.all(), given, self.at, column="number")
        earlier = {version.number: version for version in page.read}
        return {
            "count": page.count,
            "next": page.next,
            "results": version_answers(deck, page.results, earlier, self.at),
        }


class DeckVersionDetail(DeckResource):
    operation = "getDeckVersion"
    summary = gettext_lazy("One version of a deck")
    shape = "DeckVersion"
    places = PLACE | NUMBER
    refusals = FOUND
    examples = ("/api/v1/decks/{deck}/versions/1/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        deck, number = self.seen(place["slug"]), min(place["number"], GREATEST)
        found = {each.number: each for each in deck.versions.filter(number__in=(number - 1, number))}
        if number not in found:
            raise Http404("no such version")
        [answer] = version_answers(deck, [found[number]], found, self.at)
        return answer


class DeckProblems(DeckResource):
    operation = "listDeckProblems"
    summary = gettext_lazy("What is wrong with a deck")
    about = gettext_lazy("What its rules refuse, and what will not work in play; each with cards that help.")
    shape = "DeckProblems"
    places = PLACE
    refusals = FOUND
    examples = ("/api/v1/decks/{deck}/problems/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return problems_answer(self.seen(place["slug"]), self.at)
