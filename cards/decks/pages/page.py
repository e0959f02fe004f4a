"""The page of one deck."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.art import face_version
from cards.deck_contents import Contents
from cards.decks.access import builder_of, deck_or_404
from cards.decks.history import newer_cards
from cards.decks.pages.files import share
from cards.decks.pages.insight import panel
from cards.decks.pages.tiles import tiles
from cards.models import Builder, Card, Deck, DeckComment, DeckLike, Kind, Visibility
from cards.pages.addresses import play_address
from cards.pages.browse import SIZE_COOKIE, SIZES
from cards.pages.faces import faces
from phylo.accounts.models import User

LATER = {Kind.EVENT: 100, Kind.HABITAT: 101}
"""Behind the food-chain numbers."""
A_YEAR = 365 * 24 * 60 * 60
NAMED = 6
"""Cards that other sites are told of."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one food-chain number, or the events, or the habitats; `cards` are faces and their copies."""

    title: str
    copies: int
    cards: list[tuple[dict[str, Any], int]]


@require_safe
def deck_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`?size=` keeps a size of the faces in a cookie and leads to the address without it."""
    if "size" in request.GET:
        return _keep_size(request, slug)
    return shown(request, deck_or_404(request, slug))


def shown(
    request: HttpRequest, deck: Deck, *, status: HTTPStatus = HTTPStatus.OK, **more: Any
) -> HttpResponse:
    """The page, or with `more` the same with a comment that was refused (see talk.py)."""
    builder = builder_of(request)
    held = [(entry.card, entry.count) for entry in deck.entries.select_related("card")]
    own = deck.belongs_to(builder)
    contents = Contents.of(
        {card.key: copies for card, copies in held}, deck.rules, deck.starter, deck.opening_hand
    )
    [tile] = tiles([deck])
    context = {
        "deck": deck,
        "tile": tile,
        "own": own,
        "groups": groups(held, deck.rules),
        "average": _average(held),
        "origin": _origin(deck, builder),
        # What is wrong is the owner's affair.
        "insight": panel(contents, _rows(held, deck.starter), wrong=own) if held else None,
        "share": share(request, deck, contents),
        "size": size if (size := request.COOKIES.get(SIZE_COOKIE, "")) in SIZES else "medium",
        "sizes": SIZES,
        "play_url": play_address(deck),
        "newer": newer_cards(deck) if own else [],
        "hidden": not deck.ready and deck.visibility != Visibility.PUBLIC,
        **_talk(request, deck),
        **_about(request, deck, [card for card, _copies in held], tile.faces),
    }
    response = render(request, "decks/page.html", context | more, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    if context["hidden"]:
        response["X-Robots-Tag"] = "noindex"
    return response


def sequence(held: Iterable[tuple[Card, int]]) -> list[tuple[Card, int]]:
    """In the order of the food chain, then events and habitats; within these by name."""
    return sorted(held, key=lambda each: (_step(each[0]), bytes(each[0].name_order)))


def groups(held: Iterable[tuple[Card, int]], rules: str) -> list[Group]:
    found = []
    for step, members in groupby(sequence(held), key=lambda each: _step(each[0])):
        cards, counts = zip(*members, strict=True)
        drawn = faces(cards, rules=rules)
        found.append(Group(_title(step), sum(counts), list(zip(drawn, counts, strict=True))))
    return found


def _step(card: Card) -> int:
    """The food-chain number, or what stands for one."""
    return LATER.get(Kind(card.kind), card.food_chain or 0)


def _title(number: int) -> str:
    if number == LATER[Kind.EVENT]:
        return _("Events")
    if number == LATER[Kind.HABITAT]:
        return _("Habitats")
    if number == 1:
        return _("Number 1, the base")
    return _("Number %(number)s") % {"number": number}


def _rows(held: Iterable[tuple[Card, int]], starter: str) -> dict[str, Card]:
    """Key -> card of all that the deck names."""
    rows = {card.key: card for card, _copies in held}
    if starter and starter not in rows:
        rows |= {card.key: card for card in Card.objects.filter(key=starter)}
    return rows


def _average(held: list[tuple[Card, int]]) -> float | None:
    """Points of a species."""
    points = [
        card.points or 0 for card, copies in held if card.kind == Kind.SPECIES for _copy in range(copies)
    ]
    return sum(points) / len(points) if points else None


def _origin(deck: Deck, builder: Builder) -> Deck | None:
    """
    What it was made from, where everybody finds it or it is the visitor's own. The address of an unlisted one
    is not given away by its copies.
    """
    if deck.origin_id is None:
        return None
    found = Deck.objects.listed() | Deck.objects.of(builder)
    return found.filter(pk=deck.origin_id).first()


def _talk(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    user = request.user if isinstance(request.user, User) else None
    comments: list[DeckComment] = list(deck.comments.select_related("user"))
    for comment in comments:
        comment.deck = deck
    return {
        "liked": user is not None and DeckLike.objects.filter(deck=deck, user=user).exists(),
        "comments": [(each, user is not None and each.deletable_by(user)) for each in comments],
        "comment_key": secrets.token_urlsafe(12),
        "copy_key": secrets.token_urlsafe(12),
        "sign_in_url": f"{reverse('sign-in')}?{urlencode({'next': reverse('deck', args=[deck.slug])})}",
    }


def _about(request: HttpRequest, deck: Deck, cards: list[Card], fan: list[dict[str, Any]]) -> dict[str, Any]:
    """What other sites and search engines are told."""
    words = ngettext(
        "A deck of %(size)s card for Phylo V%(rules)s, %(points)s points.",
        "A deck of %(size)s cards for Phylo V%(rules)s, %(points)s points.",
        deck.size,
    ) % {"size": deck.size, "rules": deck.rules.removeprefix("phylo-"), "points": deck.points}
    chief = sorted(cards, key=lambda card: (-(card.points or 0), card.key))[:NAMED]
    says = deck.theme or " ".join(deck.notes.split())[:160] or ", ".join(card.name for card in chief)
    preview = ""
    if fan:
        face = next(card for card in cards if card.key == fan[0]["key"]).as_face()
        version = face_version(face, fan[0]["key"])
        preview = request.build_absolute_uri(reverse("card-preview", args=[fan[0]["key"], version]))
    return {
        "canonical": request.build_absolute_uri(reverse("deck", args=[deck.slug])),
        "summary": f"{words} {says}".strip(),
        "preview": preview,
    }


def _keep_size(request: HttpRequest, slug: str) -> HttpResponse:
    response = redirect("deck", slug)
    if request.GET["size"] in SIZES:
        response.set_cookie(SIZE_COOKIE, request.GET["size"], max_age=A_YEAR, samesite="Lax")
    return response
