"""The boards of the host of a simultaneous: all of them, and which one waits longest."""

import uuid

from games.matches.models import Match, Player, Seat
from games.matches.services.last_seen import note_look
from games.tournaments.models import Tournament


def hosts(tournament: Tournament, player: uuid.UUID | None) -> bool:
    """Whether the player is the host of a simultaneous."""
    return tournament.kind == Tournament.Kind.SIMUL and tournament.maker_id == player


def boards_of(tournament: Tournament, host: Player) -> list[Seat]:
    """The host's seats with their matches and all players there, in the order of the boards."""
    seats = Seat.objects.of(host.pk).filter(match__tournament_game__tournament=tournament)
    people = "match__seats__player__user"
    return list(seats.prefetch_related(people).order_by("match__tournament_game__board"))


def look_at_all(boards: list[Seat]) -> None:
    """Whoever sees all boards has come to each of them: none is lost as one to which nobody came."""
    for seat in boards:
        if seat.looked is None:
            note_look(seat)


def next_waiting(tournament: Tournament, host: Player, *, after: str = "") -> Match | None:
    """The board that has waited longest for the host; the one just left only if no other waits."""
    seats = Seat.objects.of(host.pk).to_act().filter(match__tournament_game__tournament=tournament)
    waiting = [seat.match for seat in seats.order_by("match__updated", "pk")]
    return next((match for match in waiting if str(match.pk) != after), None) or next(iter(waiting), None)
