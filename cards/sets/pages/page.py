"""The page of one set, and hiding it."""

from collections.abc import Callable, Sequence
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.curation.permissions import moderates
from cards.models import Builder, Visibility
from cards.models.builder import builder_of
from cards.pages.addresses import search_address
from cards.pages.faces import faces
from cards.search.pages.complaints import complaint
from cards.search.pages.search_page import face_size
from cards.search.services.search import CardSearch, QueryError
from cards.sets.access import LEAST, is_inside, set_or_404, standing_of
from cards.sets.cards import cards_of, drafts, own_cards
from cards.sets.models import LICENCES, LONGEST_REASON, Collection
from phylo.accounts.models import User
from phylo.http.problems import Refused
from phylo.moderation import services as moderation
from phylo.slices import Extension

DECKS = Extension[Callable[[Collection, Builder], Sequence[object]]]("decks_of_set")
"""The decks made in a set that the builder may see, each for `decks/_tile.html`."""


@require_safe
def set_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`?q=` searches within the set: published cards in the query language, its own by name."""
    collection = set_or_404(request, slug)
    builder = builder_of(request)
    text = request.GET.get("q", "").strip()
    context: dict[str, object] = {}
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
    inside = is_inside(collection, standing)
    hidden = collection.hidden or collection.visibility != Visibility.PUBLIC
    context |= {
        "set": collection,
        "licence": LICENCES.get(collection.licence),
        "text": text,
        "faces": faces(cards),
        "own": own,
        "decks": [deck for made in DECKS for deck in made(collection, builder)] if inside else [],
        "inside": inside,
        "drafts": [] if text else drafts(collection, builder, standing),
        "waiting": sum(not each.card.shown for each in own),
        "count": len(cards) + len(own),
        "total": total,
        "can": {action.name.lower(): standing >= least for action, least in LEAST.items()},
        "joined": standing.name.lower(),
        "can_hide": _can_hide(collection, builder.user),
        **face_size(request),
        "search_url": "" if hidden else search_address(f"in:{collection.slug}"),
        "hidden": hidden,
        "longest_reason": LONGEST_REASON,
    }
    response = render(request, "sets/page.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    if hidden:
        response["X-Robots-Tag"] = "noindex"
    return response


def _can_hide(collection: Collection, user: User | None) -> bool:
    return (
        user is not None
        and collection.visibility != Visibility.PRIVATE
        and collection.owner_id != user.pk
        and moderates(user)
    )


@never_cache
@require_POST
def hide(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide the set, with `hidden` and a `reason`; show it again without `hidden`."""
    collection, user = set_or_404(request, slug), builder_of(request).user
    if user is None or not moderates(user):
        raise Http404("no such set")
    hidden = bool(request.POST.get("hidden"))
    try:
        reason = request.POST.get("reason", "")
        moderation.decide(kind="set", key=collection.slug, user=user, hidden=hidden, reason=reason)
    except Refused as error:
        messages.warning(request, str(error))
    else:
        messages.success(request, _("The set is hidden.") if hidden else _("The set is shown again."))
    return redirect("set", slug)
