"""What sets add to the API: a tag and objects. It only reads."""

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from cards.api.parts import Part
from cards.api.shape_parts import (
    ADDRESS,
    COUNT,
    KEY,
    MOMENT,
    TEXT,
    Schema,
    listed,
    one_of,
    page_of,
    ref,
    thing,
    told,
)
from cards.models import Visibility
from cards.models.collection import LICENCES

COLLECTION = {
    "slug": TEXT,
    "name": TEXT,
    "description": TEXT,
    "licence": told(one_of(LICENCES), _("Of the choice of cards and of what its own cards say.")),
    "visibility": one_of(Visibility.values),
    "owner": told(TEXT, _("Name of the account.")),
    "cards": told(listed(KEY), _("The published cards, in the order of the set.")),
    "own_cards": told(listed(ref("SetCard")), _("Cards that live in this set alone.")),
    "size": told(COUNT, _("How many cards of both kinds.")),
    "page": told(ADDRESS, _("Its page for people.")),
    "api": told(ADDRESS, _("This set in the API.")),
    "created_at": MOMENT,
    "changed_at": MOMENT,
}
SHAPES: dict[str, Schema] = {
    "Collection": thing(COLLECTION, about=_("A set that people put together.")),
    "CollectionPage": page_of("Collection"),
    "SetCard": thing(
        {
            "name": TEXT,
            "contents": told({"type": "object"}, _("As of a revision, with an empty `key`.")),
            "changed_at": MOMENT,
        }
    ),
}


def refuse(error: Exception) -> HttpResponse | None:
    return None


SETS = Part(
    tags={"collections": (_("Sets of people"), _("Cards that people put together: a region, a class."))},
    shapes=SHAPES,
    refuse=refuse,
)
