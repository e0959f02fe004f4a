"""Open tables: opening one, its page while people wait there, and joining it."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import engine
from cards.art import face_version
from cards.decks.pages.tiles import tiles
from cards.models import Card
from cards.models.builder import builder_of
from cards.pages.qr import qr_svg
from engine.drafting import GAMES
from games.lobby.fields import COMPUTER, HERE, LINK, OTHERS, PERSON
from games.lobby.forms.open_table import AcceptForm, TableForm
from games.lobby.models import OpenTable, Participant
from games.lobby.services import open_tables
from games.lobby.words import Listing, listings
from games.matches.access import current_player, player_id
from games.matches.forms.decks import DeckChoice
from games.matches.forms.parts import complaints
from games.matches.models import BotLevel
from games.matches.services.errors import NotAllowed
from games.matches.words.levels import Suggestion, level_choices
from games.people.services.suggested import suggested
from games.table.draft.kinds import kinds_of
from games.table.draft.pictures import picture_url
from games.table.draft.score_words import difficulties
from phylo.accounts.models import User
from phylo.http.addresses import site_address
from phylo.http.answers import refuse
from phylo.http.languages import in_language
from phylo.http.problems import Refused, only

SHOWN = 4
"""Cards shown to illustrate each game."""
ON_PREVIEWS = "valley-oak"


@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """
    GET: the form for a drafting game. `?rules=` chooses the game, `?with=` the number of players, `?here=`
    how many more share the device, `?people=` how many come with the link; `?to=` invites somebody.
    POST: a redirect to the match or the open table.
    """
    if request.method != "POST":
        return _form_page(request, _first_form(request))
    form = TableForm(request.POST, builder=builder_of(request))
    if form.is_valid():
        try:
            if form.terms.people:
                return redirect(form.open_table(current_player(request)))
            match = open_tables.start(
                player=current_player(request), terms=form.terms, key=form.cleaned_data["key"], coach=True
            )
            return redirect("match", match.pk)
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
    return _form_page(request, form)


def _first_form(request: HttpRequest) -> TableForm:
    initial: dict[str, str] = {}
    if request.GET.get("rules") in GAMES:
        initial["rules"] = request.GET["rules"]
    asked = request.GET.get("with", "")
    if asked in {"1", "2", "3", "4", "5", "6"}:
        initial |= {f"seat_{seat}": COMPUTER if seat <= int(asked) else "" for seat in OTHERS}
    beside = request.GET.get("here", "")
    if beside in {"1", "2", "3", "4", "5"}:
        initial |= {f"seat_{seat}": HERE if seat <= int(beside) + 1 else "" for seat in OTHERS}
    coming = request.GET.get("people", "")
    if coming in {"1", "2", "3", "4", "5"}:
        initial |= {f"seat_{seat}": PERSON if seat <= int(coming) + 1 else "" for seat in OTHERS}
        initial |= {"listed": LINK}
    if inside := request.GET.get("set", ""):
        initial |= {"set": inside, "listed": LINK}
    invited = request.GET.get("to", "")
    if User.objects.active_named(invited):
        initial |= {"invite": invited, "listed": LINK}
        initial |= {f"seat_{seat}": PERSON if seat == OTHERS[0] else "" for seat in OTHERS}
    return TableForm(builder=builder_of(request), initial=initial)


@never_cache
def _form_page(request: HttpRequest, form: TableForm) -> HttpResponse:
    return render(
        request,
        "lobby/table_new.html",
        {
            "form": form,
            "complaints": complaints(form),
            "games": [pictured(key) for key in GAMES],
            "rules": form["rules"].value(),
            **_levels(request, str(form["rules"].value()), str(form["level"].value() or "")),
            "online": PERSON,
            "here": HERE,
            "computers": form.only_computers,
        },
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the page, or for its players the match; with `?part=seats` just the seats. POST: join."""
    if request.method == "POST":
        return _joined(request, code)
    return _shown(request, code)


def forward(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """A permanent redirect with the same method and body from the old address of tables for two."""
    return redirect(name, code, permanent=True, preserve_request=True)


@never_cache
def _shown(request: HttpRequest, code: str) -> HttpResponse:
    listing = _listing_or_404(request, code)
    if request.GET.get("part") == "seats":
        return _seats(request, listing)
    if listing.plays and listing.table.match_id:
        return redirect("match", listing.table.match_id)
    return _page(request, listing)


def _seats(request: HttpRequest, listing: Listing) -> HttpResponse:
    """The seats, polled every few seconds: 204 if nothing has changed, a reload once the table is closed."""
    if not listing.table.stands:
        return HttpResponse(headers={"HX-Redirect": request.path})
    if request.GET.get("seen") == listing.seats_key:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "lobby/_open_table_seats.html", {"table": listing})


def _joined(request: HttpRequest, code: str) -> HttpResponse:
    """A redirect to the match or the table, or the page again with the reasons why not."""
    listing = _listing_or_404(request, code)
    form = AcceptForm(request.POST, table=listing.table, builder=builder_of(request))
    if not form.is_valid():
        return _page(request, listing, complaints(form), str(form["deck"].value() or ""))
    try:
        deck = form.cleaned_data.get("deck")
        found = open_tables.join(code=code, player=current_player(request), deck=deck)
    except (NotAllowed, engine.InvalidSetup) as error:
        return _page(request, _listing_or_404(request, code), [str(error)], deck.slug if deck else "")
    return redirect("match", found.match_id) if found.match_id else redirect(found)


@only("POST")
def table_begin(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the match now, with bots of the `level` in the free seats; only for the maker."""
    _listing_or_404(request, code)
    level = str(request.POST.get("level", BotLevel.FOX))
    try:
        match = open_tables.begin(code=code, player=current_player(request), level=level)
    except NotAllowed as error:
        return _page(request, _listing_or_404(request, code), [str(error)])
    return redirect("match", match.pk)


@only("POST")
def table_leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up the seat or decline the invitation; the maker withdraws the table."""
    listing = _listing_or_404(request, code)
    if not listing.state:
        raise Http404("not there")
    left = open_tables.leave(code=code, player=current_player(request))
    if left.match_id:
        message = _("The match has begun already.")
    elif listing.own:
        message = _("The table is called off.")
    elif listing.state == Participant.State.INVITED:
        message = _("You have declined the invitation.")
    else:
        message = _("You have left the table.")
    messages.success(request, message)
    return redirect("lobby")


@require_safe
def table_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The URL of the table as a QR code (SVG)."""
    picture = HttpResponse(_picture(_listing_or_404(request, code)), content_type="image/svg+xml")
    picture["Cache-Control"] = "private, max-age=3600"
    return picture


def _listing_or_404(request: HttpRequest, code: str) -> Listing:
    """The table as the visitor sees it. Raises Http404, also for a table meant for somebody else."""
    known = player_id(request)
    found = OpenTable.objects.with_people().seen_by(known).filter(code=code)
    site = site_address(request)
    for listing in listings(found, viewer=known, site=site):
        return listing
    raise Http404("no such table")


def _page(
    request: HttpRequest, listing: Listing, wrong: list[str] | None = None, chosen: str = ""
) -> HttpResponse:
    """The page of a table; `wrong` says why the visitor cannot join, with the deck that was `chosen`."""
    found, waiting = listing.table, listing.state == Participant.State.WAITING
    context: dict[str, Any] = {
        "table": listing,
        "drafting": found.drafting,
        "stands": found.stands,
        "own": listing.own,
        "waiting_here": waiting,
        "invited": listing.state == Participant.State.INVITED,
        "full": not found.free and listing.state != Participant.State.INVITED,
        "needs_account": found.rated and not request.user.is_authenticated,
        "complaints": wrong or [],
        "watch": listing.match_seen,
    }
    if found.drafting:
        context |= {"game": pictured(found.rules), **_levels(request, found.rules)}
    else:
        context["preview"] = _preview(request)
    if found.stands and waiting:
        context["picture"] = _picture(listing)
    elif found.stands and not found.drafting:
        context |= _decks(request, found, chosen)
    status = HTTPStatus.OK
    if not found.stands and not found.match_id:
        status = HTTPStatus.GONE
    elif found.stands and wrong:
        status = HTTPStatus.BAD_REQUEST
    return render(request, "lobby/open_table.html", context, status=status)


def _decks(request: HttpRequest, found: OpenTable, sent: str) -> dict[str, object]:
    """The decks to choose from as `groups` of tiles, and the `chosen` one's slug."""
    if found.same_deck:
        return {"groups": [], "chosen": ""}
    choice = DeckChoice.of(builder_of(request), found.rules, asked=sent or request.GET.get("deck", ""))
    groups = [(group.title, group.decks) for group in choice.groups]
    if found.ready_decks_only:
        groups = [("", choice.ready)]
    drawn = {tile.deck.pk: tile for tile in tiles([deck for _title, decks in groups for deck in decks])}
    first = next((deck.slug for _title, decks in groups for deck in decks), "")
    return {
        "groups": [(title, [drawn[deck.pk] for deck in decks]) for title, decks in groups],
        "chosen": sent or (choice.chosen.slug if choice.chosen else first),
    }


def _levels(request: HttpRequest, rules: str, sent: str = "") -> dict[str, object]:
    """The `levels` to choose from; `level` and `level_name` of the one that was sent or that suits."""
    suggestion = suggested(player_id(request)).get(rules) or Suggestion(BotLevel.MOUSE)
    levels, level = level_choices(suggestion), sent or suggestion.level.value
    name = next((choice.name for choice in levels if choice.key == level), "")
    return {"levels": levels, "level": level, "level_name": name}


def pictured(key: str) -> dict[str, Any]:
    """A short description of a drafting game, with some of its cards."""
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


def _picture(listing: Listing) -> SafeString:
    return qr_svg(listing.address, _("The link as a QR picture"))


def _preview(request: HttpRequest) -> str:
    """The URL of a card for link previews; always the same, as the maker's deck is secret."""
    card = Card.objects.filter(key=ON_PREVIEWS).first()
    if card is None:
        return ""
    version = face_version(card.as_face(), card.key)
    return request.build_absolute_uri(in_language(reverse("card-preview", args=[card.key, version])))


def _account(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
