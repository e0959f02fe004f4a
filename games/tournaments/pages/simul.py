"""What the host of a simultaneous sees: all boards at once, and the next one that waits."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.access import own_player
from games.matches.models import Player, Seat
from games.matches.words.seats import names_in_a_row, others_at
from games.tournaments.access import tournament_seen
from games.tournaments.models import Tournament
from games.tournaments.services.hosting import boards_of, hosts, look_at_all, next_waiting


@dataclass(frozen=True)
class HostBoard:
    """`state` says whose turn it is, or how it ended; `waits` for the host."""

    url: str
    name: str
    mine: int
    theirs: int
    waits: bool
    over: bool
    state: str


def _hosted_or_404(request: HttpRequest, code: str) -> tuple[Tournament, Player]:
    """Raises Http404 for anybody but the host of a simultaneous."""
    found, player = tournament_seen(request, code), own_player(request).first()
    if player is None or not hosts(found, player.pk):
        raise Http404("not the host")
    return found, player


@never_cache
@require_safe
def simul_boards(request: HttpRequest, code: str) -> HttpResponse:
    """All boards. `?part=boards` gives what changes: 204 if `seen` names what is shown already."""
    tournament, host = _hosted_or_404(request, code)
    seats = boards_of(tournament, host)
    look_at_all(seats)
    boards = [_board(seat, code) for seat in seats]
    seen = "-".join(str(seat.match.version) for seat in seats)
    live = request.GET.get("part") == "boards"
    if live and request.GET.get("seen") == seen:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {
        "tournament": tournament,
        "boards": boards,
        "seen": seen,
        "waiting": sum(board.waits for board in boards),
    }
    template = "tournaments/_simul_boards.html" if live else "tournaments/simul.html"
    return render(request, template, context)


@never_cache
@require_safe
def simul_next(request: HttpRequest, code: str) -> HttpResponse:
    """To the board that waits longest, rather not the one of `?after=`; to all boards if none waits."""
    tournament, host = _hosted_or_404(request, code)
    found = next_waiting(tournament, host, after=request.GET.get("after", ""))
    if found is None:
        return redirect("tournament-boards", code)
    return redirect(_address(found.pk, code))


def _board(seat: Seat, code: str) -> HostBoard:
    match = seat.match
    waits = not match.finished and seat.may_act
    scores = match.scores or [0, 0]
    return HostBoard(
        url=_address(match.pk, code),
        name=names_in_a_row(match, others_at(match, seat.player_id)),
        mine=scores[seat.number],
        theirs=scores[1 - seat.number],
        waits=waits,
        over=match.finished,
        state=_state(seat, waits),
    )


def _state(seat: Seat, waits: bool) -> str:
    if not seat.match.finished:
        return _("your turn") if waits else _("their turn")
    if seat.match.sole_winner is None:
        return _("a draw")
    return _("you won") if seat.match.sole_winner == seat.number else _("you lost")


def _address(match: object, code: str) -> str:
    return f"{reverse('match', args=[match])}?simul={code}"
