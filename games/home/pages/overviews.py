"""The overviews of playing, learning and the community. Slices bring their panels to them as Fragments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from cards.models.builder import builder_of
from cards.services.version import Version
from engine.drafting import GAMES
from games.home.pages.starting import quick_start
from games.lobby.forms.quick import QuickForm
from games.lobby.pages.open_tables import pictured
from games.lobby.running import FEW, running
from games.matches.access import player_id
from games.matches.fields import GAME
from games.matches.words.levels import level_choices
from games.people.services.suggested import suggested
from phylo.http.keys import new_key


@never_cache
@ensure_csrf_cookie
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    player = player_id(request)
    levels = suggested(player)
    drafting = [
        pictured(key) | {"level": next(level for level in level_choices(levels[key]) if level.suggested)}
        for key in GAMES
    ]
    context = {
        "start": quick_start(player),
        "matches": running(player, timezone.now(), FEW),
        "quick": QuickForm(builder=builder_of(request)),
        "drafting": drafting,
        "key": new_key(),
    }
    return render(request, "home/play.html", context)


@never_cache
@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    return render(request, "home/learn.html", {"rule_sets": GAME.choices, "cards_as_of": Version.now()})


@never_cache
@require_safe
def community(request: HttpRequest) -> HttpResponse:
    return render(request, "home/community.html")
