"""What the maker of a tournament does: each step is asked about on a page of its own before it is done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.matches.access import own_player
from games.matches.forms.parts import complaints
from games.matches.models import Player
from games.tournaments.access import tournament_seen
from games.tournaments.forms import ResultForm
from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.pages.shown import listing_of
from games.tournaments.services import corrections, entering, making, reading, rounds
from games.tournaments.words.tables import board, reader_for
from phylo.http.problems import Refused


@dataclass(frozen=True)
class Step:
    """
    A step in words; `does` takes the code of the tournament and the player. `of_kind` are consequences that
    only tournaments of some kinds have.
    """

    asks: str | Promise
    consequences: tuple[str | Promise, ...]
    button: str | Promise
    done: str | Promise
    does: Callable[..., object]
    danger: bool = False
    of_kind: Mapping[str, str | Promise] = field(default_factory=dict)

    def follows(self, tournament: Tournament) -> list[str | Promise]:
        """What comes of it in this tournament."""
        own = self.of_kind.get(tournament.kind)
        return [*self.consequences, *([own] if own else [])]


KIND = Tournament.Kind
CLOSED = gettext_lazy("Nobody may enter any more.")
STEPS = {
    "begin": Step(
        gettext_lazy("Begin now?"),
        (gettext_lazy("The first games are paired and dealt at once."),),
        gettext_lazy("Begin"),
        gettext_lazy("It has begun."),
        rounds.begin,
        of_kind={
            KIND.SWISS: gettext_lazy("People may still enter until half of the rounds have begun."),
            KIND.ROUND_ROBIN: CLOSED,
            KIND.SIMUL: CLOSED,
        },
    ),
    "next": Step(
        gettext_lazy("Begin the next round now?"),
        (gettext_lazy("Its games are paired and dealt at once, without the rest of the break."),),
        gettext_lazy("Begin the next round"),
        gettext_lazy("The next round has begun."),
        rounds.next_round,
    ),
    "cancel": Step(
        gettext_lazy("Cancel the tournament?"),
        (
            gettext_lazy("It ends now, without winners, and cannot be taken up again."),
            gettext_lazy("Games under way may be played on, but no longer count for it."),
        ),
        gettext_lazy("Cancel the tournament"),
        gettext_lazy("The tournament is cancelled."),
        making.cancel,
        danger=True,
    ),
}


def _managed_or_404(request: HttpRequest, code: str) -> tuple[Tournament, Player]:
    """Raises Http404 for whoever may not do what the maker may."""
    found, player = tournament_seen(request, code), own_player(request).first()
    if player is None or not making.manages(found, player):
        raise Http404("not the maker")
    return found, player


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """GET: asks. POST: does it. `name` is one of STEPS."""
    found, player = _managed_or_404(request, code)
    if name not in STEPS:
        raise Http404("no such step")
    asked = STEPS[name]
    if request.method != "POST":
        return _asks(request, found, asked)
    return _done(request, found, asked, lambda: asked.does(code=code, player=player))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_out(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Withdraw somebody."""
    found, player = _managed_or_404(request, code)
    entry = _entry_or_404(found, number)
    name = reader_for(player, [entry]).entrant(entry).name
    asked = Step(
        _("Withdraw %(name)s?") % {"name": name},
        (
            _("No further game is paired for them; one under way may be played on and counts."),
            _("They cannot come back by themselves."),
        ),
        _("Withdraw %(name)s") % {"name": name},
        _("%(name)s is withdrawn.") % {"name": name},
        entering.take_out,
        danger=True,
    )
    if request.method != "POST":
        return _asks(request, found, asked)
    return _done(request, found, asked, lambda: asked.does(code=code, player=player, number=number))


def _entry_or_404(found: Tournament, number: int) -> Entry:
    entry = found.entries.select_related("player__user").filter(number=number, player__isnull=False).first()
    if entry is None:
        raise Http404("no such entry")
    return entry


def _asks(request: HttpRequest, found: Tournament, asked: Step) -> HttpResponse:
    context = {
        "tournament": found,
        "listing": listing_of(request, found),
        "step": asked,
        "follows": asked.follows(found),
    }
    return render(request, "tournaments/ask.html", context)


def _done(request: HttpRequest, found: Tournament, asked: Step, does: Callable[[], object]) -> HttpResponse:
    try:
        does()
    except Refused as error:
        messages.warning(request, str(error))
    else:
        messages.success(request, str(asked.done))
    return redirect("tournament", found.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, code: str, game_id: int) -> HttpResponse:
    """Set the result of a game, or correct it."""
    found, player = _managed_or_404(request, code)
    game = reading.games(found).filter(pk=game_id).first()
    if game is None or game.places.count() < 2:
        raise Http404("no such game")
    shown = board(game, reader_for(player, [place.entry for place in game.places.all()]))
    form = ResultForm(request.POST or None, board=shown)
    if request.method == "POST" and form.is_valid():
        try:
            corrections.correct(
                code=code,
                player=player,
                game_id=game_id,
                points=form.points,
                played=not form.cleaned_data["unplayed"],
                reason=form.cleaned_data["reason"],
            )
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The result is stored."))
            return redirect(
                reverse("tournament", args=[code]) + (f"?round={shown.round}" if shown.round else "")
            )
    context = {
        "tournament": found,
        "board": shown,
        "form": form,
        "complaints": complaints(form),
        "corrections": game.corrections.select_related("by__user"),
        "playing": game.how == Game.How.PAIRED,
    }
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "tournaments/result.html", context, status=status)
