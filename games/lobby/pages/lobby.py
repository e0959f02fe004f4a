"""The lobby: open tables, the visitor's matches and invitations, and the form for a new challenge."""

from http import HTTPStatus
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from cards.models.builder import builder_of
from games.lobby.fields import LINK
from games.lobby.forms.open_table import ChallengeForm
from games.lobby.forms.quick import QuickForm
from games.lobby.models import OpenTable, Participant
from games.lobby.running import Running, running
from games.lobby.words import Listing, listings
from games.matches.access import current_player, player_id
from games.matches.forms.parts import complaints
from games.matches.presence import Presence
from phylo.http.addresses import site_address
from phylo.http.answers import refuse
from phylo.http.problems import Refused, only

SHOWN = 60
"""The most open tables listed, newest first."""
TAKING_PART = (Participant.State.INVITED, Participant.State.WAITING)


class Live(TypedDict):
    """
    The parts of the lobby that update by themselves: tables that anybody may join (`open`), to which the
    visitor is invited (`asked`) and at which the visitor waits (`own`), and the visitor's `matches`.
    """

    open: list[Listing]
    asked: list[Listing]
    own: list[Listing]
    matches: list[Running]


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """
    `?part=live` gives just the parts that update by themselves. `?to=` names whom to challenge, `?deck=` a
    deck to bring, `?set=` the set inside which the challenge stands, and `?listed=link` keeps it out of the
    lobby unless something else is chosen.
    """
    if request.GET.get("part") == "live":
        return render(request, "lobby/_live.html", {**live(request)})
    asked, to, inside = (request.GET.get(name, "") for name in ("deck", "to", "set"))
    private = request.GET.get("listed") == LINK
    form = ChallengeForm(builder=builder_of(request), asked=asked, to=to, inside=inside, private=private)
    return _page(request, form)


def _page(request: HttpRequest, form: ChallengeForm) -> HttpResponse:
    return render(
        request,
        "lobby/lobby.html",
        {
            "form": form,
            "complaints": complaints(form),
            "quick": QuickForm(builder=form.builder),
            "decks": form.fields["deck"].widget.choices,
            **live(request),
        },
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )


@only("POST")
def challenge_new(request: HttpRequest) -> HttpResponse:
    """Open a challenge: a redirect to its page, or the lobby again with the form's errors."""
    form = ChallengeForm(request.POST, builder=builder_of(request))
    if form.is_valid():
        try:
            return redirect(form.open_table(current_player(request)))
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
    return _page(request, form)


def live(request: HttpRequest) -> Live:
    known, now = player_id(request), timezone.now()
    if known:
        Presence(known).visit()
    standing = OpenTable.objects.with_people().standing(at=now)
    theirs = list(standing.with_participant(known, *TAKING_PART)) if known else []
    listed = list(
        standing.open_to(known).filter(listed=True).exclude(pk__in=[each.pk for each in theirs])[:SHOWN]
    )
    site = site_address(request)
    found = listings([*theirs, *listed], viewer=known, site=site)
    return {
        "open": [each for each in found if each.table.free and each.state not in TAKING_PART],
        "asked": [each for each in found if each.state == Participant.State.INVITED],
        "own": [each for each in found if each.state == Participant.State.WAITING],
        "matches": running(known, now),
    }
