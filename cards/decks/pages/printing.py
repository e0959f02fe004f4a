"""A deck to print: the options and the first sheet, and the PDF."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.art import back_version
from cards.decks.access import deck_or_404
from cards.decks.exchange import DeckCodeError, code_of, in_fours
from cards.decks.pages.page import sequence
from cards.models import Card, Deck
from cards.pages.faces import face_by
from cards.pages.printing import NINE, PrintOptions, pdf_response, places
from phylo.problems import problem, wants_page


@never_cache
@require_safe
def print_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Of a deck that the visitor may see."""
    deck = deck_or_404(request, slug)
    return _page(request, deck, PrintOptions.read(request.GET))


@never_cache
@require_safe
def print_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Its cards in the order of its page, each as often as the deck has it."""
    deck = deck_or_404(request, slug)
    form = PrintOptions.read(request.GET)
    cards = _cards(deck)
    if not form.is_valid() or not cards:
        if wants_page(request):
            return _page(request, deck, form)
        wrong = form.wrong or _("There are no cards in this deck yet.")
        return problem("options" if cards else "empty", wrong)
    return pdf_response(
        request,
        [(card.key, face_by(card, deck.rules)) for card in cards],
        form=form,
        title=deck.name,
        author=deck.maker,
        code=_code(deck),
        site=request.build_absolute_uri(reverse("deck", args=[deck.slug])),
        name=deck.name,
    )


def _code(deck: Deck) -> str:
    """Empty for a deck that has none."""
    try:
        return in_fours(code_of(deck.contents))
    except DeckCodeError:
        return ""


def _cards(deck: Deck) -> list[Card]:
    """One a copy."""
    held = [(entry.card, entry.count) for entry in deck.entries.select_related("card")]
    return [card for card, copies in sequence(held) for _time in range(copies)]


def _page(request: HttpRequest, deck: Deck, form: PrintOptions) -> HttpResponse:
    cards = _cards(deck)
    context = {
        "deck": deck,
        "form": form,
        "count": len(cards),
        "places": places(cards[:NINE]),
        "back": reverse("card-back", args=[back_version()]),
    }
    status = HTTPStatus.OK if form.is_valid() and cards else HTTPStatus.BAD_REQUEST
    return render(request, "decks/print.html", context, status=status)
