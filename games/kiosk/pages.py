"""The screen in a hall (docs/kiosk.md): its start, cards, lessons and games, and the way back."""

import csv
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from cards.decks.models import Deck
from cards.decks.pages.tiles import tiles
from cards.models import Builder, Card
from cards.pages.faces import Face, faces
from cards.sets.access import SetAction, Standing, own_set_or_404
from cards.sets.cards import cards_of, own_cards
from cards.sets.models import Collection
from games.kiosk import services as visits
from games.kiosk.forms import HERE, KioskGameForm
from games.kiosk.models import KioskDay
from games.kiosk.screens import COOKIE, SITE, Kiosk, kiosk_of, mark
from games.lessons.shipped import course
from games.matches.access import current_player
from games.matches.models import Match, Player
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import DEFAULT_RULES, start_against_bot
from games.matches.services.one_device import start_on_one_device
from phylo.accounts.guests import guest_in
from phylo.http import languages
from phylo.http.problems import only

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, Collection | None, P], HttpResponse]
DAYS_SHOWN = 60
FAN = 5


def of_kiosk(page: Page[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """
    A page behind the start of a screen: gets the set, or None for the site's own. Other browsers are led to
    the start first; the first page after it counts as a visit.
    """

    @never_cache
    @wraps(page)
    def answer(request: HttpRequest, slug: str, *args: P.args, **named: P.kwargs) -> HttpResponse:
        collection, kiosk = _shown_or_404(slug), kiosk_of(request)
        if kiosk is None or kiosk.slug != slug:
            return redirect("kiosk", slug)
        visiting = replace(kiosk, visiting=True)
        request.kiosk = visiting  # type: ignore[attr-defined]
        response = page(request, collection, *args, **named)
        if not kiosk.visiting:
            visits.count_visit(collection, kiosk.visit)
            mark(response, visiting)
        return response

    return answer


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str = SITE) -> HttpResponse:
    """
    POST makes the browser a screen, or answers 409 where somebody has an account or something of their own in
    it. In any other browser a page asks first, or says how: no link locks anybody in.
    """
    collection, known, here = _shown_or_404(slug), kiosk_of(request), get_language() or ""
    own = known is None and guest_in(request.session) is not None
    if request.user.is_authenticated or own:
        elsewhere = {"set": collection, "address": request.build_absolute_uri(request.path)}
        status = HTTPStatus.CONFLICT if request.method == "POST" else HTTPStatus.OK
        return render(request, "kiosk/private.html", elsewhere, status=status)
    if known is None or known.slug != slug:
        if request.method != "POST":
            leave_at = request.build_absolute_uri(reverse("kiosk-leave")).partition("://")[2]
            return render(
                request, "kiosk/begin.html", {"set": collection, "slug": slug, "leave_at": leave_at}
            )
        begun, begins = redirect("kiosk", slug), Kiosk(slug)
        request.kiosk = begins  # type: ignore[attr-defined]
        mark(begun, begins)
        # What was chosen in this browser is from now on the language of the screen.
        languages.forget(request)
        languages.enter(request, here)
        return begun
    if languages.chosen(request):
        # Whoever has chosen one is somebody: the screen asks for them, and has its own language again.
        request.kiosk = replace(known, visiting=True)  # type: ignore[attr-defined]
    context = {
        "set": collection,
        "fan": _fan(collection),
        "running": _running(request),
    }
    return render(request, "kiosk/start.html", context)


@of_kiosk
@require_safe
def cards(request: HttpRequest, collection: Collection | None) -> HttpResponse:
    """The cards of the set; for the site those of a ready deck, by `?deck=` or the first."""
    context: dict[str, object] = {"set": collection}
    if collection is not None:
        own = own_cards(collection, Builder(), Standing.OUTSIDER)
        context["faces"] = [*faces(cards_of(collection)), *(each.face for each in own)]
    else:
        decks = _decks(None)
        chosen = next((deck for deck in decks if deck.slug == request.GET.get("deck")), decks[0])
        keys = list(dict.fromkeys(chosen.card_keys()))
        context |= {"decks": decks, "deck": chosen, "faces": faces(Card.objects.filter(key__in=keys))}
    return render(request, "kiosk/cards.html", context)


@of_kiosk
@require_http_methods(["GET", "HEAD", "POST"])
def lessons(request: HttpRequest, collection: Collection | None) -> HttpResponse:
    """POST: to the lesson `key`, as a visitor who is forgotten afterwards."""
    if request.method == "POST":
        key = request.POST.get("key", "")
        if key not in course().lessons:
            raise Http404("no such lesson")
        _visitor(request, collection)
        return redirect("lesson", key)
    return render(request, "kiosk/lessons.html", {"set": collection, "groups": course().groups})


@of_kiosk
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, collection: Collection | None) -> HttpResponse:
    decks = _decks(collection)
    form = KioskGameForm(request.POST if request.method == "POST" else None, decks=decks)
    if form.is_valid():
        try:
            match = _begin(_visitor(request, collection), form)
        except NotAllowed as error:
            # A card of the deck has left the set since the page was shown.
            form.add_error("deck", str(error))
        else:
            return redirect("match", match.pk)
    context = {"set": collection, "form": form, "tiles": tiles(decks)}
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "kiosk/play.html", context, status=status)


@never_cache
@only("POST")
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the visitor and lead back to the start. Other browsers are left alone."""
    kiosk = kiosk_of(request)
    if kiosk is None:
        raise Http404("no screen")
    _forget_visitor(request)
    response = redirect("kiosk", kiosk.slug)
    mark(response, Kiosk(kiosk.slug))
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """For whoever looks after the screen: POST makes it an ordinary browser again. No page leads here."""
    kiosk = kiosk_of(request)
    if request.method != "POST" or kiosk is None:
        return render(request, "kiosk/leave.html")
    _forget_visitor(request)
    languages.enter(request, "")
    response = redirect("home")
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


@never_cache
@require_safe
def counts(request: HttpRequest, slug: str) -> HttpResponse:
    """What was done at the screens of a set, by day, for its owner and editors."""
    collection = own_set_or_404(request, slug, SetAction.DESCRIBE)
    days = KioskDay.objects.filter(collection=collection)[:DAYS_SHOWN]
    address = request.build_absolute_uri(Kiosk(slug).start)
    return render(request, "kiosk/counts.html", {"set": collection, "days": days, "address": address})


@never_cache
@require_safe
def counts_csv(request: HttpRequest, slug: str) -> HttpResponse:
    collection = own_set_or_404(request, slug, SetAction.DESCRIBE)
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="kiosk-{collection.slug}.csv"'},
    )
    table = csv.writer(response)
    table.writerow(["day", "visits", "games", "lessons"])
    days = KioskDay.objects.filter(collection=collection).order_by("day")
    table.writerows(days.values_list("day", "visits", "games", "lessons"))
    return response


def _shown_or_404(slug: str) -> Collection | None:
    """The public set, or None for the site's own screen; raises Http404."""
    if slug == SITE:
        return None
    found = Collection.objects.listed().filter(slug=slug).first()
    if found is None:
        raise Http404("no such set")
    return found


def _decks(collection: Collection | None) -> list[Deck]:
    """The decks that the people who keep the set have made in it; where there are none, the ready ones."""
    own = list(Deck.objects.offered_by(collection)) if collection is not None else []
    return own or list(Deck.objects.ready().for_rules(DEFAULT_RULES))


def _begin(player: Player, form: KioskGameForm) -> Match:
    """Start the game that a valid form asks for. Raises NotAllowed."""
    against = form.cleaned_data["against"]
    if against == HERE:
        return start_on_one_device(player=player, deck=form.chosen, opponent_deck=None)
    return start_against_bot(player=player, deck=form.chosen, opponent_deck=None, level=against, coach=True)


def _fan(collection: Collection | None) -> list[Face]:
    """A few faces for the start."""
    shown = cards_of(collection)[:FAN] if collection is not None else []
    if shown:
        return faces(shown)
    return [face for tile in tiles(_decks(collection)[:2]) for face in tile.faces][:FAN]


def _forget_visitor(request: HttpRequest) -> None:
    """In a screen's browser everybody is a visitor: it became one when nobody was known there."""
    guest = guest_in(request.session)
    if guest is not None:
        visits.leave(guest_id=guest)
        request.session.flush()
    rotate_token(request)
    languages.forget(request)


def _visitor(request: HttpRequest, collection: Collection | None) -> Player:
    """The visitor as a guest, whose session ends with the browser at the latest."""
    player = current_player(request)
    visits.enter(player=player, collection=collection)
    request.session.set_expiry(0)
    return player


def _running(request: HttpRequest) -> Match | None:
    """The latest game that the visitor has begun and not finished."""
    guest = guest_in(request.session)
    if guest is None:
        return None
    found = Match.objects.lean().playing().filter(seats__player__guest=guest)
    return found.order_by("-created").first()
