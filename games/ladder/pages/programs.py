"""A program's page, and what its owner does with it."""

from dataclasses import dataclass
from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.ladder.forms import ProgramForm
from games.ladder.models import Program, Standing
from games.ladder.pages.ladder import A_PAGE, page_asked
from games.ladder.pages.shown import shown
from games.ladder.services import pairing, programs, reading
from games.ladder.services.reading import Line, Score
from games.matches.clauses import rules_title
from games.matches.presence import following
from games.matches.services.errors import NotAllowed
from phylo.accounts import services as accounts
from phylo.accounts.forms import TAKEN
from phylo.accounts.services import NameTaken
from phylo.accounts.visitors import member_of, reader_of, status_of
from phylo.http.addresses import site_address


@dataclass(frozen=True)
class Against:
    """Results under a rule set against one opponent."""

    standing: Standing
    score: Score


@dataclass(frozen=True)
class Played:
    """A rule set that a program plays: its rating and curve, and its results by opponent."""

    title: str
    rules: str
    line: Line | None
    results: list[Against]


@never_cache
@require_safe
def program(request: HttpRequest, name: str) -> HttpResponse:
    """`?page=` pages its games, from 1."""
    found = program_named(name)
    standings = list(found.standings.all())
    lines = {line.standing.rules: line for line in reading.lines(found, standings)}
    page = page_asked(request, Paginator(reading.games_of(found), A_PAGE))
    mine = {each.pk: each for each in standings}
    games = [shown(game, mine.get(game.second_id) or mine.get(game.first_id)) for game in page]
    return render(
        request,
        "ladder/program.html",
        {
            "program": found,
            "own": found.owner is not None and found.owner == reader_of(request),
            "here": bool(following([found.player_id])),
            "games_a_day": pairing.GAMES_A_DAY,
            "played": [
                Played(rules_title(rules), rules, lines.get(rules), _results(lines.get(rules)))
                for rules in _rules_of(found, lines)
            ],
            "page": page,
            "games": games,
        },
    )


def _rules_of(found: Program, lines: dict[str, Line]) -> list[str]:
    return [*found.plays, *(rules for rules in lines if rules not in found.plays)]


def _results(line: Line | None) -> list[Against]:
    """Whom it met most first."""
    if line is None:
        return []
    return [Against(standing, score) for standing, score in reading.against(line.standing)]


def program_named(name: str) -> Program:
    """One that is still somebody's. Raises Http404."""
    found = Program.objects.named(name)
    if found is None:
        raise Http404("no such program")
    return found


def own_program(request: HttpRequest, name: str) -> Program:
    """Raises Http404 for those of others."""
    found = program_named(name)
    if found.owner != member_of(request):
        raise Http404("no such program of yours")
    return found


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
def program_new(request: HttpRequest) -> HttpResponse:
    """POST makes it; its token is shown in this answer only."""
    owner = member_of(request)
    form = ProgramForm(request.POST if request.method == "POST" else None, owner=owner)
    if form.is_valid():
        try:
            made, secret = programs.make(owner=owner, **form.cleaned_data)
        except (NameTaken, NotAllowed) as error:
            _refuse(form, error)
        else:
            return _token_page(request, made, secret, HTTPStatus.CREATED)
    context = {"form": form, "most": programs.MOST_PROGRAMS}
    return render(request, "ladder/new.html", context, status=status_of(form))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def program_edit(request: HttpRequest, name: str) -> HttpResponse:
    found = own_program(request, name)
    owner = member_of(request)
    form = ProgramForm(request.POST if request.method == "POST" else None, owner=owner, program=found)
    if form.is_valid():
        try:
            programs.change(program=found, **form.cleaned_data)
        except (NameTaken, NotAllowed) as error:
            _refuse(form, error)
        else:
            messages.success(request, _("Your program is changed."))
            return redirect("ladder-program", form.cleaned_data["name"])
    context = {"form": form, "program": found}
    return render(request, "ladder/edit.html", context, status=status_of(form))


@login_required
@require_POST
def program_pause(request: HttpRequest, name: str) -> HttpResponse:
    """Pause it, or with `go_on` let it go on."""
    found = own_program(request, name)
    if request.POST.get("go_on"):
        programs.go_on(program=found)
        messages.success(request, _("It plays again, as soon as it is connected."))
    else:
        programs.pause(program=found)
        messages.success(request, _("It is paused. A game that it is playing goes on."))
    return redirect(found)


@never_cache
@login_required
@require_POST
@reauthentication_required
def program_token(request: HttpRequest, name: str) -> HttpResponse:
    """A new token in place of the old one, shown in this answer only."""
    found = own_program(request, name)
    return _token_page(request, found, programs.new_token(program=found), HTTPStatus.CREATED)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
def program_delete(request: HttpRequest, name: str) -> HttpResponse:
    found = own_program(request, name)
    if request.method != "POST":
        return render(request, "ladder/delete.html", {"program": found})
    programs.delete(program=found)
    messages.success(request, _("The program is deleted."))
    return redirect("ladder")


def _token_page(request: HttpRequest, found: Program, secret: str, status: HTTPStatus) -> HttpResponse:
    text = _("Your program “%(name)s” has a new token.") % {"name": found.name}
    accounts.tell_owner(member_of(request), text, request=request)
    context = {"program": found, "secret": secret, "site": site_address(request)}
    return render(request, "ladder/token.html", context, status=status)


def _refuse(form: ProgramForm, error: NameTaken | NotAllowed) -> None:
    if isinstance(error, NameTaken):
        form.add_error("name", TAKEN["username"])
    else:
        form.add_error(error.field or None, str(error))
