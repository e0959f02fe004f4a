"""One's friends: who is there, and whom one follows or blocks."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.matches.access import current_player, own_player
from games.matches.models import Player, ShowsPresence
from games.matches.presence import Presence
from games.matches.services import blocking
from games.people.services import friends as service
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of, safe_next
from phylo.http.input import whole_number
from phylo.http.problems import Refused
from phylo.slices import Extension

Parts = Callable[[HttpRequest], Mapping[str, object]]
"""For the template, under names of the slice's own."""

BESIDE_FRIENDS = Extension[Parts]("beside_friends")


@never_cache
@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    # Looking around stores nothing.
    player = own_player(request).first() or Player(user=member_of(request))
    Presence(player.pk).visit()
    return friends_page(request, player)


def friends_page(request: HttpRequest, player: Player, status: int = HTTPStatus.OK) -> HttpResponse:
    return render(
        request,
        "people/friends.html",
        {
            "player": player,
            "friends": service.friends_of(player),
            "followers": service.followers_of(player),
            "blocked": service.blocks_of(player),
            "shows": ShowsPresence.choices,
        }
        | {name: part for parts in BESIDE_FRIENDS for name, part in parts(request).items()},
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
        elif (other := _blocked(request, player) or person_named(request)) is None:
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


def _blocked(request: HttpRequest, player: Player) -> Player | None:
    """Whom a block of the player's is about: guests have no name that could be sent."""
    number = whole_number(request.POST.get("block", ""), digits=18)
    found = player.mutes.filter(pk=number, blocks=True).select_related("muted").first() if number else None
    return found.muted if found is not None else None


def person_named(request: HttpRequest) -> Player | None:
    """The player of the account called `name` or `whom` in what was sent."""
    user = User.objects.active_named(request.POST.get("name", "") or request.POST.get("whom", ""))
    return Player.objects.get_or_create(user=user)[0] if user is not None else None
