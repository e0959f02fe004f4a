"""The builder: the card search beside one's own deck."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from cards.decks.access import builder_of, own_deck_or_404
from cards.decks.insight.reading import Reading
from cards.decks.pages.column import GROUPING_COOKIE, Held, column
from cards.decks.pages.grouping import GROUPINGS
from cards.models import Card, Deck
from cards.pages.search_page import A_YEAR, Place, search_page
from cards.search.vocabulary import as_engine
from cards.services.search import CardSearch

FITS = "fits:deck"
TRIES = (FITS, "fits:deck climate:cool", "food:1 terrain:forest", "diet:carnivore scale<5", "kind:event")
MOST_FED = 2
"""Cards named on the badge of one that feeds them."""


@never_cache
@require_safe
def build(request: HttpRequest, slug: str) -> HttpResponse:
    """
    The search `?q=` as in the card browser (see `search_page`), where `fits:deck` means this deck. `?group=`
    keeps a grouping of the list in a cookie and leads to the address without it.
    """
    deck = own_deck_or_404(request, slug)
    if "group" in request.GET:
        return _keep_grouping(request, deck)
    held = Held.of(deck)
    place = Place(
        url=reverse("deck-build", args=[slug]),
        page="decks/build.html",
        title="decks/_build_title.html",
        card="decks/_build_card.html",
        scrolls="scroll:#search-pane:top show:window:top",
        history="replace",
        tools="decks/_build_tools.html",
        saves=False,
        deck=held.contents,
        tries=TRIES,
        seen=lambda search, cards: {"deck": deck, "marks": _marks(held, cards), "fits": _fits(search)},
    )
    more = {} if request.headers.get("HX-Request") else column(request, held)
    more |= {"deck": deck, "step_key": secrets.token_urlsafe(12)}
    return search_page(request, place, builder=builder_of(request), **more)


def _keep_grouping(request: HttpRequest, deck: Deck) -> HttpResponse:
    kept = request.GET.copy()
    grouping = kept.pop("group")[-1]
    address = reverse("deck-build", args=[deck.slug])
    response = redirect(f"{address}?{kept.urlencode()}" if kept else address)
    if grouping in GROUPINGS:
        response.set_cookie(GROUPING_COOKIE, grouping, max_age=A_YEAR, samesite="Lax")
    return response


def _fits(search: CardSearch) -> dict[str, Any]:
    """The search with `fits:deck`, or without it where it has it."""
    for term in search.terms:
        if term.text.lower() == FITS:
            return {"chosen": True, "query": term.query_without}
    # Beside "or" it would be one more alternative.
    text = f"({search.text})" if " or " in search.text.lower() else search.text
    return {"chosen": False, "query": f"{text} {FITS}".strip()}


def _marks(held: Held, cards: list[Card]) -> Mapping[str, dict[str, Any]]:
    """By key, of the cards found: copies in the deck, and the orphans of the deck that they would feed."""
    reading = Reading.of(held.contents, held.definitions)
    hungry = [reading.cards[key] for key in reading.orphans]
    marks = {}
    for card in cards:
        food = as_engine(card) if hungry else None
        fed = [
            orphan
            for orphan in hungry
            if food is not None and engine.food_lack(orphan, food, held.contents.rules) is None
        ]
        marks[card.key] = {
            "copies": held.contents.cards.get(card.key, 0),
            "fed": [{"key": orphan.key, "name": orphan.name} for orphan in fed[:MOST_FED]],
        }
    return marks
