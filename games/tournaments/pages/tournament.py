"""The page of a tournament, and what those who play in it do there."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

import engine
from cards.models.builder import builder_of
from cards.pages.qr import qr_svg
from games.matches.access import current_player
from games.matches.forms.parts import complaints
from games.matches.services.players import name_guest
from games.matches.waiting import waiting_for
from games.tournaments.access import tournament_seen
from games.tournaments.files import trf
from games.tournaments.forms import EntryForm
from games.tournaments.models import Tournament
from games.tournaments.pages.shown import kept_for_visitors, listing_of, shown
from games.tournaments.services import entering
from games.tournaments.services.standings import System
from phylo.http.answers import refuse
from phylo.http.limits import client_address
from phylo.http.problems import Refused, only


@never_cache
@ensure_csrf_cookie
@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """
    `?part=live` gives what changes by itself: the visitor's own game, the boards and the standings. `shown`
    says what else the address may ask.
    """
    found = tournament_seen(request, code)
    if request.GET.get("part") == "live":
        return HttpResponse(kept_for_visitors(request, found, "live", lambda: _live(request, found)))
    return _page(request, found)


def _live(request: HttpRequest, found: Tournament) -> str:
    return render_to_string("tournaments/_live.html", {"shown": shown(request, found)}, request)


def _page(request: HttpRequest, found: Tournament, form: EntryForm | None = None) -> HttpResponse:
    page = shown(request, found)
    if form is None and page.listing.may_enter:
        form = _entry_form(request, found, known=page.own is not None)
    wrong = complaints(form) if form else []
    context = {
        "shown": page,
        "tournament": found,
        "listing": page.listing,
        "form": form,
        "complaints": wrong,
        "needs_account": found.rated and not request.user.is_authenticated,
        "has_trf": trf.fits(System(found.kind), found.seats),
        "picture": qr_svg(page.listing.address, _("The link to the tournament as a QR picture")),
        "address": page.listing.address,
    }
    status = HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK
    return render(request, "tournaments/page.html", context, status=status)


def _entry_form(request: HttpRequest, found: Tournament, *, known: bool) -> EntryForm:
    """Who plays in a set has a name there."""
    outside = found.collection_id is None and not request.user.is_authenticated
    return EntryForm(
        request.POST if request.method == "POST" else None,
        tournament=found,
        builder=builder_of(request),
        known=known,
        nameless=outside and not waiting_for(request).name,
    )


@only("POST")
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Take part, with a `deck` and the `password` where they are asked for; also come back."""
    found = tournament_seen(request, code)
    known = listing_of(request, found).entry is not None
    form = _entry_form(request, found, known=known)
    if form.is_valid():
        given = form.cleaned_data
        try:
            player = current_player(request)
            if given.get("display_name"):
                name_guest(player=player, name=given["display_name"])
            entering.enter(
                code=code,
                player=player,
                deck=given.get("deck"),
                password=given.get("password", ""),
                came_from=client_address(request) or "nowhere",
            )
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
        else:
            messages.success(request, _("You take part."))
            return redirect("tournament", code)
    return _page(request, found, form)


@only("POST")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw from the tournament; a game under way is played on."""
    found = tournament_seen(request, code)
    entering.withdraw(code=code, player=current_player(request))
    page = _("You have withdrawn. You may come back by entering again.")
    messages.success(request, page if not found.over else _("The tournament is over."))
    return redirect("tournament", code)


@only("POST")
def ready(request: HttpRequest, code: str) -> HttpResponse:
    """In an arena: wait for the next game (`do=wait`), or have a break."""
    tournament_seen(request, code)
    try:
        entering.be_ready(code=code, player=current_player(request), ready=request.POST.get("do") == "wait")
    except Refused as error:
        messages.warning(request, str(error))
    return redirect("tournament", code)
