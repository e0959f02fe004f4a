"""A public game as a line of the archive: what the record leaves out, but who the people were."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Literal

from django.db.models import QuerySet

from engine import sets
from engine.phylo.rules import RULES
from engine.record_format import FILED, FiledGame, FiledSeat
from games.ladder.models import Game
from games.ladder.scale import points
from games.matches.models import Match, Seat
from games.matches.services.records import export_record
from games.people.models import shown


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating before the game, as people see it, and by how much the game changed it."""

    before: int
    change: int


def with_everything(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With what `filed` reads of each."""
    ladder = ("ladder_game__first", "ladder_game__second")
    return matches.select_related(*ladder).prefetch_related(
        "seats__player__program", "seats__player__user", "rating_changes"
    )


def filed(match: Match) -> FiledGame:
    """Of a finished match, read `with_everything`."""
    rated = _ratings(match)
    return {
        "format": FILED,
        "ended": match.updated.astimezone(UTC).date().isoformat(),
        "ending": match.ending,
        "pace": _pace(match),
        "rated": bool(rated),
        "seats": [_seat(match, seat, rated.get(seat.number)) for seat in match.seats.all()],
        "record": export_record(match),
    }


def _ratings(match: Match) -> Mapping[int, Rated]:
    """By seat, of a game that changed any. Those of the ladder have a scale of their own."""
    game: Game | None = getattr(match, "ladder_game", None)
    if game is None:
        return {each.seat: Rated(shown(each.mu_before), each.gain) for each in match.rating_changes.all()}
    if not game.counts:
        return {}
    sides = (
        (game.first, game.first_before, game.first_after),
        (game.second, game.second_before, game.second_after),
    )
    return {
        seat: Rated(standing.strength.points, 0)
        if standing.fixed
        else Rated(points(before), points(after) - points(before))
        for seat, (standing, before, after) in enumerate(sides)
        if before is not None and after is not None
    }


def _seat(match: Match, seat: Seat, rated: Rated | None) -> FiledSeat:
    kind, name = _who(seat)
    return {
        "kind": kind,
        "name": name,
        "deck": _deck(match, seat.number),
        "rating": rated.before if rated else None,
        "change": rated.change if rated else None,
    }


def _who(seat: Seat) -> tuple[Literal["person", "program", "level"], str | None]:
    """Programs are public, and so are the computer's levels; people stay unnamed."""
    if seat.bot:
        return "level", seat.bot
    program = getattr(seat.player, "program", None)
    if program is None:
        return "person", None
    account = seat.player.user if seat.player else None
    return "program", account.username if account else None


def _deck(match: Match, seat: int) -> str | None:
    """The ready deck of that seat; None for any other, and in a drafting game."""
    if not match.decks or match.rules not in RULES:
        return None
    found = sets.ready_deck(match.rules, match.decks[seat])
    return found.key if found else None


def _pace(match: Match) -> str:
    """The kind, and the seconds with what each turn adds: "live 600+15"; "none" without a clock."""
    if match.pace == Match.Pace.NONE:
        return match.pace
    added = f"+{match.pace_increment}" if match.pace_increment else ""
    return f"{match.pace} {match.pace_seconds}{added}"
