"""What those who watch a match say to each other; those who play read it once the match is over."""

import uuid
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.matches.access import Look, current_player, watchers_or_404
from games.matches.models import Player
from games.matches.services import chat
from games.table.people import names_of, seats_of
from phylo.accounts.visitors import reader_of
from phylo.http.keys import new_key
from phylo.http.problems import Refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def watchers(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """GET: the messages, with `?part=list` only those. POST: say something. Only accounts, until the end."""
    look = watchers_or_404(request, match_id)
    if request.method != "POST":
        return _page(request, look)
    try:
        chat.say(
            match_id=match_id,
            player=current_player(request),
            text=request.POST.get("text", ""),
            key=request.POST.get("key", "")[:64] or new_key(),
            watching=True,
        )
    except Refused as error:
        return _page(request, look, str(error))
    return redirect("match-watchers", match_id)


def _page(request: HttpRequest, look: Look, wrong: str = "") -> HttpResponse:
    user, playing = reader_of(request), not look.match.finished
    me = Player.objects.filter(user=user).first() if user is not None else None
    may_read = user is not None or not playing
    context = {
        "messages_said": chat.heard(match=look.match, player=me, watching=True) if may_read else [],
        "me": me,
        "may_read": may_read,
        "playing": playing,
        "match": look.match,
        "names": names_of(seats_of(look)),
        "complaints": [wrong] if wrong else [],
        "text": request.POST.get("text", "") if wrong else "",
        "key": new_key(),
    }
    part = request.GET.get("part") == "list"
    template = "table/_watchers_list.html" if part else "table/watchers.html"
    return render(request, template, context, status=HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK)
