"""The pages of matches: the table of one, its replay, and the example game."""

import json
import uuid
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from cards.models import Card
from games import engine, services
from games.access import get_seat_or_404
from games.models import Match, Seat
from games.table import Occasion, table_context
from games.table.faces import pictured
from games.table.lines import Reader
from games.table.ties import web_in_words

REPLAYS = Path(__file__).parent / "data" / "replays"


@never_cache
@ensure_csrf_cookie
@require_GET
def table_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    seat = get_seat_or_404(request, match_id)
    match = seat.match
    return render(request, "games/table.html", _match_context(match, seat, match.version))


@never_cache
@require_GET
def table_fragment(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    The table at `?version=` (left out: now), as the visitor's seat sees it; with `?part=web` its food web
    in words (games.table.ties).
    """
    seat = get_seat_or_404(request, match_id)
    version = _version(request, seat.match.version)
    if request.GET.get("part") == "web":
        match = seat.match
        state = services.state_at(match, version)
        return JsonResponse(web_in_words(Reader(state, match.cards, _names(match, seat), seat.number)))
    return render(request, "games/_fragment.html", _match_context(seat.match, seat, version))


def _match_context(match: Match, seat: Seat, version: int) -> dict[str, Any]:
    occasion = Occasion(
        state=services.state_at(match, version),
        seat=seat.number,
        version=version,
        names=_names(match, seat),
        cards=pictured(services.faces(match), rules=match.rules),
        log=services.story_at(match, seat.number, version),
        latest=services.log_at(match, seat.number, version),
        acting=version == match.version,
    )
    return {
        "table": table_context(occasion),
        "fragment_url": reverse("match-table", args=[match.pk]),
        "actions_url": reverse("match-actions", args=[match.pk]),
        "why_url": reverse("match-why", args=[match.pk]),
        "spaces_url": reverse("match-spaces", args=[match.pk]),
        "events_url": reverse("match-events", args=[match.pk]),
        "rematch_url": reverse("match-rematch", args=[match.pk]),
        "replay_url": reverse("match-replay", args=[match.pk]),
        "record_url": reverse("match-record", args=[match.pk]),
    }


def _names(match: Match, own: Seat) -> list[str]:
    seats = match.seats.select_related("player__user").order_by("number")
    names = [seat.player.public_name if seat.player else _("Computer") for seat in seats]
    names[own.number] = _("You")
    return names


@never_cache
@require_GET
def replay(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """A finished match step by step, with both hands open."""
    seat = get_seat_or_404(request, match_id)
    match = seat.match
    if not match.finished:
        raise Http404("still being played")
    version = _version(request, match.version, missing=0)
    occasion = Occasion(
        state=services.state_at(match, version),
        seat=None,
        version=version,
        names=_names(match, seat),
        cards=pictured(services.faces(match), rules=match.rules),
        log=services.story_at(match, None, version),
        latest=services.log_at(match, None, version),
        open_hands=True,
        reader=seat.number,
    )
    return _replay_page(request, occasion, match.version, _("Replay"))


@require_GET
def example(request: HttpRequest, slug: str) -> HttpResponse:
    """A game that comes with the site, out of its record."""
    path = REPLAYS / f"{slug}.json"
    if not path.is_file():
        raise Http404("no such replay")
    record = json.loads(path.read_text(encoding="utf-8"))
    states, logs = _played(engine.Record.read(record))
    version = _version(request, len(states) - 1, missing=0)
    today = Card.objects.faces([*record["cards"], "home"])
    faces = today | {key: today.get(key, {}) | card for key, card in record["cards"].items()}
    occasion = Occasion(
        state=states[version],
        seat=None,
        version=version,
        names=[_("Player 1"), _("Player 2")],
        cards=pictured(faces, rules=record["rules"]),
        log=engine.hide([entry for log in logs[: version + 1] for entry in log], None),
        latest=engine.hide(logs[version], None),
        open_hands=True,
    )
    return _replay_page(request, occasion, len(states) - 1, _("The rulebook’s example"))


def _played(record: engine.Record) -> tuple[list[engine.State], list[list[dict[str, Any]]]]:
    """The states of a record from its start, and what happened before each."""
    states, logs = [record.start.copy()], [record.log]
    for action in record.actions:
        state = states[-1].copy()
        logs.append(state.apply(action))
        states.append(state)
    return states, logs


def _replay_page(request: HttpRequest, occasion: Occasion, last: int, title: str) -> HttpResponse:
    part = request.GET.get("part")
    if part == "web":
        reader = occasion.seat if occasion.reader is None else occasion.reader
        return JsonResponse(web_in_words(Reader(occasion.state, occasion.cards, occasion.names, reader)))
    context = {"table": table_context(occasion), "last": last, "title": title, "fragment_url": request.path}
    return render(request, "games/_fragment.html" if part == "table" else "games/replay.html", context)


def _version(request: HttpRequest, last: int, *, missing: int | None = None) -> int:
    """`?version=` within 0 and `last`; 404 for anything else."""
    text = request.GET.get("version", "")
    if not text:
        return last if missing is None else missing
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= last):
        raise Http404("no such version")
    return int(text)
