"""Cards that are picked: many at once by their keys, and one by chance."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from cards.api.serializers import CardSerializer
from cards.models import Card
from cards.search.api.resource import CardResource
from cards.search.api.views import QueryParameters
from cards.search.services.search import CardSearch
from phylo.api.parameters import Parameters
from phylo.api.resource import operation
from phylo.http.problems import Refused

MOST_KEYS = 100
KEY = "[-a-zA-Z0-9_]{1,80}"


class KeysParameters(Parameters):
    keys = serializers.RegexField(
        rf"^{KEY}(,{KEY}){{0,{MOST_KEYS - 1}}}\Z",
        help_text="Keys of cards, with commas between them; at most 100.",
        error_messages={"invalid": gettext_lazy("Send from 1 to 100 keys with commas between them.")},
    )


class PicksSerializer(serializers.Serializer[dict[str, object]]):
    count = serializers.IntegerField(min_value=0)
    results = CardSerializer(many=True, help_text="In the order of the keys, each card once.")
    moved = serializers.DictField(
        child=serializers.CharField(),
        help_text="Keys of cards that were merged, with those that have replaced them.",
    )
    missing = serializers.ListField(child=serializers.CharField(), help_text="Keys that no card has.")


class Picks(CardResource):
    tag = "search"

    @operation(
        "lookUpCards",
        "Many cards by their keys",
        about="For a list of keys, such as a deck, in one request.",
        answer=PicksSerializer,
        query=KeysParameters,
    )
    def get(self) -> dict[str, Any]:
        keys = list(dict.fromkeys(self.given["keys"].split(",")))
        stored = {card.key: card for card in Card.objects.select_related("card_set").filter(key__in=keys)}
        moved = {key: card.successor for key, card in stored.items() if card.merged_into_id is not None}
        found = {card.key: card for key in keys if (card := moved.get(key) or stored.get(key))}
        return {
            "count": len(found),
            "results": [*found.values()],
            "moved": {key: card.key for key, card in moved.items()},
            "missing": [key for key in keys if key not in stored],
        }


class NothingFound(Refused):
    """A search without results has no random card."""

    code = "not-found"

    def __init__(self) -> None:
        super().__init__(_("No card matches this search."))


class RandomCard(CardResource):
    tag = "search"

    def stored(self) -> None:
        """Each answer is another one."""

    def read(self, ask: Callable[[], Any]) -> HttpResponseBase:
        response = super().read(ask)
        response.headers["Cache-Control"] = "no-store"
        return response

    @operation(
        "pickRandomCard",
        "A card by chance",
        about="Any of the cards that answer a query, each as likely as the others.",
        answer=CardSerializer,
        query=QueryParameters,
        also=(404,),
        tagged=False,
    )
    def get(self) -> Card:
        card = CardSearch(self.given["q"], rules=self.given["rules"]).surprise()
        if card is None:
            raise NothingFound
        return card
