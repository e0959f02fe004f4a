"""What the resources about cards share: one version counts all that they tell."""

import hashlib

from django.db.models import Count, Max, Subquery

from cards.api.version import code_version
from cards.models import Card, CardSet, CardText
from cards.search.lists import CARD_LISTS
from phylo.api.resource import Resource


class CardResource(Resource):
    """About cards and what comes with the site."""

    def stored(self) -> str | None:
        return f"{code_version()} {data_version()}"


def data_version() -> str:
    """
    Changes whenever a card, a name in another language (by which the search finds it), a ready deck, card set
    or public collection changes, is added or removed.
    """
    text = Subquery(CardText.objects.order_by("-changed_at").values("changed_at")[:1])
    cards = Card.objects.aggregate(newest=Max("changed_at"), count=Count("pk"), text=Max(text))
    sets = list(CardSet.objects.order_by("key").values_list("key", "name", "description"))
    facts = repr((cards, sets, [lists.version() for lists in CARD_LISTS]))
    return hashlib.blake2b(facts.encode(), digest_size=16).hexdigest()
