"""What the API says of matches and challenges: plain data with whole addresses."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from cards.services.exporting import moment
from games.models import Match, Player, Seat
from games.models.match import MatchQuerySet, winners
from games.words.challenges import Offer, may_see, pace_key, pace_of
from games.words.gatherings import Waiting
from phylo.api.resource import Address


def with_seats(matches: MatchQuerySet) -> MatchQuerySet:
    """With all that an answer reads."""
    seats = Seat.objects.select_related("player__user").order_by("number")
    return matches.lean().prefetch_related(Prefetch("seats", queryset=seats))


def match_answer(match: Match, seat: int | None, at: Address) -> dict[str, Any]:
    """A match that came `with_seats`, as the seat (None: a watcher) is told of it."""
    api = {
        name: at.full(reverse(f"api-match-{name}", args=[match.pk]))
        for name in ("view", "actions", "why", "resign", "offers", "chat", "record")
    }
    to_act = [] if match.finished else [int(number) for number in match.to_act]
    return {
        "match": str(match.pk),
        "seat": seat,
        "rules": match.rules,
        "options": match.options,
        "seats": [_seat(each) for each in match.seats.all()],
        "status": match.status,
        "version": match.version,
        "talk": match.talk,
        "to_act": to_act,
        "your_turn": seat in to_act,
        "scores": match.scores,
        "offer": offer_answer(match),
        "clock": _clock(match, to_act),
        "result": _result(match),
        "rated": match.rated,
        "public": match.public,
        "created_at": moment(match.created),
        "moved_at": moment(match.updated),
        "page": at.full(reverse("match", args=[match.pk])),
        "api": at.full(reverse("api-match", args=[match.pk])),
        "addresses": api,
    }


def offer_answer(match: Match) -> dict[str, Any] | None:
    return {"kind": match.offer["kind"], "seat": match.offer["seat"]} if match.offer else None


def _seat(seat: Seat) -> dict[str, Any]:
    name = seat.player.public_name if seat.player else seat.get_bot_display()
    return {"number": seat.number, "name": name, "bot": seat.bot or None}


def _clock(match: Match, running: list[int]) -> dict[str, Any] | None:
    if match.time_left is None or match.clock_since is None:
        return None
    return {
        "pace": pace_key(pace_of(match)),
        "left": match.time_left,
        "counted_at": moment(match.clock_since),
        "running": running,
        "flag_at": moment(match.flag_at) if match.flag_at else None,
    }


def _result(match: Match) -> dict[str, Any] | None:
    if not match.finished:
        return None
    return {**result(match.winner), "ending": match.ending}


def result(winner: str) -> dict[str, Any]:
    """The seats that have won, and the one if it is one."""
    won = winners(winner)
    return {"winner": won[0] if len(won) == 1 else None, "winners": list(won)}


def challenge_answer(offer: Offer, viewer: Player | None, at: Address) -> dict[str, Any]:
    told = offer.as_json(viewer)
    del told["url"]
    code, match = offer.challenge.code, offer.challenge.match
    return {
        **told,
        "created_at": moment(offer.challenge.created),
        "expires_at": moment(offer.challenge.expires),
        "match": str(match.pk) if match and may_see(match, viewer) else None,
        "page": at.full(reverse("challenge", args=[code])),
        "api": at.full(reverse("api-challenge", args=[code])),
        "accept": at.full(reverse("api-challenge-accept", args=[code])),
    }


def table_answer(waiting: Waiting, viewer: Player | None, at: Address) -> dict[str, Any]:
    told = waiting.as_json(viewer)
    del told["url"]
    code, match = waiting.gathering.code, waiting.gathering.match
    return {
        **told,
        "created_at": moment(waiting.gathering.created),
        "expires_at": moment(waiting.gathering.expires),
        "match": str(match.pk) if match and may_see(match, viewer) else None,
        "page": at.full(reverse("gathering", args=[code])),
        "api": at.full(reverse("api-table", args=[code])),
        "join": at.full(reverse("api-table-join", args=[code])),
    }
