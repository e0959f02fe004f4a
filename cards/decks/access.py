"""The deck of a request, if the visitor may see or change it; used by every view."""

from django.http import Http404, HttpRequest

from cards.decks.models import Deck
from cards.models.builder import builder_of


def deck_or_404(request: HttpRequest, slug: str) -> Deck:
    """A deck that the visitor may see; raises Http404 for any other."""
    deck = (
        Deck.objects.open_to(builder_of(request))
        .select_related("owner", "collection")
        .filter(slug=slug)
        .first()
    )
    if deck is None:
        raise Http404("no such deck")
    return deck


def own_deck_or_404(request: HttpRequest, slug: str) -> Deck:
    """A deck that the visitor may change; raises Http404 for any other."""
    deck = (
        Deck.objects.of(builder_of(request)).select_related("owner", "collection").filter(slug=slug).first()
    )
    if deck is None:
        raise Http404("no such deck")
    return deck
