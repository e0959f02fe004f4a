"""The addresses of the API (cards/api/urls.py)."""

import re
from typing import Any

from django.http import HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

import engine
from cards.api.answers import (
    RELATIONS,
    card_answer,
    card_list,
    explanation,
    rule_set_answer,
    vocabulary_answer,
)
from cards.api.errors import NoSuchCard
from cards.api.parameters import QueryParameters, RulesParameters, SearchParameters
from cards.api.resource import Address, Resource
from cards.api.version import data_version
from cards.models import Card, CardSet
from cards.services.search import CardSearch, QueryError

SLUG = "^[-a-zA-Z0-9_]+$"
KEY = {
    "type": "string",
    "pattern": SLUG,
    "maxLength": 80,
    "description": gettext_lazy("The card's key, which never changes."),
}
FOUND = (400, 404, 405, 406, 429)
NEAR = 6
LICENCE = "https://creativecommons.org/licenses/by/4.0/"

# The path of each vocabulary, the field of the query language, and its operation.
VOCABULARIES = {
    "sets": ("set", gettext_lazy("Sets of cards")),
    "kinds": ("kind", gettext_lazy("Kinds of cards")),
    "terrains": ("terrain", gettext_lazy("Terrains")),
    "climates": ("climate", gettext_lazy("Climates, from cold to hot")),
    "diets": ("diet", gettext_lazy("Diets")),
    "food-chain": ("food", gettext_lazy("Numbers in the food chain")),
    "scales": ("scale", gettext_lazy("Scales, from the smallest")),
    "kingdoms": ("kingdom", gettext_lazy("Kingdoms")),
    "keywords": ("keyword", gettext_lazy("Abilities")),
}


class Entry(Resource):
    operation = "entry"
    tag = "about"
    summary = gettext_lazy("Where everything is")
    about = gettext_lazy("`version` changes whenever a card, a deck or a set does.")
    shape = "Entry"
    examples = ("/api/v1/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        plain = ("cards", "decks", "rule-sets", "bulk")
        names = {name: f"api-{name}" for name in plain} | {"explain": "api-explain"}
        addresses = {name: self.at.full(reverse(view)) for name, view in names.items()}
        vocabularies = {name: self.at.full(reverse("api-vocabulary", args=[name])) for name in VOCABULARIES}
        return {
            "version": data_version(),
            "licence": LICENCE,
            "documentation": self.at.full(reverse("api-page")),
            "openapi": self.at.full(reverse("api-openapi", args=["json"])),
            "addresses": addresses | vocabularies,
        }


class CardList(Resource):
    operation = "listCards"
    tag = "cards"
    summary = gettext_lazy("Search cards")
    about = gettext_lazy(
        "Cards that answer a query, in the order that `sort:` in it says (by name, or the best match first). "
        "`next` is the address of the page behind, and null at the end: it never leads to an empty page. "
        "A word that no card has is replaced by the nearest ones; `query.corrections` tells."
    )
    shape = "CardPage"
    parameters = SearchParameters
    examples = ("/api/v1/cards/?q=terrain%3Aforest+diet%3Acarnivore+sort%3A-points&size=1",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return card_list(CardSearch(given["q"], rules=given["rules"]), given, self.at)


class CardDetail(Resource):
    operation = "getCard"
    tag = "cards"
    summary = gettext_lazy("One card")
    about = gettext_lazy(
        "The card object of the game records, with fact, source, other databases' identifiers and pictures. "
        "A species, an event and a habitat have different fields; `kind` says which."
    )
    shape = "Card"
    places = {"key": KEY}
    refusals = FOUND
    examples = ("/api/v1/cards/{card}/",)
    moves = True

    def answer(self, given: dict[str, Any], **place: Any) -> Any:
        card = card_or_404(place["key"])
        if card.merged_into_id is not None:
            return moved(self.at, "api-card", card.successor.key)
        return card_answer(card, self.at)


class CardRelation(Resource):
    operation = "listRelatedCards"
    tag = "cards"
    summary = gettext_lazy("What a card lives on, feeds and lies beside")
    about = gettext_lazy(
        "Judged by the rules of the game, terrain and climate included. `eats`: the cards that are food "
        "enough for this one. `eatenby`: those that can live on this one as their only food. `beside`: those "
        "that may be played where this one is the only neighbour. `query.text` is the search that finds the "
        "same cards; `/api/v1/cards/` takes it with more conditions and in another order."
    )
    shape = "CardPage"
    parameters = RulesParameters
    places = {
        "key": KEY,
        "relation": {"type": "string", "enum": list(RELATIONS), "description": gettext_lazy("Which cards.")},
    }
    refusals = FOUND
    examples = ("/api/v1/cards/{card}/eats/?size=1",)
    # The words of the query language are about the cards that are found, not about the one that is named.
    fields = {"eats": "eatenby", "eatenby": "eats", "beside": "beside"}

    moves = True

    def answer(self, given: dict[str, Any], **place: Any) -> Any:
        card = card_or_404(place["key"])
        key = card.key
        if card.merged_into_id is not None:
            return moved(self.at, "api-card-relation", card.successor.key, place["relation"])
        text = f'{self.fields[place["relation"]]}:"{key}"'
        return card_list(CardSearch(text, rules=given["rules"]), given, self.at)


def moved(at: Address, view: str, *parts: str) -> HttpResponse:
    """To the same of the card that has taken the place of this one, for ever."""
    return HttpResponsePermanentRedirect(at.full(reverse(view, args=parts), **at.asked.dict()))


def card_or_404(key: str) -> Card:
    """Raises NoSuchCard with keys that come near."""
    card = Card.objects.select_related("card_set").filter(key=key).first()
    if card is None:
        raise NoSuchCard(_near(key))
    return card


def _near(key: str) -> list[str]:
    words = re.sub(r"[-_]+", " ", key).strip()
    try:
        found = CardSearch(f'"{words}"').page(1, NEAR) or CardSearch(words).page(1, NEAR)
    except QueryError:
        return []
    return [card.key for card in found]


class Explain(Resource):
    operation = "explainSearch"
    tag = "search"
    summary = gettext_lazy("How a search is understood")
    about = gettext_lazy(
        "The query as a sentence, its terms, what was taken instead of words that no card has, and how many "
        "cards of the result have each value, with the query that one step further would be."
    )
    shape = "Explanation"
    parameters = QueryParameters
    examples = ("/api/v1/search/explain?q=terrain%3Aforest+scale%3C5",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return explanation(CardSearch(given["q"], rules=given["rules"]), self.at)


class Vocabulary(Resource):
    operation = "listValues"
    tag = "vocabularies"
    summary = gettext_lazy("The values of a field")
    about = gettext_lazy("Every value with its label, the number of cards that have it, and where these are.")
    shape = "Vocabulary"
    places = {
        "vocabulary": {
            "type": "string",
            "enum": list(VOCABULARIES),
            "description": gettext_lazy("Which field."),
        }
    }
    examples = ("/api/v1/terrains/",)
    refusals = FOUND

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        field, _label = VOCABULARIES[place["vocabulary"]]
        [facet] = [facet for facet in CardSearch("").facets() if facet.field == field]
        descriptions = dict(CardSet.objects.values_list("key", "description")) if field == "set" else {}
        return vocabulary_answer(facet, self.at, descriptions)


class RuleSets(Resource):
    operation = "listRuleSets"
    tag = "decks"
    summary = gettext_lazy("Rule sets")
    about = gettext_lazy("What decides each published version of the rules, and its options.")
    shape = "RuleSets"
    examples = ("/api/v1/rule-sets/",)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        found = [rule_set_answer(rules, self.at) for rules in engine.RULES.values()]
        return {"count": len(found), "results": found}
