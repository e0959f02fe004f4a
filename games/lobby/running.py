"""A player's running matches, as home, the lobby and a pupil's page list them."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from games.lobby.models import OpenTable
from games.matches.clauses import rules_title
from games.matches.models import Match, Seat
from games.matches.services.contact_rules import call_by_name
from games.matches.words.seats import names_in_a_row, others_at, place_of

MOST = 30
FEW = 6
"""Where they stand beside other things."""


@dataclass(frozen=True)
class Running:
    """A running match, seen from one seat. `begun_by` is the code of its open table."""

    match: Match
    others: str
    mine: int
    theirs: int | None
    with_people: bool
    one_other: bool
    version: str
    deck: str
    place: int | None
    your_turn: bool
    ends: datetime | None
    begun_by: str


def running(player: uuid.UUID | None, now: datetime, most: int = MOST) -> list[Running]:
    """The latest, first those in which it is the player's turn; none for somebody unknown."""
    if player is None:
        return []
    seats = Seat.objects.of(player).one_a_match().filter(match__status="playing")
    seats = (
        seats.select_related("match__open_table")
        .prefetch_related("match__seats__player__user")
        .order_by("-match__updated")
    )
    rows = [_running(seat, now) for seat in seats[:most]]
    return sorted(rows, key=lambda row: not row.your_turn)


def _running(seat: Seat, now: datetime) -> Running:
    match = seat.match
    if match.collection_id is not None:
        people = [each.player for each in match.seats.all() if each.player is not None]
        call_by_name(people, to=next(each for each in people if each.pk == seat.player_id))
    own = [each for each in match.seats.all() if each.player_id == seat.player_id]
    others = others_at(match, seat.player_id)
    scores = match.scores or [0] * match.players
    begun_by: OpenTable | None = getattr(match, "open_table", None)
    your_turn = any(str(each.number) in match.to_act for each in own)
    ends = match.flag_at if match.pace == match.Pace.DAYS and your_turn else None
    return Running(
        match=match,
        others=names_in_a_row(match, others),
        mine=scores[seat.number],
        theirs=scores[1 - seat.number] if len(scores) == 2 else None,
        with_people=any(not other.bot for other in others),
        one_other=len(others) == 1,
        version=rules_title(match.rules),
        deck=seat.deck_name,
        place=place_of(match, seat.number) if len(scores) > 2 else None,
        your_turn=your_turn,
        ends=ends if ends and ends > now else None,
        begun_by=begun_by.code if begun_by else "",
    )
