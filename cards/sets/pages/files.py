"""A set as PDF and as JSON."""

import json
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.art import back_version, face_edge
from cards.models import Card
from cards.models.builder import builder_of
from cards.printing.pages import NINE, PrintOptions, pdf_response, places
from cards.sets.access import set_or_404
from cards.sets.cards import cards_of, printed, seen_cards
from cards.sets.models import LICENCES, Collection, SetCard
from phylo.http.addresses import picture_address
from phylo.http.languages import in_language
from phylo.http.problems import problem, wants_page

FORMAT = "phylo-set/1"


@never_cache
@require_safe
def print_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The print options, and the first sheet."""
    return _page(request, set_or_404(request, slug), PrintOptions.read(request.GET))


@never_cache
@require_safe
def print_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The published cards in order, then the own cards that the visitor may see."""
    collection = set_or_404(request, slug)
    form = PrintOptions.read(request.GET)
    cards = [(card.key, card.as_face()) for card in cards_of(collection)]
    own = [printed(card) for card in seen_cards(collection, builder_of(request))]
    cards += own
    if not form.is_valid() or not cards:
        if wants_page(request):
            return _page(request, collection, form)
        wrong = form.wrong or _("There are no cards in this set yet.")
        return problem("options" if cards else "empty", wrong)
    licence = LICENCES.get(collection.licence)
    return pdf_response(
        request,
        cards,
        form=form,
        title=collection.name,
        subtitle=_("The choice of cards: %(licence)s") % {"licence": licence.name} if licence else "",
        author=collection.owner.public_name,
        site=request.build_absolute_uri(reverse("set", args=[collection.slug])),
        name=collection.name,
        own=tuple(key for key, _face in own),
        licence=collection.licence,
    )


@never_cache
@require_safe
def set_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The keys of the published cards, and the contents of the set's own."""
    collection = set_or_404(request, slug)
    body = {
        "format": FORMAT,
        "name": collection.name,
        "description": collection.description,
        "licence": collection.licence,
        "owner": collection.owner.public_name,
        "page": request.build_absolute_uri(reverse("set", args=[collection.slug])),
        "cards": [card.key for card in cards_of(collection)],
        "own_cards": [card.contents for card in seen_cards(collection, builder_of(request))],
    }
    response = HttpResponse(json.dumps(body, ensure_ascii=False, indent=2), content_type="application/json")
    name = slugify(collection.name)[:60].strip("-") or "set"
    response["Content-Disposition"] = f'attachment; filename="phylo-set-{name}.json"'
    return response


def _places(collection: Collection, cards: list[Card], own: list[SetCard]) -> list[dict[str, str]]:
    """The cards on the first sheet."""
    found = places(cards[:NINE])
    for card in own[: NINE - len(found)]:
        address = reverse("set-card-face", args=[collection.slug, card.pk])
        edge = f"#{face_edge(printed(card)[1])}"
        found.append({"name": card.name, "face": in_language(f"{address}?{card.version}"), "edge": edge})
    return found


def _page(request: HttpRequest, collection: Collection, form: PrintOptions) -> HttpResponse:
    cards, own = cards_of(collection), [*seen_cards(collection, builder_of(request))]
    context = {
        "set": collection,
        "form": form,
        "count": len(cards) + len(own),
        "places": _places(collection, cards, own),
        "back": in_language(picture_address("card-back", back_version())),
    }
    status = HTTPStatus.OK if form.is_valid() and context["count"] else HTTPStatus.BAD_REQUEST
    return render(request, "sets/print.html", context, status=status)
