"""What the pure rooms need to know of a tournament, read from its rows; also for pages."""

import uuid
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from django.db.models import Prefetch, QuerySet

from games.matches.models.match import BULKY
from games.tournaments.models import POINT, Entry, Game, Place, Tournament
from games.tournaments.services.standings import Result, Score, Standing, System, standings

IN_ROUNDS = (System.SWISS, System.ROUND_ROBIN)
UNPLAYED = (Game.How.FORFEIT, Game.How.BYE, Game.How.LATE)


@dataclass(frozen=True)
class Line:
    """A standing with the entry that it is of."""

    standing: Standing
    entry: Entry


def table_of(tournament: Tournament) -> list[Line]:
    """The standings with players and accounts, best first; in a simultaneous without the host."""
    known = tournament.entries.select_related("player__user").defer("deck", "opening_hand")
    entries = {entry.number: entry for entry in known}
    found = standings_of(tournament)
    return [
        Line(each, entries[each.entry])
        for each in found
        if each.entry in entries and not _is_host(tournament, entries[each.entry])
    ]


def standings_of(tournament: Tournament) -> tuple[Standing, ...]:
    """Of all entries by number. Kept in memory until something changes."""
    return _standings(tournament.pk, tournament.version)


@lru_cache(maxsize=32)
def _standings(tournament_id: uuid.UUID, version: int) -> tuple[Standing, ...]:
    tournament = Tournament.objects.get(pk=tournament_id)
    numbers = list(tournament.entries.values_list("number", flat=True))
    system = System(tournament.kind)
    ended = tournament.round_set.filter(ended__isnull=False).count() if system in IN_ROUNDS else 0
    return tuple(standings(numbers, results(tournament), system, rounds=ended))


def results(tournament: Tournament) -> list[Result]:
    """All games that are over, in the order in which they were paired."""
    over = Place.objects.filter(game__tournament=tournament, game__ended__isnull=False)
    rows = over.order_by("game", "seat").values_list(
        "game", "game__how", "number", "game__board", "game__round", "entry__number", "points"
    )
    found = []
    for _game, group in groupby(rows, key=lambda row: row[0]):
        places = list(group)
        _pk, how, number, board, in_round, *_score = places[0]
        scores = tuple(Score(entry, Fraction(points or 0, POINT)) for *_rest, entry, points in places)
        order = board if in_round is None else number
        found.append(Result(order, scores, played=how not in UNPLAYED))
    return sorted(found, key=lambda result: result.order)


def boards(tournament: Tournament, *, round_number: int | None = None) -> QuerySet[Game]:
    """
    The games of a round, by default the current one, in order; of an arena those under way, the newest first.
    With match, entries, players and accounts; the match without its bulky columns.
    """
    found = games(tournament)
    if not tournament.in_rounds:
        return found.filter(how=Game.How.PAIRED).order_by("-board")
    return found.filter(round__number=round_number or tournament.round).order_by("board")


def games(tournament: Tournament) -> QuerySet[Game]:
    """All of them, with match, entries, players and accounts; the match without its bulky columns."""
    places = Place.objects.select_related("entry__player__user").defer("entry__deck", "entry__opening_hand")
    found = tournament.games.select_related("match", "round").prefetch_related(Prefetch("places", places))
    return found.defer(*(f"match__{column}" for column in BULKY))


def _is_host(tournament: Tournament, entry: Entry) -> bool:
    return tournament.kind == Tournament.Kind.SIMUL and entry.player_id == tournament.maker_id
