"""The lobby: who waits for somebody to play with, what waits for oneself, and the form of a new challenge."""

import uuid
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.decks.access import builder_of
from games import engine, services
from games.access import current_player, player_id
from games.challenge_forms import ChallengeForm, challenge_sent, complaints
from games.challenge_words import Offer, offers, page_of
from games.models import Challenge, Player, Seat
from games.rules import RULE_SETS
from games.views import problems
from phylo.accounts.models import User
from phylo.problems import only, problem

SHOWN = 60
"""Open challenges at most, the newest."""
MATCHES_SHOWN = 30


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """
    With `?part=live` what changes by itself, for the page to fetch again; as JSON for programs. `?to=` names
    whom to challenge, `?deck=` a deck to begin with.
    """
    if wants_json(request):
        return JsonResponse(_as_json(request))
    if request.GET.get("part") == "live":
        return render(request, "games/_lobby_live.html", live(request))
    asked, to = request.GET.get("deck", ""), _person(request.GET.get("to", ""))
    return lobby_page(request, ChallengeForm(builder=builder_of(request), asked=asked, to=to))


def lobby_page(request: HttpRequest, form: ChallengeForm) -> HttpResponse:
    return render(
        request,
        "games/lobby.html",
        {"form": form, "complaints": complaints(form), **live(request)},
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )


@only("POST")
def challenge_new(request: HttpRequest) -> HttpResponse:
    """
    A challenge from the lobby's form, or as JSON (`challenge_sent`): a redirect to its page, or 201; the page
    again with its errors, or a problem.
    """
    from_program = request.content_type == "application/json"
    try:
        sent = challenge_sent(problems.json_body(request)) if from_program else request.POST
    except ValueError as error:
        return problems.malformed(error)
    to = _person(str(sent.get("to", "")))
    form = ChallengeForm(sent, builder=builder_of(request), to=to)
    if sent.get("to") and to is None:
        form.add_error(None, _("There is nobody of this name."))
    challenge = _made(request, form) if form.is_valid() else None
    if challenge is None:
        if not from_program:
            return lobby_page(request, form)
        detail = " ".join(complaints(form))
        return problem(HTTPStatus.BAD_REQUEST, "malformed", detail, errors=form.errors.get_json_data())
    if not from_program:
        return redirect("challenge", challenge.code)
    [offer] = offers([challenge])
    address = reverse("challenge", args=[challenge.code])
    made = JsonResponse(offer.as_json(challenge.maker), status=HTTPStatus.CREATED)
    made["Location"] = address
    return made


def _made(request: HttpRequest, form: ChallengeForm) -> Challenge | None:
    """The challenge of a valid form; None when it is refused, which the form then says."""
    to = Player.objects.get_or_create(user=form.whom)[0] if form.whom else None
    try:
        return services.make_challenge(
            maker=current_player(request),
            deck=form.cleaned_data["deck"],
            terms=form.terms,
            key=form.cleaned_data["key"],
            to=to,
        )
    except (services.NotAllowed, engine.InvalidSetup) as error:
        form.add_error(None, str(error))
        return None


def live(request: HttpRequest) -> dict[str, Any]:
    """What stands in the lobby now: `open`, `asked` (for the visitor), `own`, and the visitor's `matches`."""
    known, now = player_id(request), timezone.now()
    standing = Challenge.objects.select_related("maker__user", "to__user", "match")
    lists = {"open": list(standing.lobby(at=now).exclude(maker=known)[:SHOWN]), "asked": [], "own": []}
    if known:
        lists["asked"] = list(standing.standing(at=now).filter(to=known))
        lists["own"] = list(standing.standing(at=now).filter(maker=known))
    found = iter(offers(challenge for challenges in lists.values() for challenge in challenges))
    named = {name: [next(found) for _challenge in challenges] for name, challenges in lists.items()}
    named["own"] = [replace(offer, address=address_of(request, offer.challenge)) for offer in named["own"]]
    return {**named, "matches": running(known, now) if known else []}


def address_of(request: HttpRequest, challenge: Challenge) -> str:
    """As it is sent to somebody."""
    return request.build_absolute_uri(reverse("challenge", args=[challenge.code]))


def running(player: uuid.UUID, now: datetime) -> list[dict[str, Any]]:
    """A player's running matches, those first in which it is the player's turn."""
    seats = Seat.objects.of(player).filter(match__status="playing").select_related("match__challenge")
    seats = seats.prefetch_related("match__seats__player__user").order_by("-match__updated")
    rows = [_running(seat, now) for seat in seats[:MATCHES_SHOWN]]
    return sorted(rows, key=lambda row: not row["your_turn"])


def _running(seat: Seat, now: datetime) -> dict[str, Any]:
    match = seat.match
    other = next(each for each in match.seats.all() if each.number != seat.number)
    scores = match.scores or [0, 0]
    challenge = getattr(match, "challenge", None)
    ends = match.flag_at if match.pace == match.Pace.DAYS and seat.may_act else None
    return {
        "match": match,
        "other": other.player.public_name if other.player else "",
        "level": other.get_bot_display() if other.is_bot else "",
        "other_url": page_of(other.player) if other.player else "",
        "version": RULE_SETS[match.rules].version,
        "mine": scores[seat.number],
        "theirs": scores[1 - seat.number],
        "your_turn": seat.may_act,
        "ends": ends if ends and ends > now else None,
        "begun_by": challenge.code if challenge else "",
    }


def _as_json(request: HttpRequest) -> dict[str, Any]:
    shown = live(request)
    known = player_id(request)
    viewer = Player.objects.filter(pk=known).first() if known else None

    def written(listed: list[Offer]) -> list[dict[str, Any]]:
        return [offer.as_json(viewer) for offer in listed]

    return {
        "open": written(shown["open"]),
        "to_you": written(shown["asked"]),
        "yours": written(shown["own"]),
        "matches": [
            {
                "match": str(row["match"].pk),
                "url": reverse("match", args=[row["match"].pk]),
                "rules": row["match"].rules,
                "opponent": row["other"] or f"bot {row['level'].lower()}",
                "your_turn": row["your_turn"],
                "scores": [row["mine"], row["theirs"]],
            }
            for row in shown["matches"]
        ],
    }


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks that says so; everybody else gets the page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _person(name: str) -> User | None:
    return User.objects.named(name).filter(is_active=True).first() if name else None
