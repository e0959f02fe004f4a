"""Tables of the drafting games: setting one up, its page while it waits, and joining it."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import engine
from cards.pages.qr import qr_svg
from engine.drafting import GAMES
from games.access import current_player, player_id
from games.draft_table.kinds import kinds_of
from games.draft_table.pictures import picture_url
from games.draft_table.score_words import difficulties
from games.forms.parts import complaints
from games.forms.table import HERE, OTHERS, PERSON, TableForm
from games.models import BotLevel, Gathering, Match, Place, Player
from games.services import gatherings
from games.services.errors import NotAllowed
from games.services.rulebooks import rulebook
from games.words.gatherings import Waiting, waitings
from phylo.accounts.models import User
from phylo.http.problems import only

SHOWN = 4
"""Cards of each game that its picture shows."""


@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """
    GET: the form; `?rules=` chooses a game, `?with=` how many play, `?here=` how many more share the device,
    `?to=` invites somebody. POST: a table: a redirect to the match or to the waiting table.
    """
    return _made(request) if request.method == "POST" else _form_page(request, _first_form(request))


def _first_form(request: HttpRequest) -> TableForm:
    initial: dict[str, Any] = {}
    if request.GET.get("rules") in GAMES:
        initial["rules"] = request.GET["rules"]
    asked = request.GET.get("with", "")
    if asked in {"1", "2", "3", "4", "5", "6"}:
        initial |= {f"seat_{seat}": BotLevel.GREEDY if seat <= int(asked) else "" for seat in OTHERS}
    beside = request.GET.get("here", "")
    if beside in {"1", "2", "3", "4", "5"}:
        initial |= {f"seat_{seat}": HERE if seat <= int(beside) + 1 else "" for seat in OTHERS}
    invited = request.GET.get("to", "")
    if invited and User.objects.named(invited).filter(is_active=True).exists():
        initial |= {"invite": invited, "listed": "link"}
        initial |= {f"seat_{seat}": PERSON if seat == OTHERS[0] else "" for seat in OTHERS}
    return TableForm(user=_account(request), initial=initial)


@never_cache
def _form_page(request: HttpRequest, form: TableForm) -> HttpResponse:
    return render(
        request,
        "games/table_new.html",
        {
            "form": form,
            "complaints": complaints(form),
            "games": [pictured(key) for key in GAMES],
            "rules": form["rules"].value(),
            "online": PERSON,
            "here": HERE,
        },
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )


def _made(request: HttpRequest) -> HttpResponse:
    form = TableForm(request.POST, user=_account(request))
    made = _table_of(request, form) if form.is_valid() else None
    if made is None:
        return _form_page(request, form)
    return redirect("match", made.pk) if isinstance(made, Match) else redirect("gathering", made.code)


def _table_of(request: HttpRequest, form: TableForm) -> Match | Gathering | None:
    """A match, or a gathering if somebody is to come; None when it is refused, which the form then says."""
    table = form.table
    invited = [Player.objects.get_or_create(user=user)[0] for user in form.invited]
    try:
        if not table.people:
            return gatherings.start_table(player=current_player(request), table=table)
        maker, key = current_player(request), form.cleaned_data["key"]
        return gatherings.gather(maker=maker, table=table, key=key, invited=invited)
    except (NotAllowed, engine.InvalidSetup) as error:
        form.add_error(None, str(error))
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def gathering(request: HttpRequest, code: str) -> HttpResponse:
    """GET: its page; with `?part=live` what changes. POST: take a seat there."""
    if request.method == "POST":
        return _joined(request, code)
    return show(request, code)


@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    waiting, viewer = _waiting_or_404(request, code)
    match = waiting.gathering.match
    if match is not None and viewer and match.seats.filter(player=viewer).exists():
        return redirect("match", match.pk)
    return _page(request, waiting, viewer)


def _joined(request: HttpRequest, code: str) -> HttpResponse:
    """A redirect to the table, or the page again with why not."""
    _waiting_or_404(request, code)
    try:
        found = gatherings.join(code=code, player=current_player(request))
    except NotAllowed as error:
        return _refused(request, code, error)
    return redirect("match", found.match.pk) if found.match else redirect("gathering", code)


@only("POST")
def gathering_begin(request: HttpRequest, code: str) -> HttpResponse:
    """Its maker waits no longer: computers of the `level` take what is free."""
    _waiting_or_404(request, code)
    level = str(request.POST.get("level", BotLevel.GREEDY))
    try:
        match = gatherings.begin(code=code, player=current_player(request), level=level)
    except NotAllowed as error:
        return _refused(request, code, error)
    return redirect("match", match.pk)


@only("POST")
def gathering_leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give the seat back, decline, or, by its maker, call the table off."""
    waiting, viewer = _waiting_or_404(request, code)
    if viewer is None or not waiting.gathering.places.filter(player=viewer).exists():
        raise Http404("not there")
    gatherings.step_out(code=code, player=viewer)
    own = viewer.pk == waiting.gathering.maker_id
    messages.success(request, _("The table is called off.") if own else _("You have left the table."))
    return redirect("lobby")


@require_safe
def gathering_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of the table as a picture (SVG)."""
    waiting, _viewer = _waiting_or_404(request, code)
    picture = HttpResponse(str(_picture(waiting)), content_type="image/svg+xml")
    picture["Cache-Control"] = "private, max-age=3600"
    return picture


def _waiting_or_404(request: HttpRequest, code: str) -> tuple[Waiting, Player | None]:
    found = waitings(Gathering.objects.with_people().filter(code=code))
    if not found:
        raise Http404("no such table")
    known = player_id(request)
    viewer = Player.objects.filter(pk=known).first() if known else None
    address = request.build_absolute_uri(reverse("gathering", args=[code]))
    return Waiting(found[0].gathering, found[0].ratings, address), viewer


def _refused(request: HttpRequest, code: str, error: Exception) -> HttpResponse:
    waiting, viewer = _waiting_or_404(request, code)
    return _page(request, waiting, viewer, str(error))


def _page(request: HttpRequest, waiting: Waiting, viewer: Player | None, complaint: str = "") -> HttpResponse:
    found = waiting.gathering
    places = {place.player_id: place.state for place in found.places.all()}
    state = places.get(viewer.pk) if viewer else None
    own = viewer is not None and viewer.pk == found.maker_id
    match = found.match
    context = {
        "gathered": waiting,
        "game": pictured(found.rules),
        "stands": found.stands,
        "own": own,
        "seated": state == Place.State.TAKEN,
        "invited": state == Place.State.INVITED,
        "full": not found.free and state != Place.State.INVITED,
        "needs_account": found.rated and not request.user.is_authenticated,
        "complaint": complaint,
        "levels": [level for level in BotLevel if level in rulebook(found.rules).bots],
        "watch": match if match and match.public else None,
        "picture": _picture(waiting) if found.stands and state == Place.State.TAKEN else "",
    }
    if request.GET.get("part") == "live":
        return render(request, "games/_gathering_live.html", context)
    gone = not found.stands and found.match_id is None
    status = (
        HTTPStatus.BAD_REQUEST if complaint and found.stands else HTTPStatus.GONE if gone else HTTPStatus.OK
    )
    return render(request, "games/gathering.html", context, status=status)


def pictured(key: str) -> dict[str, Any]:
    """A game in a few words, with some of its cards."""
    game = GAMES[key]
    kinds = kinds_of(key)
    shown = [kinds[number] for number in range(0, len(kinds), len(kinds) // SHOWN)][:SHOWN]
    return {
        "key": key,
        "name": game.name,
        "opponent": game.opponent,
        "goals": difficulties(game.victories),
        "cards": [
            {"name": kind.name, "stock": kind.stock, "picture": picture_url(kind.key)} for kind in shown
        ],
    }


def _picture(waiting: Waiting) -> Any:
    return qr_svg(waiting.address, _("The link as a QR picture"))


def _account(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
