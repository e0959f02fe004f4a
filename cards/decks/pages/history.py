"""The versions of a deck, for everybody who may see it; its owner can restore and annotate them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.decks import services
from cards.decks.access import deck_or_404, own_deck_or_404
from cards.decks.cards import DeckCards, names_of
from cards.decks.errors import BadChange, StaleDeck
from cards.decks.fields import VERSION_NOTE
from cards.decks.history import Difference, Save, Step, changed_since, difference, sessions, steps
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.pages.page import groups
from cards.models.builder import builder_of
from cards.words import rules_name
from phylo.http.answers import missing_is_404, page_of
from phylo.http.input import number_in
from phylo.http.keys import new_key

PAGE = 20
"""Entries per page; an entry may hold many saves."""


@dataclass(frozen=True, slots=True)
class Row:
    """One save and what it changed."""

    save: Save
    steps: list[Step]
    size: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A group of saves: the newest one, what they changed together, and each of them if there are several."""

    newest: Row
    steps: list[Step]
    first: bool
    rows: list[Row]


@never_cache
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The versions, newest first; `?page=` counts from 1."""
    deck = deck_or_404(request, slug)
    columns = deck.versions.order_by("number").values_list("number", "created_at", "note")
    page = page_of(request, sessions([Save(*row) for row in columns]), PAGE)
    context = {
        "deck": deck,
        "own": deck.belongs_to(builder_of(request)),
        "page": page,
        "entries": _entries(deck, list(page)),
        "copy_key": new_key(),
        "longest_note": VERSION_NOTE.longest,
    }
    return render(request, "decks/history.html", context)


def _entries(deck: Deck, shown: Sequence[Sequence[Save]]) -> list[Entry]:
    """Takes two queries, however much is shown."""
    saves = [save for session in shown for save in session]
    numbers = {save.number for save in saves}
    # The first version shown is compared with the one before it.
    stored = deck.versions.filter(number__gte=min(numbers) - 1, number__lte=max(numbers)) if numbers else []
    held = {version.number: version.contents for version in stored}
    changes = {save.number: _change(held, save.number, save.number) for save in saves}
    names = names_of((key for change in changes.values() for key in change.named), deck)
    rows = {
        save.number: Row(save, steps(changes[save.number], names), held[save.number].size) for save in saves
    }
    return [
        Entry(
            newest=rows[session[0].number],
            steps=steps(_change(held, session[-1].number, session[0].number), names),
            first=session[-1].number == 1,
            rows=[rows[save.number] for save in session] if len(session) > 1 else [],
        )
        for session in shown
    ]


def _change(held: dict[int, Contents], first: int, last: int) -> Difference:
    """What the versions from `first` to `last` changed together; the deck began empty."""
    return difference(held.get(first - 1, Contents(rules=held[first].rules)), held[last])


@never_cache
@require_safe
@missing_is_404
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    deck = deck_or_404(request, slug)
    version = deck.versions.get(number=number)
    cards = DeckCards.of(version.contents)
    contents = cards.contents
    context = {
        "deck": deck,
        "own": deck.belongs_to(builder_of(request)),
        "version": version,
        "contents": contents,
        "rules": rules_name(contents.rules),
        "starter": cards.rows.get(contents.starter),
        "hand": [cards.rows[key].local_name if key in cards.rows else key for key in contents.opening_hand],
        "points": cards.points,
        "groups": groups(cards),
        "since": changed_since(version),
        "newest": number == deck.version,
        "copy_key": new_key(),
    }
    return render(request, "decks/version.html", context)


@never_cache
@require_POST
@missing_is_404
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make this version the newest. Takes the `version` that was read."""
    deck = own_deck_or_404(request, slug)
    try:
        services.restore_version(deck=deck, number=number, read=_version(request))
    except StaleDeck as error:
        messages.warning(request, _("Nothing was restored. %(why)s") % {"why": error})
    except BadChange as error:
        words = _("Version %(number)s cannot be restored: %(why)s")
        messages.warning(request, words % {"number": number, "why": error})
    else:
        messages.success(request, _("Version %(number)s is restored.") % {"number": number})
    return redirect("deck-history", slug)


@never_cache
@require_POST
@missing_is_404
def note(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes the `note`, which may be empty, and the `page` to return to."""
    deck = own_deck_or_404(request, slug)
    try:
        services.note_version(deck=deck, number=number, note=request.POST.get("note", ""))
    except BadChange as error:
        messages.warning(request, str(error))
    page = number_in(request.POST.get("page", ""), default=1)
    asked = f"?page={page}" if page > 1 else ""
    return redirect(f"{reverse('deck-history', args=[slug])}{asked}#version-{number}")


@never_cache
@require_POST
@missing_is_404
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Update the deck to the newest revisions of its cards. Takes the `version` that was read."""
    deck = own_deck_or_404(request, slug)
    try:
        services.take_over(deck_id=deck.pk, version=_version(request))
    except StaleDeck as error:
        messages.warning(request, _("The cards were not updated. %(why)s") % {"why": error})
    except BadChange as error:
        messages.warning(request, _("The cards cannot be updated: %(why)s") % {"why": error})
    else:
        messages.success(request, _("The deck has the newest cards now."))
    return redirect("deck", slug)


def _version(request: HttpRequest) -> int:
    return number_in(request.POST.get("version", ""))
