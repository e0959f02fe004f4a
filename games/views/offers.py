"""Beside the moves: draws and take-backs, a flag that is to fall, and the replay opened to everybody."""

import uuid

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games import problems
from games.access import get_seat_or_404, look_or_404
from games.forms.sent import OFFER
from games.models import Match
from games.services import offers, records
from games.services.errors import MatchFinished, MatchPlaying, NoOffer, NotAllowed
from games.services.play import let_flag_fall
from phylo.json_bodies import BadBody, read_body
from phylo.problems import only, problem


@only("POST")
def match_offers(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """
    `{"do": "offer", "accept" or "decline", "kind": "draw" or "take-back"}` -> `{"version", "talk", "offer"}`
    as they are afterwards. Declining one's own offer withdraws it.
    """
    seat = get_seat_or_404(request, match_id)
    try:
        sent = read_body(request, OFFER, needed=tuple(OFFER))
        doing, kind = sent["do"], sent["kind"]
        if doing == "offer":
            offers.offer(match_id=match_id, seat=seat.number, kind=kind)
        elif doing == "accept":
            offers.accept(match_id=match_id, seat=seat.number, kind=kind)
        else:
            offers.decline(match_id=match_id, kind=kind)
    except BadBody as error:
        return problems.malformed(error)
    except MatchFinished:
        return problem("match-finished", _("The game is over."))
    except NoOffer:
        return problem("no-offer", _("This is not offered any more."))
    except NotAllowed as error:
        return problem("not-allowed", str(error))
    return JsonResponse(Match.objects.values("version", "talk", "offer").get(pk=match_id))


@only("POST")
def match_flag(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Let a flag fall whose time is up, by whoever looks on: `{"version", "fell"}`."""
    look = look_or_404(request, match_id, noted=False)
    move = let_flag_fall(match_id=match_id)
    version = move.number if move else look.match.version
    return JsonResponse({"version": version, "fell": move is not None})


@only("POST")
def match_share(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """By one of its players, after the end: from now on everybody may watch the replay."""
    get_seat_or_404(request, match_id)
    try:
        records.share(match_id=match_id)
    except MatchPlaying:
        return problem("match-playing", _("Not before the match is over."))
    return redirect("match-replay", match_id)
