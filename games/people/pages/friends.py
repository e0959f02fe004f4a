"""One's friends: who is there, challenging them, and whom one follows or blocks."""

import re
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import engine
from games.lobby.forms.open_table import account_named
from games.lobby.forms.quick import CLOCKS, FAST
from games.lobby.services import quick
from games.matches.access import current_player, own_player
from games.matches.clauses import EVERY
from games.matches.models import Player, ShowsPresence
from games.matches.presence import Presence
from games.matches.services import blocking
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.terms import game_choices
from games.people.services import friends as service
from phylo.accounts.visitors import member_of, safe_next
from phylo.http.input import whole
from phylo.http.keys import KEY, new_key
from phylo.http.problems import Refused


@never_cache
@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    # Looking around stores nothing.
    player = own_player(request).first() or Player(user=member_of(request))
    Presence(player.pk).visit()
    return _page(request, player)


def _page(request: HttpRequest, player: Player, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(
        request,
        "people/friends.html",
        {
            "player": player,
            "friends": service.friends_of(player),
            "followers": service.followers_of(player),
            "blocked": service.blocks_of(player),
            "shows": ShowsPresence.choices,
            "games": game_choices(),
            "clocks": [*CLOCKS.items()],
            "rules": request.POST.get("rules", DEFAULT_RULES),
            "clock": request.POST.get("clock", FAST),
            "key": new_key(),
        },
        status=status,
    )


@login_required
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """
    `do`: follow, unfollow, block or unblock the account called `name`; unblock a guest by the `block`; or
    `presence`, shown to `to`.
    """
    player, act = current_player(request), request.POST.get("do", "")
    try:
        if act == "presence":
            service.show_presence(player=player, to=request.POST.get("to", ""))
            messages.success(request, _("Your choice is saved."))
        elif (other := _blocked(request, player) or _named(request)) is None:
            messages.error(request, _("There is nobody of this name."))
        else:
            _change(player, other, act)
    except Refused as error:
        messages.error(request, str(error))
    return redirect(safe_next(request) or "friends")


def _change(player: Player, other: Player, act: str) -> None:
    match act:
        case "follow":
            service.follow(player=player, followed=other)
        case "unfollow":
            service.unfollow(player=player, followed=other)
        case "block":
            blocking.block(player=player, blocked=other)
        case "unblock":
            blocking.unblock(player=player, blocked=other)


@login_required
@require_POST
def challenge(request: HttpRequest) -> HttpResponse:
    """Challenge the account called `name` to a game: to where one waits for them."""
    player, other = current_player(request), _named(request)
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
        return _page(request, player, status=HTTPStatus.BAD_REQUEST)


def _blocked(request: HttpRequest, player: Player) -> Player | None:
    """Whom a block of the player's is about: guests have no name that could be sent."""
    number = whole(request.POST.get("block", ""), digits=18)
    found = player.mutes.filter(pk=number, blocks=True).select_related("muted").first() if number else None
    return found.muted if found is not None else None


def _named(request: HttpRequest) -> Player | None:
    user = account_named(request.POST.get("name", "") or request.POST.get("whom", ""))
    return Player.objects.get_or_create(user=user)[0] if user is not None else None
