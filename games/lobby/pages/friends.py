"""Challenging friends, from the page that lists them."""

import re
from collections.abc import Mapping
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import engine
from games.lobby.fields import SPEED
from games.lobby.services import quick
from games.matches.access import current_player
from games.matches.fields import GAME, NO_GAME
from games.matches.services.errors import NotAllowed
from games.people.pages.friends import friends_page, person_named
from phylo.http.keys import KEY, new_key
from phylo.http.problems import Refused


def beside_friends(request: HttpRequest) -> Mapping[str, object]:
    return {
        "games": GAME.choices,
        "clocks": SPEED.choices,
        "rules": request.POST.get("rules", GAME.usual),
        "clock": request.POST.get("clock", SPEED.usual),
        "key": new_key(),
    }


@login_required
@require_POST
def challenge(request: HttpRequest) -> HttpResponse:
    """Challenge the account called `name` to a game: to where one waits for them."""
    player, other = current_player(request), person_named(request)
    rules, clock, key = (request.POST.get(name, "") for name in ("rules", "clock", "key"))
    if other is None:
        messages.error(request, _("There is nobody of this name."))
        return redirect("friends")
    try:
        GAME.checked(rules, name="rules")
        SPEED.checked(clock, name="clock")
        if not re.fullmatch(KEY, key):
            raise NotAllowed(str(NO_GAME))
        # One key for the page: another person, or another game, is another challenge.
        key = f"{key[:30]}-{other.pk.hex[:12]}-{clock}-{rules}"[:64]
        return redirect(quick.challenge(player=player, whom=other, rules=rules, clock=clock, key=key))
    except (Refused, engine.InvalidSetup) as error:
        messages.error(request, str(error))
        return friends_page(request, player, status=HTTPStatus.BAD_REQUEST)
