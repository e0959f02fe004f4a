"""Who is asking, and what they may do with a deck; used by every view."""

from django.http import Http404, HttpRequest

from cards.models import Builder, Deck
from phylo.accounts.guests import guest_in, known_guest
from phylo.accounts.models import User


def builder_of(request: HttpRequest) -> Builder:
    """The account, or the guest in the session."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    return Builder(guest=guest_in(request.session))


def known_builder(request: HttpRequest) -> Builder:
    """Like `builder_of`, but creates a guest if there is none yet."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    return Builder(guest=known_guest(request))


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
