"""The running matches of a visitor, as home and the overview of play list them."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.matches.access import player_id
from games.matches.clauses import rules_in_short
from games.matches.models import Match, Seat
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.seats import names_in_a_row, others_at, place_of

SHOWN = 6


@dataclass(frozen=True)
class Running:
    """A match seen from one seat; `rules` only where they are not the usual ones."""

    match: Match
    deck: str
    rules: str
    mine: int
    theirs: int | None
    place: int | None
    your_turn: bool

    @property
    def players(self) -> int:
        return self.match.players

    @property
    def against_bot(self) -> bool:
        return self.match.bot_to_act


def running_of(request: HttpRequest) -> list[Running]:
    """The latest, first those in which it is the visitor's turn."""
    player = player_id(request)
    if player is None:
        return []
    seats = Seat.objects.of(player).one_a_match().filter(match__status="playing")
    latest = seats.order_by("-match__updated").prefetch_related("match__seats__player__user")[:SHOWN]
    return sorted(map(_running, latest), key=lambda row: not row.your_turn)


def _running(seat: Seat) -> Running:
    match = seat.match
    scores = match.scores or [0] * match.players
    own = [each.number for each in match.seats.all() if each.player_id == seat.player_id]
    others = names_in_a_row(match, others_at(match, seat.player_id))
    return Running(
        match=match,
        deck=seat.deck_name or _("Against %(names)s") % {"names": others},
        rules=rules_in_short(match.rules) if match.rules != DEFAULT_RULES else "",
        mine=scores[seat.number],
        theirs=scores[1 - seat.number] if len(scores) == 2 else None,
        place=place_of(match, seat.number) if len(scores) > 2 else None,
        your_turn=any(str(number) in match.to_act for number in own),
    )
