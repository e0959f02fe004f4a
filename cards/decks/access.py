"""Who is asking, and what may they do with this deck: one step, used by every view."""

import uuid

from django.http import Http404, HttpRequest

from cards.models import Builder, Deck
from phylo.accounts.models import User

SESSION_KEY = "builder"


def builder_of(request: HttpRequest) -> Builder:
    """The account, else the guest whom the session names; looking around stores nothing."""
    if isinstance(request.user, User):
        return Builder(user=request.user)
    try:
        return Builder(guest=uuid.UUID(request.session.get(SESSION_KEY, "")))
    except (ValueError, TypeError, AttributeError):
        return Builder()


def known_builder(request: HttpRequest) -> Builder:
    """The same, a guest being made on first need."""
    builder = builder_of(request)
    if builder.user is not None:
        return builder
    if builder.guest is None:
        builder = Builder(guest=uuid.uuid4())
        # A key that somebody else may have planted is none of a new guest.
        request.session.cycle_key()
    # Written each time: a year from the last deck, not from the first.
    request.session[SESSION_KEY] = str(builder.guest)
    return builder


def deck_or_404(request: HttpRequest, slug: str) -> Deck:
    """A deck that the visitor may see. For everybody else there is none."""
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
