"""Who is asking, and what may they do with this deck: one step, used by every view."""

from django.http import Http404, HttpRequest

from cards.models import Builder, Deck
from phylo.accounts.guests import guest_in, known_guest
from phylo.accounts.models import User


def builder_of(request: HttpRequest) -> Builder:
    """The account, else the guest whom the session names."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    return Builder(guest=guest_in(request.session))


def known_builder(request: HttpRequest) -> Builder:
    """The same; a guest is made when one is first needed."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    return Builder(guest=known_guest(request))


def deck_or_404(request: HttpRequest, slug: str) -> Deck:
    """A deck that the visitor may see; everybody else gets a 404."""
    deck = Deck.objects.open_to(builder_of(request)).select_related("owner").filter(slug=slug).first()
    if deck is None:
        raise Http404("no such deck")
    return deck


def own_deck_or_404(request: HttpRequest, slug: str) -> Deck:
    """A deck that the visitor may change."""
    deck = Deck.objects.of(builder_of(request)).select_related("owner").filter(slug=slug).first()
    if deck is None:
        raise Http404("no such deck")
    return deck
