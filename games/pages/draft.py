"""The table of a drafting game, for players and spectators; called from match.py."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from engine.drafting.state import State
from engine.record_format import Log
from games.access import Look, player_id
from games.draft_table.presenter import Occasion, table_context
from games.draft_table.ways import ways_part
from games.models import Match, Seat
from games.services.play import may_still_choose
from games.services.positions import draft_at, log_at, story_at
from games.table.meeting import meeting, names_of, seats_of
from games.words.coach import coach


@dataclass(frozen=True)
class Handing:
    """
    Several players on one device. A player's page leads to `next_url` after the choice. The page between them
    shows no hand: it is a `cover` until the `next` player is ready and opens `ready_url`, or `waiting` if
    none of them is to act.
    """

    next_url: str = ""
    cover: bool = False
    next: str = ""
    ready_url: str = ""
    waiting: bool = False


def page(request: HttpRequest, look: Look, addresses: Mapping[str, str]) -> HttpResponse:
    look, seats, handing = _seated(request, look)
    return render(
        request, "games/draft/table.html", _context(look, seats, handing, addresses, look.match.version)
    )


def fragment(request: HttpRequest, look: Look, addresses: Mapping[str, str], version: int) -> HttpResponse:
    """
    The table at a version; with `?part=ways`, how a rabbit or an octopus may rearrange cards, with
    `?part=words` the table in words.
    """
    look, seats, handing = _seated(request, look)
    part = request.GET.get("part")
    if part == "ways":
        return _ways(request, look, version)
    template = "games/draft/_in_words.html" if part == "words" else "games/draft/_fragment.html"
    return render(request, template, _context(look, seats, handing, addresses, version))


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
    look: Look, seats: Sequence[Seat], handing: Handing, addresses: Mapping[str, str], version: int
) -> dict[str, object]:
    match, seat = look.match, look.seat
    state = draft_at(match, version)
    may_choose = seat is not None and _may_choose(match, seat, version)
    met = meeting(look, seats)
    left_alone = {each.number for each in seats if each.stand_in}
    occasion = Occasion(
        view=state.view_for(seat),
        legal=state.legal(seat) if seat is not None and may_choose else [],
        version=version,
        names=names_of(seats),
        log=story_at(match, seat, version),
        latest=log_at(match, seat, version),
        left=met.clocks.left if met.clocks else (),
        stood_in=set() if match.finished else left_alone,
    )
    query = f"?seat={seat}" if handing.next_url else ""
    found = {name: address + query for name, address in addresses.items()}
    replaced = seat in left_alone
    table = table_context(occasion)
    advice = coach(match, seats[seat], table, occasion.names) if seat is not None else None
    return {
        "table": table, "meeting": met, "handing": handing, "replaced": replaced, "coach": advice, **found,
    }  # fmt: skip


def _seated(request: HttpRequest, look: Look) -> tuple[Look, list[Seat], Handing]:
    """
    The seat from which the visitor looks at the table. A player with several seats sees no hand without
    `?seat=` until the game is over.
    """
    seats = seats_of(look)
    known = player_id(request)
    own = [seat for seat in seats if known is not None and seat.player_id == known]
    if look.seat is None or len(own) < 2:
        return look, seats, Handing()
    address = reverse("match", args=[look.match.pk])
    if look.match.finished:
        return replace(look, seat=own[0].number), seats, Handing()
    if request.GET.get("seat") in [str(seat.number) for seat in own]:
        return look, seats, Handing(next_url=address)
    ready = next((seat for seat in own if str(seat.number) in look.match.to_act), None)
    if ready is None:
        return replace(look, seat=None), seats, Handing(waiting=True)
    return (
        replace(look, seat=None),
        seats,
        Handing(cover=True, next=names_of(seats)[ready.number], ready_url=f"{address}?seat={ready.number}"),
    )
