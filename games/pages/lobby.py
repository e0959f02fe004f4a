"""The lobby: who waits for somebody to play with, what waits for oneself, and the form of a new challenge."""

import uuid
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from cards.decks.access import builder_of
from games.access import current_player, player_id
from games.forms.challenge import ChallengeForm
from games.forms.parts import complaints
from games.models import Challenge, Gathering, Place, Player, Seat
from games.rules import rules_in_short
from games.services.challenges import make_challenge
from games.services.errors import NotAllowed
from games.words.challenges import offers
from games.words.gatherings import Waiting, waitings
from games.words.seats import names_in_a_row, others_at, place_of
from phylo.accounts.models import User
from phylo.http.problems import only

SHOWN = 60
"""Open challenges at most, the newest."""
MATCHES_SHOWN = 30


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """
    With `?part=live` what changes by itself, for the page to fetch again. `?to=` names whom to challenge,
    `?deck=` a deck to begin with.
    """
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
    A challenge from the lobby's form: a redirect to its page, or the lobby again with the form's errors.
    """
    to = _person(request.POST.get("to", ""))
    form = ChallengeForm(request.POST, builder=builder_of(request), to=to)
    if request.POST.get("to") and to is None:
        form.add_error(None, _("There is nobody of this name."))
    challenge = _made(request, form) if form.is_valid() else None
    return redirect("challenge", challenge.code) if challenge else lobby_page(request, form)


def _made(request: HttpRequest, form: ChallengeForm) -> Challenge | None:
    """The challenge of a valid form; None when it is refused, which the form then says."""
    to = Player.objects.get_or_create(user=form.whom)[0] if form.whom else None
    try:
        return make_challenge(
            maker=current_player(request),
            deck=form.cleaned_data["deck"],
            terms=form.terms,
            key=form.cleaned_data["key"],
            to=to,
        )
    except (NotAllowed, engine.InvalidSetup) as error:
        form.add_error(None, str(error))
        return None


def live(request: HttpRequest) -> dict[str, Any]:
    """
    What stands in the lobby now: challenges that are `open`, `asked` (for the visitor) and `own`; `tables`
    that wait for anybody, `tables_asked`, and `tables_own` where the visitor sits; the visitor's `matches`.
    """
    known, now = player_id(request), timezone.now()
    standing = Challenge.objects.select_related("maker__user", "to__user", "match")
    lists = {"open": list(standing.lobby(at=now).exclude(maker=known)[:SHOWN]), "asked": [], "own": []}
    if known:
        lists["asked"] = list(standing.standing(at=now).filter(to=known))
        lists["own"] = list(standing.standing(at=now).filter(maker=known))
    found = iter(offers(challenge for challenges in lists.values() for challenge in challenges))
    named = {name: [next(found) for _challenge in challenges] for name, challenges in lists.items()}
    named["own"] = [replace(offer, address=address_of(request, offer.challenge)) for offer in named["own"]]
    return {**named, **_tables(request, known, now), "matches": running(known, now) if known else []}


def _tables(request: HttpRequest, known: uuid.UUID | None, now: datetime) -> dict[str, list[Waiting]]:
    standing = Gathering.objects.with_people().standing(at=now)
    lists = {"tables": list(standing.filter(listed=True)[:SHOWN]), "tables_asked": [], "tables_own": []}
    places = {Place.State.INVITED: "tables_asked", Place.State.TAKEN: "tables_own"}
    there = list(standing.filter(places__player=known)) if known else []
    theirs = {
        each.pk: places.get(Place.State(place.state), "")
        for each in there
        for place in each.places.all()
        if place.player_id == known
    }
    for name in places.values():
        lists[name] = [each for each in there if theirs[each.pk] == name]
    lists["tables"] = [each for each in lists["tables"] if each.free and not theirs.get(each.pk)]
    found = iter(waitings(each for gatherings in lists.values() for each in gatherings))
    named = {name: [next(found) for _each in gatherings] for name, gatherings in lists.items()}
    named["tables_own"] = [
        replace(each, address=request.build_absolute_uri(reverse("gathering", args=[each.gathering.code])))
        for each in named["tables_own"]
    ]
    return named


def address_of(request: HttpRequest, challenge: Challenge) -> str:
    """As it is sent to somebody."""
    return request.build_absolute_uri(reverse("challenge", args=[challenge.code]))


def running(player: uuid.UUID, now: datetime) -> list[dict[str, Any]]:
    """A player's running matches, those first in which it is the player's turn."""
    seats = Seat.objects.of(player).one_a_match().filter(match__status="playing")
    seats = (
        seats.select_related("match__challenge", "match__gathering")
        .prefetch_related("match__seats__player__user")
        .order_by("-match__updated")
    )
    rows = [_running(seat, now) for seat in seats[:MATCHES_SHOWN]]
    return sorted(rows, key=lambda row: not row["your_turn"])


def _running(seat: Seat, now: datetime) -> dict[str, Any]:
    match = seat.match
    own = [each for each in match.seats.all() if each.player_id == seat.player_id]
    others = others_at(match, seat.player_id)
    scores = match.scores or [0] * match.players
    begun_by = getattr(match, "challenge", None) or getattr(match, "gathering", None)
    your_turn = any(str(each.number) in match.to_act for each in own)
    ends = match.flag_at if match.pace == match.Pace.DAYS and your_turn else None
    return {
        "match": match,
        "others": names_in_a_row(match, others),
        "opponent": ", ".join(f"bot {other.bot}" if other.bot else other.name for other in others),
        "scores": [
            scores[seat.number],
            *(each for number, each in enumerate(scores) if number != seat.number),
        ],
        "with_people": any(not other.bot for other in others),
        "one_other": len(others) == 1,
        "version": rules_in_short(match.rules),
        "mine": scores[seat.number],
        "theirs": scores[1 - seat.number] if len(scores) == 2 else None,
        "place": place_of(match, seat.number) if len(scores) > 2 else None,
        "your_turn": your_turn,
        "ends": ends if ends and ends > now else None,
        "begun_by": begun_by.code if begun_by else "",
    }


def _person(name: str) -> User | None:
    return User.objects.named(name).filter(is_active=True).first() if name else None
