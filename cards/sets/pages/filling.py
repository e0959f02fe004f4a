"""Which published cards are in a set, and in which order."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.decks.access import builder_of
from cards.errors import Refused
from cards.models import Card, Collection, CollectionCard, CollectionPerson, Kind
from cards.pages.addresses import asked
from cards.pages.complaints import complaint
from cards.pages.faces import faces
from cards.services.search import CardSearch, QueryError
from cards.sets import services
from cards.sets.access import Deed, own_set_or_404
from cards.sets.reading import cards_of

FOUND = 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """`?q=` looks for cards to put in. Sent with `card` and `step`: put, take, up or down."""
    collection = own_set_or_404(request, slug, Deed.ARRANGE)
    text = request.GET.get("q", "").strip()
    if request.method == "POST":
        _step(request, collection)
        at = reverse("set-cards", args=[slug]) + asked(text)
        return redirect(f"{at}#{'found' if text else 'held'}")
    cards = cards_of(collection)
    context: dict[str, Any] = {"set": collection, "text": text, "faces": faces(cards), "last": len(cards)}
    if text:
        held = {card.key for card in cards}
        try:
            search = CardSearch(text)
        except QueryError as error:
            context["complaint"] = complaint(text, error, at=reverse("set-cards", args=[slug]))
        else:
            found = [card for card in search.page(1, FOUND) if card.kind != Kind.HOME]
            context["found"] = [{"face": face, "held": face["key"] in held} for face in faces(found)]
            context["more"] = max(0, search.count - FOUND)
    return render(request, "sets/cards.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def put(request: HttpRequest) -> HttpResponse:
    """Choose one of the sets that one may fill for the card `?card=`; sent with `set`, it is put in."""
    sent = request.POST if request.method == "POST" else request.GET
    builder = builder_of(request)
    card = _card(sent.get("card", ""))
    if request.method == "POST":
        collection = own_set_or_404(request, sent.get("set", "")[:80], Deed.ARRANGE)
        try:
            services.put_card(collection_id=collection.pk, builder=builder, card=card)
        except Refused as error:
            messages.warning(request, str(error))
        else:
            words = {"card": card.name, "set": collection.name}
            messages.success(request, _("%(card)s is in “%(set)s”.") % words)
        return redirect(f"{reverse('set-put')}?card={card.key}")
    edited = CollectionPerson.objects.filter(user=builder.user, editor=True).values("collection_id")
    mine = Collection.objects.filter(owner=builder.user) | Collection.objects.filter(pk__in=edited)
    entries = CollectionCard.objects.filter(card=card, collection__in=mine)
    held = set(entries.values_list("collection_id", flat=True))
    [face] = faces([card])
    rows = [{"set": each, "held": each.pk in held} for each in mine.order_by("name", "pk")]
    return render(request, "sets/put.html", {"card": card, "face": face, "rows": rows})


def _card(key: str) -> Card:
    if not key.isprintable():
        raise Http404("no such card")
    return get_object_or_404(Card.objects.exclude(kind=Kind.HOME), key=key)


def _step(request: HttpRequest, collection: Collection) -> None:
    card, step = _card(request.POST.get("card", "")), request.POST.get("step", "")
    who: dict[str, Any] = {"collection_id": collection.pk, "builder": builder_of(request), "card": card}
    try:
        if step == "put":
            services.put_card(**who)
        elif step == "take":
            services.take_card(**who)
        elif step in ("up", "down"):
            services.move_card(**who, by=1 if step == "down" else -1)
        else:
            raise Http404("no such step")
    except Refused as error:
        messages.warning(request, str(error))
