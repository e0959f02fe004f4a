"""Cards, searches, vocabularies and rule sets in the API."""

import re
from collections.abc import Mapping
from dataclasses import asdict

from django.http import HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.api.serializers import LICENCE, CardSerializer, RuleSetSerializer
from cards.models import Card, CardSet
from cards.search.api.resource import CardResource, data_version
from cards.search.api.serializers import (
    CardPageSerializer,
    EntryPointSerializer,
    ExplanationSerializer,
    VocabularySerializer,
)
from cards.search.services.search import CardSearch, QueryError
from cards.search.syntax import MAX_LENGTH
from cards.services.choice_fields import RULES
from engine.phylo.rules import RULES as ENGINE_RULES
from engine.phylo.rules import RuleSet
from phylo.api.paging import Listed, list_of
from phylo.api.parameters import PageParameters, Parameters
from phylo.api.resource import operation
from phylo.http.problems import Refused

NEAR = 6
KEY = "The card's key, which never changes."

# The path of each vocabulary, and its field in the query language.
VOCABULARIES = {
    "sets": "set",
    "kinds": "kind",
    "terrains": "terrain",
    "climates": "climate",
    "diets": "diet",
    "food-chain": "food",
    "scales": "scale",
    "kingdoms": "kingdom",
    "keywords": "keyword",
}


@extend_schema_field({"type": "string", "maxLength": MAX_LENGTH})
class Query(serializers.Field):
    """Text as it came: the search itself refuses what is none, and knows the column."""

    def to_internal_value(self, data: str) -> str:
        return data


class QueryParameters(Parameters):
    q = Query(
        required=False,
        default="",
        help_text="A search in the query language; left out or empty: every card.",
    )
    rules = RULES.body_field(
        default=RULES.usual,
        help_text=(
            "The rules by which `eats:`, `eatenby:` and `beside:` are judged. `rules:` in `q` comes first."
        ),
    )


class RulesParameters(PageParameters):
    rules = RULES.body_field(
        default=RULES.usual, help_text="The rules by which relations between cards are judged."
    )


class SearchParameters(PageParameters, QueryParameters):
    """In the order of the document."""

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        return {name: fields[name] for name in ("q", "rules", "cursor", "size")}


class NoSuchCard(Refused):
    """No card has this key; `near` are keys that come near."""

    code = "not-found"

    def __init__(self, near: list[str]) -> None:
        super().__init__(_("There is no card with this key."))
        self.near = near

    def details(self) -> Mapping[str, object]:
        return {"suggestions": self.near}


class SearchResource(CardResource):
    def searched(self, text: str) -> dict[str, object]:
        """A page of cards; raises QueryError and CursorError."""
        search = CardSearch(text, rules=self.given["rules"])
        found = search.slice_after(self.given.get("cursor"), self.given["size"])
        following = self.at.after(found.next)
        return {"count": search.count, "next": following, "query": search, "results": found.cards}

    def moved(self, view: str, *parts: str) -> HttpResponsePermanentRedirect:
        """Redirect permanently to the same address of the card that has replaced this one."""
        address = self.at.full(reverse(view, args=parts), **self.at.asked.dict())
        return HttpResponsePermanentRedirect(address)


class Entry(CardResource):
    tag = "about"

    @operation(
        "entry",
        "Where everything is",
        about="`version` changes whenever a card, a deck or a set does.",
        answer=EntryPointSerializer,
    )
    def get(self) -> dict[str, object]:
        names = {name: f"api-{name}" for name in ("cards", "decks", "rule-sets", "bulk", "explain", "random")}
        addresses = {name: self.at.full(reverse(view)) for name, view in names.items()}
        vocabularies = {name: self.at.full(reverse("api-vocabulary", args=[name])) for name in VOCABULARIES}
        return {
            "version": data_version(),
            "licence": LICENCE,
            "documentation": self.at.full(reverse("api-page")),
            "openapi": self.at.full(reverse("api-openapi", args=["json"])),
            "addresses": addresses | vocabularies,
        }


class CardList(SearchResource):
    tag = "cards"

    @operation(
        "listCards",
        "Search cards",
        about=(
            "Cards that answer a query, in the order that `sort:` in it says (by name, or the best match "
            "first). `next` is the address of the page behind, and null at the end: it never leads to an "
            "empty page. A word that no card has is replaced by the nearest ones; `query.corrections` tells."
        ),
        answer=CardPageSerializer,
        query=SearchParameters,
    )
    def get(self) -> dict[str, object]:
        return self.searched(self.given["q"])


class CardDetail(SearchResource):
    tag = "cards"
    path_words = {"key": KEY}

    @operation(
        "getCard",
        "One card",
        about=(
            "The card object of the game records, with fact, source, other databases' identifiers and "
            "pictures. A species, an event and a habitat have different fields; `kind` says which."
        ),
        answer=CardSerializer,
        also=(301,),
    )
    def get(self, key: str) -> Card | HttpResponsePermanentRedirect:
        card = card_or_404(key)
        if card.merged_into_id is not None:
            return self.moved("api-card", card.successor.key)
        return card


class CardRelation(SearchResource):
    tag = "cards"
    path_words = {"key": KEY, "relation": "Which cards."}
    # Words of the query language describe the cards found, not the one named.
    fields = {"eats": "eatenby", "eatenby": "eats", "beside": "beside"}

    @operation(
        "listRelatedCards",
        "What a card lives on, feeds and lies beside",
        about=(
            "Judged by the rules of the game, terrain and climate included. `eats`: the cards that are food "
            "enough for this one. `eatenby`: those that can live on this one as their only food. `beside`: "
            "those that may be played where this one is the only neighbour. `query.text` is the search that "
            "finds the same cards; `/api/v1/cards/` takes it with more conditions and in another order."
        ),
        answer=CardPageSerializer,
        query=RulesParameters,
        also=(301,),
    )
    def get(self, key: str, relation: str) -> dict[str, object] | HttpResponsePermanentRedirect:
        card = card_or_404(key)
        if card.merged_into_id is not None:
            return self.moved("api-card-relation", card.successor.key, relation)
        return self.searched(f'{self.fields[relation]}:"{card.key}"')


def card_or_404(key: str) -> Card:
    """The card with that key; raises NoSuchCard with similar keys."""
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


class Explain(CardResource):
    tag = "search"

    @operation(
        "explainSearch",
        "How a search is understood",
        about=(
            "The query as a sentence, its terms, what was taken instead of words that no card has, and how "
            "many cards of the result have each value, with the query that one step further would be."
        ),
        answer=ExplanationSerializer,
        query=QueryParameters,
    )
    def get(self) -> CardSearch:
        return CardSearch(self.given["q"], rules=self.given["rules"])


class Vocabulary(CardResource):
    tag = "vocabularies"
    path_words = {"vocabulary": "Which field."}

    @operation(
        "listValues",
        "The values of a field",
        about="Every value with its label, the number of cards that have it, and where these are.",
        answer=VocabularySerializer,
    )
    def get(self, vocabulary: str) -> dict[str, object]:
        field = VOCABULARIES[vocabulary]
        [facet] = [facet for facet in CardSearch("").facets() if facet.field == field]
        described = dict(CardSet.objects.values_list("key", "description")) if field == "set" else {}
        results = [
            {**asdict(each), **({"description": described[each.value]} if each.value in described else {})}
            for each in facet.values
        ]
        return {"field": field, "label": facet.label, "count": len(results), "results": results}


class RuleSets(CardResource):
    tag = "decks"

    @operation(
        "listRuleSets",
        "Rule sets",
        about="What decides each published version of the rules, and its options.",
        answer=list_of(RuleSetSerializer),
    )
    def get(self) -> Listed[RuleSet]:
        return Listed([*ENGINE_RULES.values()])
