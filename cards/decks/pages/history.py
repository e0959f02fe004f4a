"""What a deck has been, for everybody who may see the deck; its maker restores and notes."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.deck_contents import Contents
from cards.decks import services
from cards.decks.access import builder_of, deck_or_404, own_deck_or_404
from cards.decks.errors import BadChange, StaleEdition
from cards.decks.history import Difference, Save, Step, difference, names_of, since, sittings, steps
from cards.decks.pages.page import groups
from cards.decks.services.building import LONGEST_NOTE
from cards.models import Card, Deck, DeckVersion
from phylo.numbers import whole

PAGE = 20
"""Entries; an entry may hold many saves."""


@dataclass(frozen=True, slots=True)
class Row:
    """One save: what it changed, nothing at the first one."""

    save: Save
    steps: list[Step]
    size: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A sitting: its newest save, what its saves together changed, and each of them if there are several."""

    newest: Row
    steps: list[Step]
    first: bool
    rows: list[Row]


@never_cache
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first; `?page=` counts from 1."""
    deck = deck_or_404(request, slug)
    columns = deck.versions.order_by("number").values_list("number", "created_at", "note")
    pages = Paginator(sittings([Save(*row) for row in columns]), PAGE)
    wanted = whole(request.GET.get("page", "1"), digits=6)
    if wanted is None or wanted not in pages.page_range:
        raise Http404("no such page")
    page = pages.page(wanted)
    context = {
        "deck": deck,
        "own": deck.belongs_to(builder_of(request)),
        "page": page,
        "entries": entries(deck, list(page)),
        "copy_key": secrets.token_urlsafe(12),
        "longest_note": LONGEST_NOTE,
    }
    return render(request, "decks/history.html", context)


def entries(deck: Deck, shown: Sequence[Sequence[Save]]) -> list[Entry]:
    """With two queries, whatever is shown."""
    saves = [save for sitting in shown for save in sitting]
    numbers = {save.number for save in saves}
    # The first that is shown is compared with the one before it.
    stored = deck.versions.filter(number__gte=min(numbers) - 1, number__lte=max(numbers)) if numbers else []
    held = {version.number: version.contents for version in stored}
    changes = {save.number: _change(held, save.number, save.number) for save in saves}
    names = names_of(key for change in changes.values() for key in change.named)
    rows = {
        save.number: Row(save, steps(changes[save.number], names), held[save.number].size) for save in saves
    }
    return [
        Entry(
            newest=rows[sitting[0].number],
            steps=steps(_change(held, sitting[-1].number, sitting[0].number), names),
            first=sitting[-1].number == 1,
            rows=[rows[save.number] for save in sitting] if len(sitting) > 1 else [],
        )
        for sitting in shown
    ]


def _change(held: dict[int, Contents], first: int, last: int) -> Difference:
    """What the versions from the first to the last one changed together; the deck began with no cards."""
    after = held[last]
    return difference(held.get(first - 1, Contents(rules=held[first].rules)), after)


@never_cache
@require_safe
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    deck = deck_or_404(request, slug)
    version = _version_or_404(deck, number)
    contents = version.contents
    cards = {card.key: card for card in Card.objects.filter(key__in=[*contents.cards, contents.starter])}
    held = [(cards[key], copies) for key, copies in contents.cards.items() if key in cards]
    names = names_of(contents.opening_hand) if contents.opening_hand else {}
    context = {
        "deck": deck,
        "own": deck.belongs_to(builder_of(request)),
        "version": version,
        "contents": contents,
        "rules": contents.rules.removeprefix("phylo-"),
        "starter": cards.get(contents.starter),
        "hand": [names.get(key, key) for key in contents.opening_hand],
        "points": sum((card.points or 0) * copies for card, copies in held),
        "groups": groups(held, contents.rules),
        "since": since(version),
        "newest": number == deck.version,
        "copy_key": secrets.token_urlsafe(12),
    }
    return render(request, "decks/version.html", context)


@never_cache
@require_POST
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes `edition`."""
    deck = own_deck_or_404(request, slug)
    try:
        services.restore_version(
            deck=deck, number=number, edition=whole(request.POST.get("edition", "")) or 0
        )
    except (DeckVersion.DoesNotExist, Deck.DoesNotExist) as error:
        raise Http404("no such version") from error
    except StaleEdition:
        messages.warning(
            request, _("Nothing is restored: the deck was changed meanwhile. Look at it, then restore again.")
        )
    except BadChange as error:
        why = _("Version %(number)s cannot come back: %(why)s") % {"number": number, "why": error}
        messages.warning(request, why)
    else:
        messages.success(request, _("Version %(number)s is the newest again.") % {"number": number})
    return redirect("deck-history", deck.slug)


@never_cache
@require_POST
def note(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes `note`, empty for none, and `page`, to which it leads back."""
    deck = own_deck_or_404(request, slug)
    try:
        services.note_version(deck=deck, number=number, note=request.POST.get("note", ""))
    except DeckVersion.DoesNotExist as error:
        raise Http404("no such version") from error
    except BadChange as error:
        messages.warning(request, str(error))
    return redirect(_back(request, deck) + f"#version-{number}")


def _back(request: HttpRequest, deck: Deck) -> str:
    page = whole(request.POST.get("page", ""), digits=6) or 1
    return reverse("deck-history", args=[deck.slug]) + (f"?page={page}" if page > 1 else "")


def _version_or_404(deck: Deck, number: int) -> DeckVersion:
    version = deck.versions.filter(number=number).first()
    if version is None:
        raise Http404("no such version")
    return version
