"""Home: one button to play now, what waits for the visitor, and panels that lead to all parts of the site."""

from collections.abc import Mapping
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from cards.models import Card
from cards.services.version import Version
from games.home.pages.starting import quick_start
from games.lobby.running import FEW, running
from games.matches.access import player_id
from games.matches.models import Seat
from games.table.faces import pictured

FAN = ("american-robin", "valley-oak", "eurasian-lynx", "wildfire", "horse")
CHOOSES = {"rules", "deck"}
"""What home was asked with when the form that begins a match stood on it."""


@never_cache
@ensure_csrf_cookie
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if CHOOSES & request.GET.keys():
        return redirect(f"{reverse('play-computer')}?{request.GET.urlencode()}", permanent=True)
    player = player_id(request)
    context = {
        "quick": quick_start(player),
        "matches": running(player, timezone.now(), FEW),
        "new": player is None or not Seat.objects.filter(player=player).exists(),
        "fan": cache(_fan),
        "cards_as_of": Version.now(),
    }
    return render(request, "home/home.html", context)


def _fan() -> list[Mapping[str, object]]:
    """The faces of a few cards, for decoration."""
    faces = pictured(Card.objects.faces(FAN))
    return [faces[key] for key in FAN if key in faces]
