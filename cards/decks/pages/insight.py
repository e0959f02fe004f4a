"""What one understands of a deck at a glance, and what is worked out a moment later."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from cards.deck_contents import Contents
from cards.decks.access import builder_of, deck_or_404
from cards.decks.insight.chances import chances, first_play
from cards.decks.insight.curves import curves
from cards.decks.insight.problems import problems
from cards.decks.insight.reading import Definitions, Reading
from cards.decks.insight.study import suggestions
from cards.decks.insight.web import web
from cards.decks.insight.wording import percent
from cards.decks.pages.charts import charts, coverage
from cards.decks.pages.study_results import latest
from cards.decks.pages.web_drawing import drawing
from cards.models import Card, Climate, Deck, DeckStudy
from cards.pages.addresses import search_address
from cards.pages.faces import faces

SHUFFLES = 1000
SEED = 1
"""The same for all decks, so that the same deck says the same each time."""


def panel(
    contents: Contents, cards: Mapping[str, Card] | None = None, *, wrong: bool = True, search_at: str = ""
) -> dict[str, Any]:
    """
    What `decks/_insight.html` shows as `insight`, beside the deck as `deck`.

    `cards` are rows of all that the deck names, read if they are not given. Without `wrong` its problems are
    not told, with `search_at` their searches are of that page.
    """
    named = {*contents.cards, *contents.opening_hand, contents.starter} - {""}
    rows = cards if cards is not None else {card.key: card for card in Card.objects.filter(key__in=named)}
    definitions = {key: rows[key].as_record() for key in named if key in rows}
    counted = curves(contents, definitions)
    return {
        "wrong": [
            (each, search_address(each.search, at=search_at) if each.search else "")
            for each in (problems(contents, definitions) if wrong else ())
        ],
        "web": drawing(web(contents, definitions), rows),
        "charts": charts(counted),
        "climates": [(each.value, str(each.label)) for each in Climate],
        "coverage": coverage(counted),
        "first_play": first_play_words(contents, definitions),
        "size": contents.size,
    }


@require_safe
def insight(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything as a page; with `?part=more` only what `decks/_insight_more.html` adds to a panel."""
    deck = deck_or_404(request, slug)
    contents = deck.contents
    cards = {card.key: card for card in Card.objects.filter(key__in={*contents.cards, contents.starter})}
    context = {"deck": deck, "own": deck.belongs_to(builder_of(request)), "more": more(deck, contents, cards)}
    template = "decks/_insight_more.html"
    if request.GET.get("part") != "more":
        template = "decks/insight.html"
        context["insight"] = panel(contents, cards)
    response = render(request, template, context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def more(deck: Deck, contents: Contents, cards: Mapping[str, Card]) -> dict[str, Any]:
    """What takes longer: shuffles, suggestions of the whole card database, and what studies have found."""
    definitions = {key: card.as_record() for key, card in cards.items()}
    return {
        "chances": in_order_words(contents, definitions),
        "suggestions": _suggestions(contents, definitions),
        "storm": latest(deck, DeckStudy.Kind.RESILIENCE),
        "trial": latest(deck, DeckStudy.Kind.TRIAL),
    }


def first_play_words(contents: Contents, definitions: Definitions) -> str:
    """How likely one can begin (P7, P9), counted exactly; empty for an empty deck."""
    if not contents.size:
        return ""
    exact = first_play(Reading.of(contents, definitions))
    rules = engine.rule_set(contents.rules)
    words = {
        "hand": percent(exact.hand),
        "drawn": percent(exact.drawn),
        "mean": f"{exact.playable:.1f}",
        "cards": rules.hand,
    }
    if contents.opening_hand:
        return _(
            "%(mean)s cards of the chosen opening hand can be played first, beside the starter alone."
        ) % (words | {"mean": f"{exact.playable:.0f}"})
    return _(
        "%(hand)s of all opening hands have a card that can be played first, %(drawn)s after the first draw. "
        "On average it is %(mean)s of %(cards)s cards."
    ) % words  # fmt: skip


def in_order_words(contents: Contents, definitions: Definitions) -> str:
    if not contents.size:
        return ""
    found = chances(contents, definitions, seed=SEED, n=SHUFFLES)
    return _(
        "%(mean)s cards of an opening hand can be laid one after the other, on average of %(n)s shuffles."
    ) % {"mean": f"{found.in_order:.1f}", "n": found.hand.n}


def _suggestions(contents: Contents, definitions: Definitions) -> list[tuple[dict[str, Any], str]]:
    """Faces of the suggested cards, and the reasons."""
    found = suggestions(contents, definitions)
    rows = {card.key: card for card in Card.objects.filter(key__in=[each.key for each in found])}
    known = [each for each in found if each.key in rows]
    drawn = faces([rows[each.key] for each in known], rules=contents.rules)
    return [(face, each.text) for face, each in zip(drawn, known, strict=True)]
