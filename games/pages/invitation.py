"""A challenge's own page: for its maker, who waits there, and for whoever follows the link."""

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
from cards.art import face_version
from cards.decks.access import builder_of
from cards.decks.pages.tiles import tiles
from cards.models import Card
from cards.pages.qr import qr_svg
from games.access import current_player, player_id
from games.forms.challenge import AcceptForm
from games.forms.decks import DeckChoice
from games.forms.parts import complaints
from games.models import Challenge, Match, Player
from games.pages.lobby import address_of
from games.services.challenges import accept_challenge, withdraw_challenge
from games.services.errors import NotAllowed
from games.words.challenges import Offer, may_see, offers
from phylo.http.problems import only

ON_PREVIEWS = "valley-oak"


@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, code: str) -> HttpResponse:
    """GET: its page. POST: accept it."""
    if request.method == "POST":
        return accept(request, code)
    return show(request, code)


@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    found, viewer = _challenge_or_404(request, code)
    [offer] = offers([found])
    if found.match is not None and viewer and found.match.seats.filter(player=viewer).exists():
        return redirect("match", found.match.pk)
    return _page(request, offer, viewer)


def accept(request: HttpRequest, code: str) -> HttpResponse:
    """A redirect to the table, or the page again with why not."""
    found, _viewer = _challenge_or_404(request, code)
    form = AcceptForm(request.POST, challenge=found, builder=builder_of(request))
    if match := _begun(request, form):
        return redirect("match", match.pk)
    fresh, viewer = _challenge_or_404(request, code)
    return _page(request, offers([fresh])[0], viewer, form)


def _begun(request: HttpRequest, form: AcceptForm) -> Match | None:
    """The match; None when it is refused, which the form then says."""
    if not form.is_valid():
        return None
    try:
        return accept_challenge(
            code=form.challenge.code, player=current_player(request), deck=form.cleaned_data.get("deck")
        )
    except (NotAllowed, engine.InvalidSetup) as error:
        form.add_error(None, str(error))
        return None


@only("POST")
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Its maker takes it back, or the one whom it is for declines."""
    found, viewer = _challenge_or_404(request, code)
    if viewer is None or viewer.pk not in (found.maker_id, found.to_id):
        raise Http404("not yours to withdraw")
    withdraw_challenge(challenge_id=found.pk, player=viewer)
    found.refresh_from_db()
    words = {
        Challenge.Status.WITHDRAWN: _("The challenge is withdrawn."),
        Challenge.Status.DECLINED: _("The challenge is declined."),
    }.get(Challenge.Status(found.status), _("The match has begun already."))
    messages.success(request, words)
    return redirect("lobby")


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of the challenge as a picture (SVG)."""
    found, _viewer = _challenge_or_404(request, code)
    picture = HttpResponse(str(_picture(request, found)), content_type="image/svg+xml")
    picture["Cache-Control"] = "private, max-age=3600"
    return picture


def _challenge_or_404(request: HttpRequest, code: str) -> tuple[Challenge, Player | None]:
    """The challenge and the visitor; one that is directed is there only for its two."""
    found = Challenge.objects.select_related("maker__user", "to__user", "match").filter(code=code).first()
    known = player_id(request)
    viewer = Player.objects.filter(pk=known).first() if known else None
    theirs = found is not None and (viewer.pk if viewer else None) in (found.maker_id, found.to_id)
    if found is None or (found.to_id and not theirs):
        raise Http404("no such challenge")
    return found, viewer


def _page(
    request: HttpRequest, offer: Offer, viewer: Player | None, form: AcceptForm | None = None
) -> HttpResponse:
    found = offer.challenge
    stands = found.stands
    own = viewer is not None and viewer.pk == found.maker_id
    context = {
        "offer": offer,
        "own": own,
        "stands": stands,
        "directed": found.to_id is not None,
        "needs_account": found.rated and not request.user.is_authenticated,
        "address": address_of(request, found),
        "watch": found.match if found.match and may_see(found.match, viewer.pk if viewer else None) else None,
        "form": form,
        "complaints": complaints(form) if form else [],
        "preview": _preview(request),
    }
    if stands and own:
        context["picture"] = _picture(request, found)
    elif stands:
        context |= _decks(request, found, form)
    status = HTTPStatus.OK if stands or found.match else HTTPStatus.GONE
    refused = form is not None and stands
    return render(
        request, "games/challenge.html", context, status=HTTPStatus.BAD_REQUEST if refused else status
    )


def _decks(request: HttpRequest, found: Challenge, form: AcceptForm | None) -> dict[str, Any]:
    """The decks to choose from as `groups` of tiles, and the `chosen` one's slug."""
    if found.same_deck:
        return {"groups": [], "chosen": ""}
    sent = str(form["deck"].value() or "") if form else ""
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


def _picture(request: HttpRequest, found: Challenge) -> Any:
    return qr_svg(address_of(request, found), _("The link as a QR picture"))


def _preview(request: HttpRequest) -> str:
    """A card for the previews of links; not one of the maker's deck."""
    card = Card.objects.filter(key=ON_PREVIEWS).first()
    if card is None:
        return ""
    version = face_version(card.as_face(), card.key)
    return request.build_absolute_uri(reverse("card-preview", args=[card.key, version]))
