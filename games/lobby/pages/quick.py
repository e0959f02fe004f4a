"""Quick pairing: looking for somebody to play with, and the computer meanwhile."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from cards.models.builder import builder_of
from games.lobby.forms.quick import QuickForm
from games.lobby.models import OpenTable
from games.lobby.services import quick
from games.lobby.words import Listing, listings
from games.matches.access import current_player, player_id
from games.matches.forms.parts import complaints
from phylo.http.answers import refuse
from phylo.http.problems import Refused, only


@only("POST")
def seek(request: HttpRequest) -> HttpResponse:
    """Look for somebody: a redirect to the match or to where one waits, or the form again with its errors."""
    form = QuickForm(request.POST, builder=builder_of(request))
    if form.is_valid():
        try:
            return _way_to(form.seek(current_player(request)))
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
    context = {"quick": form, "complaints": complaints(form), "decks": form.decks}
    return render(request, "lobby/quick.html", context, status=HTTPStatus.BAD_REQUEST)


@never_cache
@require_safe
def search(request: HttpRequest, code: str) -> HttpResponse:
    """
    Where one waits; once somebody is found it leads to the match. `?part=found`, asked again and again from
    here and from the game against the computer: 204 while one waits, then what there is to say.
    """
    listing = _own_or_404(request, code)
    table = listing.table
    if table.stands:
        quick.stay(table)
    if request.GET.get("part") == "found":
        if table.stands:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return render(request, "lobby/_quick_found.html", {"match": table.began})
    if table.began is not None:
        return redirect("match", table.began.pk)
    form = QuickForm(builder=builder_of(request))
    context = {"table": listing, "quick": form, "decks": () if table.stands else form.decks}
    gone = HTTPStatus.OK if table.stands else HTTPStatus.GONE
    return render(request, "lobby/quick.html", context, status=gone)


@only("POST")
def meanwhile(request: HttpRequest, code: str) -> HttpResponse:
    """A game against the computer with the same rules, which waits if it is left."""
    table = _own_or_404(request, code).table
    if not table.stands:
        return _way_to(table)
    match = quick.meanwhile(player=current_player(request), table=table)
    return redirect(f"{reverse('match', args=[match.pk])}?waiting={table.code}")


@only("POST")
def away(request: HttpRequest, code: str) -> HttpResponse:
    """The page was closed."""
    quick.go_away(_own_or_404(request, code).table)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _way_to(table: OpenTable) -> HttpResponse:
    return redirect("match", table.began.pk) if table.began is not None else redirect(table)


def _own_or_404(request: HttpRequest, code: str) -> Listing:
    known = player_id(request)
    found = OpenTable.objects.with_people().filter(quick=True, code=code, maker=known)
    for listing in listings(found if known else found.none(), viewer=known):
        return listing
    raise Http404("no such search")
