"""The card browser: a search, its cards in pages, and what narrows it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from cards.decks.access import builder_of
from cards.pages.addresses import asked, search_address
from cards.pages.search_page import SIZE_COOKIE, SIZES, Place, search_page
from cards.services.search import CardSearch, QueryError

__all__ = ["SIZES", "SIZE_COOKIE", "browse", "surprise"]


@cache_control(private=True, no_cache=True)
@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """The cards of `?q=` (see `search_page`)."""
    return search_page(request, Place(url=reverse("cards")), builder=builder_of(request))


@never_cache
@require_safe
def surprise(request: HttpRequest) -> HttpResponse:
    """To any card of the search."""
    text = request.GET.get("q", "").strip()
    try:
        card = CardSearch(text, builder=builder_of(request)).surprise()
    except QueryError:
        card = None
    if card is None:
        return redirect(search_address(text))
    return redirect(reverse("card", args=[card.key]) + asked(text))
