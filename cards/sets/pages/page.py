"""The page of one set."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from cards.curation.permissions import moderates
from cards.decks.access import builder_of
from cards.models import Collection, Visibility
from cards.models.collection import LONGEST_REASON
from cards.pages.addresses import search_address
from cards.pages.browse import SIZE_COOKIE, SIZES
from cards.pages.complaints import complaint
from cards.pages.faces import faces
from cards.services.search import CardSearch, QueryError
from cards.sets.access import LEAST, set_or_404, standing_of
from cards.sets.licences import LICENCES
from cards.sets.reading import cards_of, own_cards


@require_safe
def set_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`?q=` searches within it: its published cards in the query language, its own by name."""
    collection = set_or_404(request, slug)
    builder = builder_of(request)
    text = request.GET.get("q", "").strip()
    context: dict[str, Any] = {}
    cards, status = cards_of(collection), HTTPStatus.OK
    total = len(cards)
    if text:
        try:
            found = set(CardSearch(text).card_keys())
        except QueryError as error:
            context["complaint"] = complaint(text, error, at=reverse("set", args=[slug]))
            found, status = set(), HTTPStatus.BAD_REQUEST
        cards = [card for card in cards if card.key in found]
    standing = standing_of(builder, collection)
    own = own_cards(collection, builder, standing, text)
    hidden = collection.hidden or collection.visibility != Visibility.PUBLIC
    size = request.COOKIES.get(SIZE_COOKIE, "")
    context |= {
        "set": collection,
        "licence": LICENCES.get(collection.licence),
        "text": text,
        "faces": faces(cards),
        "own": own,
        "waiting": sum(not each.card.shown for each in own),
        "count": len(cards) + len(own),
        "total": total,
        "can": {deed.name.lower(): standing >= least for deed, least in LEAST.items()},
        "joined": standing.name.lower(),
        "can_hide": _can_hide(collection, builder.user),
        "size": size if size in SIZES else "medium",
        "search_url": "" if hidden else search_address(f"in:{collection.slug}"),
        "hidden": hidden,
        "longest_reason": LONGEST_REASON,
    }
    response = render(request, "sets/page.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    if hidden:
        response["X-Robots-Tag"] = "noindex"
    return response


def _can_hide(collection: Collection, user: Any) -> bool:
    return (
        user is not None
        and collection.visibility != Visibility.PRIVATE
        and collection.owner_id != user.pk
        and moderates(user)
    )
