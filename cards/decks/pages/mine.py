"""One's own decks, of an account or of the guest whom the session names."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.decks.access import builder_of
from cards.decks.insight.problems import errors
from cards.decks.pages.lists import page_of
from cards.decks.pages.tiles import Tile, tiles
from cards.models import Card, Deck


@dataclass(frozen=True, slots=True)
class Row:
    """
    `wrong`: why its rules do not take it yet, the first thing in words; empty where they do. `just_now`: it
    was changed within the last minute.
    """

    tile: Tile
    wrong: str
    just_now: bool


@never_cache
@require_safe
def my_decks(request: HttpRequest) -> HttpResponse:
    """Newest change first. `?page=` counts from 1."""
    builder = builder_of(request)
    found = Deck.objects.of(builder).select_related("owner", "origin").order_by("-changed_at", "-pk")
    page = page_of(request, found)
    if page is None:
        return redirect("my-decks")
    context: dict[str, Any] = {
        "page": page,
        "rows": _rows(list(page)),
        "guest": builder.user is None,
        "copy_key": secrets.token_urlsafe(12),
    }
    return render(request, "decks/mine.html", context)


def _rows(decks: Sequence[Deck]) -> list[Row]:
    """With one query for the cards of all decks that are not complete."""
    open_ones = [deck for deck in decks if not deck.complete]
    contents = {deck.pk: deck.contents for deck in _with_entries(open_ones)}
    keys = {key for each in contents.values() for key in (*each.cards, each.starter) if key}
    cards = Card.objects.definitions(keys) if keys else {}
    wrong = {pk: next((each.text for each in errors(held, cards)), "") for pk, held in contents.items()}
    minute_ago = timezone.now() - timedelta(minutes=1)
    return [
        Row(tile, wrong.get(tile.deck.pk, ""), tile.deck.changed_at > minute_ago) for tile in tiles(decks)
    ]


def _with_entries(decks: Sequence[Deck]) -> Sequence[Deck]:
    if not decks:
        return []
    return list(Deck.objects.filter(pk__in=[deck.pk for deck in decks]).prefetch_related("entries__card"))
