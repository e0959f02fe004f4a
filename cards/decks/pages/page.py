"""The page of one deck, with its likes and comments."""

from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from cards.art import face_version
from cards.decks.access import deck_or_404
from cards.decks.cards import DeckCards, place_of, title_of
from cards.decks.errors import NoComments
from cards.decks.history import missing_cards, newer_cards
from cards.decks.models import Deck, DeckLike
from cards.decks.pages.files import share
from cards.decks.pages.insight import panel
from cards.decks.pages.strength import strength_of
from cards.decks.pages.tiles import tiles
from cards.decks.services import talk
from cards.models import Builder
from cards.models.builder import builder_of
from cards.models.card import is_own
from cards.pages.faces import Face, faces
from cards.ready_texts import local_text
from cards.search.pages.search_page import face_size, keep_face_size
from cards.words import percent, rules_name
from phylo.accounts.visitors import reader_of
from phylo.http.answers import missing_is_404
from phylo.http.keys import new_key
from phylo.http.languages import in_language
from phylo.http.problems import Refused

NAMED = 6
"""Cards named in link previews on other sites."""


@dataclass(frozen=True, slots=True)
class Group:
    """The cards with one food-chain number, the events or the habitats; `cards` are faces with copies."""

    title: str
    copies: int
    cards: list[tuple[Face, int]]


@require_safe
def deck_page(request: HttpRequest, slug: str) -> HttpResponse:
    """`?size=` stores a size of the faces in a cookie and redirects to the address without it."""
    if "size" not in request.GET:
        return _page(request, deck_or_404(request, slug))
    return keep_face_size(request, redirect("deck", slug))


@require_POST
@missing_is_404
def like(request: HttpRequest, slug: str) -> HttpResponse:
    """Like the deck, or unlike it if `on` is empty. Returns the new button to htmx, else redirects."""
    deck = deck_or_404(request, slug)
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("deck", args=[slug]))
    wanted = bool(request.POST.get("on"))
    change = talk.like if wanted else talk.unlike
    try:
        deck.likes = change(deck_id=deck.pk, user=user)
    except NoComments as error:
        raise Http404("nothing to like") from error
    if request.headers.get("HX-Request"):
        return render(request, "decks/_like.html", {"deck": deck, "liked": wanted})
    return redirect("deck", slug)


@require_POST
@missing_is_404
def comment(request: HttpRequest, slug: str) -> HttpResponse:
    deck = deck_or_404(request, slug)
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("deck", args=[slug]))
    text, key = request.POST.get("text", ""), request.POST.get("key", "")
    try:
        said = talk.comment(deck_id=deck.pk, user=user, text=text, key=key)
    except NoComments as error:
        raise Http404("nothing to comment on") from error
    except Refused as error:
        return _page(request, deck, status=error.status, wrong=str(error), text=text)
    return redirect(f"{reverse('deck', args=[slug])}#comment-{said.pk}")


@require_POST
def delete_comment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    deck = deck_or_404(request, slug)
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("deck", args=[slug]))
    said = deck.comments.select_related("deck").filter(pk=pk).first()
    if said is not None:
        if not said.deletable_by(user):
            raise Http404("no such comment of yours")
        talk.delete_comment(comment_id=said.pk)
        messages.success(request, _("The comment is deleted."))
    return redirect(f"{reverse('deck', args=[slug])}#comments")


def _page(
    request: HttpRequest, deck: Deck, *, status: HTTPStatus = HTTPStatus.OK, wrong: str = "", text: str = ""
) -> HttpResponse:
    """The page; if the comment `text` was refused, `wrong` says why."""
    builder = builder_of(request)
    cards = DeckCards.of_deck(deck)
    own = deck.belongs_to(builder)
    hidden = not deck.listed
    [tile] = tiles([deck])
    strength = strength_of(deck)
    context = {
        "deck": deck,
        "tile": tile,
        "strength": percent(strength.share) if strength else "",
        "own": own,
        "groups": groups(cards),
        "average": cards.mean_points,
        "credit": deck.credit_for(builder),
        "origin": _origin(deck, builder),
        # Only the owner sees what is wrong with a deck.
        "insight": panel(cards, wrong=own) if cards.contents.cards else None,
        "share": share(request, deck, cards.contents),
        **face_size(request),
        "play_url": deck.play_address,
        "newer": newer_cards(deck) if own else [],
        "missing": missing_cards(deck, cards.missing),
        "hidden": hidden,
        "wrong": wrong,
        "text": text,
        **_talk(request, deck),
        **_about(request, deck, cards, tile.faces),
    }
    response = render(request, "decks/page.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    if hidden:
        response["X-Robots-Tag"] = "noindex"
    return response


def groups(cards: DeckCards) -> list[Group]:
    found = []
    for step, members in groupby(cards.sequence, key=lambda each: place_of(each[0])):
        rows, counts = zip(*members, strict=True)
        drawn = faces(rows, rules=cards.contents.rules)
        found.append(Group(title_of(step), sum(counts), list(zip(drawn, counts, strict=True))))
    return found


def _origin(deck: Deck, builder: Builder) -> Deck | None:
    """The deck it was made from, if listed or the visitor's own: addresses of unlisted decks stay secret."""
    if deck.origin_id is None:
        return None
    found = Deck.objects.listed() | Deck.objects.of(builder)
    return found.filter(pk=deck.origin_id).first()


def _talk(request: HttpRequest, deck: Deck) -> dict[str, object]:
    user = reader_of(request)
    comments = list(deck.comments.shown_to(user).select_related("user"))
    for each in comments:
        each.deck = deck
    return {
        "liked": user is not None and DeckLike.objects.filter(deck=deck, user=user).exists(),
        "comments": [(each, user is not None and each.deletable_by(user)) for each in comments],
        "comment_key": new_key(),
        "copy_key": new_key(),
        "sign_in_url": f"{reverse('account_login')}?{urlencode({'next': reverse('deck', args=[deck.slug])})}",
    }


def _about(request: HttpRequest, deck: Deck, cards: DeckCards, fan: list[Face]) -> dict[str, object]:
    """The description for search engines and link previews."""
    words = ngettext(
        "A deck of %(size)s card for Phylo V%(rules)s, %(points)s points.",
        "A deck of %(size)s cards for Phylo V%(rules)s, %(points)s points.",
        deck.size,
    ) % {"size": deck.size, "rules": rules_name(deck.rules), "points": deck.points}
    best = sorted(cards.counted, key=lambda each: (-(each[0].points or 0), each[0].key))[:NAMED]
    names = ", ".join(card.local_name for card, _copies in best)
    says = local_text(deck.theme) or " ".join(deck.notes.split())[:160] or names
    preview = ""
    if fan and not is_own(fan[0]["key"]):
        key = fan[0]["key"]
        version = face_version(cards.rows[key].as_face(), key)
        preview = request.build_absolute_uri(in_language(reverse("card-preview", args=[key, version])))
    return {
        "canonical": request.build_absolute_uri(reverse("deck", args=[deck.slug])),
        "summary": f"{words} {says}".strip(),
        "preview": preview,
    }
