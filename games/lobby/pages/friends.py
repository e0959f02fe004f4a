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
from games.lobby.forms.quick import CLOCKS, FAST
from games.lobby.services import quick
from games.matches.access import current_player
from games.matches.clauses import EVERY
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.terms import game_choices
from games.people.pages.friends import friends_page, person_named
from phylo.http.keys import KEY, new_key
from phylo.http.problems import Refused


def beside_friends(request: HttpRequest) -> Mapping[str, object]:
    return {
        "games": game_choices(),
        "clocks": [*CLOCKS.items()],
        "rules": request.POST.get("rules", DEFAULT_RULES),
        "clock": request.POST.get("clock", FAST),
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
        if rules not in EVERY or clock not in CLOCKS or not re.fullmatch(KEY, key):
            raise NotAllowed(_("There is no such game."))
        # One key for the page: another person, or another game, is another challenge.
        key = f"{key[:30]}-{other.pk.hex[:12]}-{clock}-{rules}"[:64]
        return redirect(quick.challenge(player=player, whom=other, rules=rules, clock=clock, key=key))
    except (Refused, engine.InvalidSetup) as error:
        messages.error(request, str(error))
        return friends_page(request, player, status=HTTPStatus.BAD_REQUEST)
