"""The screen for a room: the boards and the standings in large type, with a picture of the link to enter."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.pages.qr import qr_svg
from games.tournaments.access import tournament_seen
from games.tournaments.pages.shown import shown

MOST = 300
"""The most boards, and the most lines of standings, that go round on the screen."""


@never_cache
@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """`?part=live` gives what changes by itself. Shows no more than a visitor without an entry sees."""
    page = shown(request, tournament_seen(request, code), size=MOST)
    if request.GET.get("part") == "live":
        return render(request, "tournaments/_screen_live.html", {"shown": page})
    picture = qr_svg(page.listing.address, _("The link to the tournament as a QR picture"))
    context = {"shown": page, "listing": page.listing, "picture": picture}
    return render(request, "tournaments/screen.html", context)
