"""The table of a match, for those who sit there and for those who watch."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from engine.drafting import GAMES as DRAFTS
from games.access import Look, look_or_404
from games.pages import draft
from games.services.positions import faces, log_at, phylo_at, story_at
from games.table import Occasion, table_context
from games.table.faces import pictured
from games.table.lines import Reader
from games.table.meeting import meeting, names_of, seats_of
from games.table.ties import web_in_words
from phylo.numbers import whole

ADDRESSES = (
    "table", "actions", "why", "spaces", "events", "rematch", "replay", "record", "offers", "chat", "mute",
    "report", "flag", "leave",
)  # fmt: skip


@never_cache
@ensure_csrf_cookie
@require_GET
def table_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    look = look_or_404(request, match_id)
    if look.match.rules in DRAFTS:
        return draft.page(request, look, addresses(match_id))
    template = "games/table.html" if look.seat is not None else "games/watching.html"
    return render(request, template, _context(look, look.match.version))


@never_cache
@require_GET
def table_fragment(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    The table at `?version=` (left out: now), as the visitor may see it; with `?part=web` its food web in
    words (games.table.ties), with `?part=meeting` clocks, offers and talk as they are now.
    """
    part = request.GET.get("part")
    look = look_or_404(request, match_id, noted=part != "meeting")
    match = look.match
    if part == "meeting":
        seats = seats_of(look)
        return render(
            request, "games/_meeting.html", {"meeting": meeting(look, seats), **addresses(match.pk)}
        )
    version = version_asked(request, match.version)
    if match.rules in DRAFTS:
        return draft.fragment(request, look, addresses(match_id), version)
    if part == "web":
        state = phylo_at(match, version)
        names = names_of(seats_of(look), look.seat)
        return JsonResponse(web_in_words(Reader(state, match.cards, names, look.seat)))
    return render(request, "games/_fragment.html", _context(look, version))


def _context(look: Look, version: int) -> dict[str, Any]:
    match, seats = look.match, seats_of(look)
    occasion = Occasion(
        state=phylo_at(match, version),
        seat=look.seat,
        version=version,
        names=names_of(seats, look.seat),
        cards=pictured(faces(match), rules=match.rules),
        log=story_at(match, look.seat, version),
        latest=log_at(match, look.seat, version),
        acting=version == match.version,
    )
    return {"table": table_context(occasion), "meeting": meeting(look, seats), **addresses(match.pk)}


def addresses(match_id: uuid.UUID) -> dict[str, str]:
    """`table_url` and so on: where the page asks and sends."""
    return {f"{name}_url": reverse(f"match-{name}", args=[match_id]) for name in ADDRESSES}


def version_asked(request: HttpRequest, last: int, *, missing: int | None = None) -> int:
    """`?version=` within 0 and `last`; 404 for anything else."""
    text = request.GET.get("version", "")
    if not text:
        return last if missing is None else missing
    number = whole(text, digits=6)
    if number is None or number > last:
        raise Http404("no such version")
    return number
