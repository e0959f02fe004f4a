"""The table of a match, for players and spectators; rematch, leaving, sharing."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from engine.drafting import GAMES as DRAFTS
from games.matches.access import Look, get_seat_or_404, look_or_404
from games.matches.models import Match, Seat
from games.matches.services import players, records
from games.matches.services.errors import MatchPlaying, NotAllowed
from games.matches.services.positions import phylo_at
from games.matches.services.rematches import rematch
from games.matches.services.rulebooks import rulebook
from games.table import match_parts
from games.table.lines import Reader
from games.table.of_match import table_for, table_of
from games.table.open_pages import note_drawn
from games.table.other_parts import other_part
from games.table.pages import draft
from games.table.pages.hand_over import HandOver, on_shared_device
from games.table.parts import Shown, shown_parts
from games.table.people import beside_table, live_state, names_of, seats_of
from phylo.http.input import whole_number
from phylo.http.problems import only, problem, wants_page

PAGES = ("table", "rematch", "replay", "analysis", "leave", "share", "watchers")
JSON = ("actions", "why", "spaces", "stream", "record", "offers", "chat", "mute", "report", "flag")


@never_cache
@ensure_csrf_cookie
@require_GET
def table_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    # Not noted: the page may be loaded in a tab that nobody looks at.
    look = look_or_404(request, match_id, noted=False)
    if look.match.rules in DRAFTS:
        return draft.page(request, look, addresses(match_id))
    look, hand_over = on_shared_device(request, look, lifting=True)
    template = "table/match.html" if look.seat is not None else "table/watching.html"
    version = look.match.version
    if hand_over.next_url:
        # The cover is lifted: what the other one has done since is shown first. A reveal is hidden still.
        version = version if phylo_at(look.match).pending else _last_own(look.match, look.seat)
    elif _has_just_begun(look):
        version = 0
    shown = Shown()
    context = _context(look, hand_over, version, whole=True)
    context |= {"latest": look.match.version, "public": look.match.public, "shown_parts": shown}
    page = render(request, "table/hand_over.html" if hand_over.cover else template, context)
    note_drawn(look, version, shown)
    return page


def _last_own(match: Match, seat: int | None) -> int:
    """The version that the seat's last move made; 0 before it has moved."""
    moves = [] if seat is None else match.moves.filter(seat=seat).order_by("-number")[:1]
    return next((move.number for move in moves), 0)


def _has_just_begun(look: Look) -> bool:
    """
    Whether a player sees a match for the first time, has made no move in it since the reveal and others have:
    the page shows the start, and then the moves one by one.
    """
    if look.seat is None or look.match.finished or not look.match.version:
        return False
    if seats_of(look)[look.seat].looked is not None:
        return False
    seats = set(look.match.moves.exclude(action__do="reveal").values_list("seat", flat=True))
    return bool(seats) and look.seat not in seats


@never_cache
@require_GET
def table_fragment(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    The table at `?version=` (by default the current one), as the visitor may see it; with `?part=web` its
    food web in words (games.table.food_web), with `?part=words` the table in words (games.table.in_words),
    with `?part=live` the current clocks, offers and chat. A page asks for these by itself, and says with
    `seen=yes` that it is not hidden. Of the table it gets the parts that it does not show yet
    (games.table.parts).
    """
    part = request.GET.get("part")
    look = look_or_404(request, match_id, noted=part != "live" or "seen" in request.GET)
    match, hand_over = look.match, HandOver()
    if match.rules not in DRAFTS:
        look, hand_over = on_shared_device(request, look)
    if part == "live":
        seats = seats_of(look)
        return render(
            request, "table/_live_parts.html", {"live": live_state(look, seats), **addresses(match.pk)}
        )
    version = version_asked(request, match.version)
    if match.rules in DRAFTS:
        return draft.fragment(request, look, addresses(match_id), version)
    if part in ("web", "words"):
        return _other_part(request, look, version)
    shown = shown_parts(request)
    context = _context(look, hand_over, version) | {"shown_parts": shown}
    # Only the form for a rematch needs the request, and what is on every page costs as much as a part.
    asking = request if match.finished else None
    html = render_to_string("table/_fragment.html", context, asking)
    note_drawn(look, version, shown)
    return HttpResponse(html)


def _other_part(request: HttpRequest, look: Look, version: int) -> HttpResponse:
    match, seat, names = look.match, look.seat, names_of(seats_of(look), look.seat)
    found = other_part(
        request,
        lambda: Reader(phylo_at(match, version), match.cards, names, seat),
        lambda: table_of(match, seat=seat, version=version, names=names),
    )
    assert found is not None
    return found


def _context(look: Look, hand_over: HandOver, version: int, *, whole: bool = False) -> dict[str, object]:
    """Of the table, and, if it is `whole`, of what a page shows beside it."""
    match, seats = look.match, seats_of(look)
    live = live_state(look, seats) if whole else beside_table(look, seats)
    found = addresses(match.pk) if whole or match.finished else {}
    if hand_over.next_url:
        found = {name: f"{address}?seat={look.seat}" for name, address in found.items()}
    return {**table_for(look, version), "live": live, "hand_over": hand_over, **found}


def addresses(match_id: uuid.UUID) -> dict[str, str]:
    """`table_url` and so on: the URLs that the page uses, for HTML and JSON."""
    names = {name: f"match-{name}" for name in PAGES} | {name: f"api-match-{name}" for name in JSON}
    names |= match_parts.match_addresses()
    return {f"{name}_url": reverse(address, args=[match_id]) for name, address in names.items()}


def version_asked(request: HttpRequest, last: int, *, missing: int | None = None) -> int:
    """`?version=`, by default `missing` or else `last`. Raises Http404 unless it is within 0 and `last`."""
    text = request.GET.get("version", "")
    if not text:
        return last if missing is None else missing
    number = whole_number(text, digits=6)
    if number is None or number > last:
        raise Http404("no such version")
    return number


@only("POST")
def match_rematch(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    seat = get_seat_or_404(request, match_id)
    try:
        if not rulebook(seat.match.rules).resigns:
            return _meet_again(seat)
        again = rematch(match=seat.match, seat=seat.number)
    except MatchPlaying:
        return _still_playing()
    except NotAllowed as error:
        # Shown with the finished match.
        if not wants_page(request):
            return problem("not-allowed", str(error))
        messages.error(request, str(error))
        return redirect("match", match_id)
    return redirect("match", again.pk if again else match_id)


def _meet_again(seat: Seat) -> HttpResponse:
    """Where the same people gather, or the next match. Raises MatchPlaying or NotAllowed."""
    assert seat.player is not None
    for meet_again in match_parts.MEET_AGAIN:
        found = meet_again(seat.match, seat.player)
        return redirect("match", found.pk) if isinstance(found, Match) else redirect(found)
    raise Http404("nowhere to gather")


@only("POST")
def match_leave(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Let the computer take over one's seats in a drafting game; with `do=return`, take them back."""
    seat = get_seat_or_404(request, match_id)
    if seat.player is None or rulebook(seat.match.rules).resigns:
        raise Http404("no such thing in this game")
    if request.POST.get("do") == "return":
        players.sit_down(match_id=match_id, player=seat.player)
        return redirect("match", match_id)
    players.step_down(match_id=match_id, player=seat.player)
    return redirect("home")


@only("POST")
def match_share(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make the replay of a finished match public; only for its players."""
    get_seat_or_404(request, match_id)
    try:
        records.share(match_id=match_id)
    except MatchPlaying:
        return _still_playing()
    except NotAllowed as error:
        return problem(error.code, str(error))
    return redirect("match-replay", match_id)


def _still_playing() -> HttpResponse:
    return problem("match-playing", _("Not before the match is over."))
