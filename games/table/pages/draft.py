"""The table of a drafting game, for players and spectators; called from match.py."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.drafting.state import State
from engine.record_format import Log
from games.matches.access import Look
from games.matches.models import Match
from games.matches.services.play import may_still_choose
from games.matches.services.positions import draft_at, log_at, story_at
from games.table import match_parts
from games.table.draft.presenter import Occasion, table_context
from games.table.draft.rearrangements import ways_part
from games.table.pages.hand_over import HandOver, on_shared_device
from games.table.people import live_state, names_of, seats_of


def page(request: HttpRequest, look: Look, addresses: Mapping[str, str]) -> HttpResponse:
    look, hand_over = on_shared_device(request, look, lifting=True)
    context = _context(look, hand_over, addresses, look.match.version)
    return render(request, "table/draft/match.html", context)


def fragment(request: HttpRequest, look: Look, addresses: Mapping[str, str], version: int) -> HttpResponse:
    """
    The table at a version; with `?part=ways`, how a rabbit or an octopus may rearrange cards, with
    `?part=words` the table in words.
    """
    look, hand_over = on_shared_device(request, look)
    part = request.GET.get("part")
    if part == "ways":
        return _ways(request, look, version)
    template = "table/draft/_in_words.html" if part == "words" else "table/draft/_fragment.html"
    return render(request, template, _context(look, hand_over, addresses, version))


def replay_context(
    state: State,
    *,
    names: Sequence[str],
    version: int,
    log: Log,
    latest: Log,
    reader: int | None = None,
) -> dict[str, object]:
    """The context of one step of a replay, with all hands open."""
    view = state.view_for(None)
    hands = [state.view_for(seat)["hand"] or [] for seat in range(view["players"])]
    return table_context(Occasion(view, [], version, names, log, latest, reader=reader, hands=hands))


def _ways(request: HttpRequest, look: Look, version: int) -> HttpResponse:
    match, seat = look.match, look.seat
    if seat is None or not _may_choose(match, seat, version):
        raise Http404("nothing to choose")
    return ways_part(request, draft_at(match), seat)


def _may_choose(match: Match, seat: int, version: int) -> bool:
    """Whether the seat may still choose at that version; others may have chosen since."""
    return version == match.version or may_still_choose(match, draft_at(match), seat, version)


def _context(
    look: Look, hand_over: HandOver, addresses: Mapping[str, str], version: int
) -> dict[str, object]:
    match, seat, seats = look.match, look.seat, seats_of(look)
    state = draft_at(match, version)
    may_choose = seat is not None and _may_choose(match, seat, version)
    live = live_state(look, seats)
    left_alone = {each.number for each in seats if each.stand_in}
    occasion = Occasion(
        view=state.view_for(seat),
        legal=state.legal(seat) if seat is not None and may_choose else [],
        version=version,
        names=names_of(seats),
        log=story_at(match, seat, version),
        latest=log_at(match, seat, version),
        left=live.clocks.left if live.clocks else (),
        stood_in=set() if match.finished else left_alone,
    )
    query = f"?seat={seat}" if hand_over.next_url else ""
    found = {name: address + query for name, address in addresses.items()}
    replaced = seat in left_alone
    table = table_context(occasion)
    brought = match_parts.of_table(match, seats[seat], table, occasion.names) if seat is not None else {}
    return {"table": table, "live": live, "hand_over": hand_over, "replaced": replaced, **brought, **found}
