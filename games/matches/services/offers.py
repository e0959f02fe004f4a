"""
Offers of a draw or of a take-back. One offer stands at a time.

`Match.offer` is `{"kind": "draw" or "take-back", "seat": …, "to": version}`, with `to` only for a take-back.
It lapses when the opponent plays on; a take-back also when the seat that asked does. Between two of its own
moves a seat may make each kind of offer only once, and is told if it was declined.
"""

import uuid
from typing import NotRequired, TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from games.matches.models import Match, Move
from games.matches.models.match import on_one_device
from games.matches.services import administrative_moves
from games.matches.services.errors import MatchFinished, NoOffer, NotAllowed
from games.matches.services.play import (
    declined_by,
    let_flag_fall,
    locked,
    note_beside,
    store_move,
    turn_of,
)
from games.matches.services.positions import replay, state_at
from games.matches.services.rulebooks import carry_out, rulebook
from games.matches.services.site_clock import site_time

KINDS = (administrative_moves.DRAW, administrative_moves.TAKE_BACK)


class Offer(TypedDict):
    """The content of `Match.offer`; `to` is the version that a take-back returns to."""

    kind: str
    seat: int
    to: NotRequired[int]


def offer(*, match_id: uuid.UUID, seat: int, kind: str) -> Move | None:
    """
    Offer a draw or ask for a take-back.

    Repeating an offer changes nothing. A draw that the opponent has offered too, or a take-back against a
    bot, is agreed at once, and the move is returned. Raises MatchFinished or NotAllowed.
    """
    let_flag_fall(match_id=match_id)
    with transaction.atomic():
        match = locked(match_id)
        if match.finished:
            raise MatchFinished
        if not rulebook(match.rules).offers:
            raise NotAllowed(_("In this game nothing is agreed: it is played to the end."))
        wanted: Offer = {"kind": kind, "seat": seat}
        against_bot = match.seats.exclude(number=seat).exclude(bot="").exists()
        if kind == administrative_moves.TAKE_BACK:
            if on_one_device(match.seats.all()):
                raise NotAllowed(_("On one device nothing is taken back."))
            wanted["to"] = before_last_action(match, seat)
            if match.rated:
                raise NotAllowed(_("In a rated match nothing is taken back."))
            if against_bot:
                return _agree(match, wanted)
        elif against_bot:
            raise NotAllowed(_("The computer plays to the end."))
        standing = match.offer
        if standing == wanted:
            return None
        if standing and standing["kind"] == kind == administrative_moves.DRAW:
            return _agree(match, standing)
        if offered_already(match, seat, kind):
            raise NotAllowed(_("You have asked for that already. After your next move you may ask again."))
        # An offer in place of the opponent's declines that.
        offered = declined_by(match, seat, match.version) | {f"{seat} {kind}": _last_move(match, seat)}
        offered.pop(f"{seat} {kind} declined", None)
        note_beside(match.pk, offer=wanted, offered=offered)
    return None


def offered_already(match: Match, seat: int, kind: str) -> bool:
    """Whether the seat has made an offer of this kind since its last move."""
    return (match.offered or {}).get(f"{seat} {kind}") == _last_move(match, seat)


def _last_move(match: Match, seat: int) -> int:
    """The number of the seat's last move, or 0."""
    numbers = match.moves.filter(seat=seat).order_by("-number").values_list("number", flat=True)
    return numbers.first() or 0


def accept(*, match_id: uuid.UUID, seat: int, kind: str) -> Move:
    """Accept the opponent's offer. Raises NoOffer."""
    let_flag_fall(match_id=match_id)
    with transaction.atomic():
        match = locked(match_id)
        standing = match.offer
        if standing is None or standing["kind"] != kind or standing["seat"] == seat:
            raise NoOffer
        return _agree(match, standing)


def part(*, match_id: uuid.UUID) -> Move | None:
    """
    End a match of two in a draw, as whoever is responsible for both decides; None if it is over. Raises
    NotAllowed in a game that knows no draw.
    """
    let_flag_fall(match_id=match_id)
    with transaction.atomic():
        match = locked(match_id)
        if match.finished:
            return None
        if not rulebook(match.rules).offers:
            raise NotAllowed(_("In this game nothing is agreed: it is played to the end."))
        return _agree(match, {"kind": administrative_moves.DRAW, "seat": 0})


def decline(*, match_id: uuid.UUID, seat: int, kind: str) -> None:
    """Withdraw or decline the standing offer, if it is of this kind, or else forget that it was declined."""
    with transaction.atomic():
        match = locked(match_id)
        if match.offer is not None and match.offer["kind"] == kind:
            note_beside(match.pk, offer=None, offered=declined_by(match, seat, match.version))
        elif declined(match, seat) == kind:
            offered = match.offered or {}
            offered.pop(f"{seat} {kind} declined")
            note_beside(match.pk, offered=offered)


def declined(match: Match, seat: int) -> str:
    """The kind of the seat's offer that was declined since the seat's last move, or ""."""
    for kind in KINDS:
        at = (match.offered or {}).get(f"{seat} {kind} declined")
        if at is not None and at >= _last_move(match, seat):
            return kind
    return ""


def before_last_action(match: Match, seat: int) -> int:
    """The version before the seat's last action in force. Raises NotAllowed if it has none."""
    steps = administrative_moves.in_force(
        match.moves.order_by("number").values_list("number", "seat", "action")
    )
    versions = [0, *(number for number, _seat, _action in steps)]
    for place in range(len(steps) - 1, -1, -1):
        _number, who, action = steps[place]
        if who == seat and action["do"] != "reveal":
            return versions[place]
    raise NotAllowed(_("There is nothing to take back."))


def _agree(match: Match, offered: Offer) -> Move:
    """Store the agreed move, as a move of the seat that made the offer."""
    now, number = site_time.asked(), match.version + 1
    state = state_at(match)
    before, seat = turn_of(state), offered["seat"]
    if offered["kind"] == administrative_moves.TAKE_BACK:
        action = {"do": administrative_moves.TAKE_BACK, "to": offered["to"]}
        state, log = replay(match, offered["to"]), administrative_moves.taken_back(seat, offered["to"])
    else:
        action = {"do": administrative_moves.DRAW}
        log = carry_out(rulebook(match.rules), state, seat, action)
    key = f"{administrative_moves.OWN_KEY}agreed-{number}"
    return store_move(match, state, before, seat=seat, action=action, key=key, log=log, now=now)
