"""Who meets whom next in a tournament: from its rows to the pure rooms that pair, and back."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Q

from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.services import arena, round_robin, swiss, tables
from games.tournaments.services.making import brought, given_deck, new_entry
from games.tournaments.services.reading import results, standings_of
from games.tournaments.services.standings import System, standings
from games.tournaments.services.terms import KIND

Board = Sequence[Entry]
"""Those who meet, by seat; one alone has a bye."""


def boards_of_round(tournament: Tournament) -> list[Board]:
    """The boards of the current round, which has none yet; of a tournament whose row is held."""
    if tournament.kind == KIND.SIMUL:
        return _simul_boards(tournament)
    if tournament.kind == KIND.ROUND_ROBIN:
        return _round_robin_boards(tournament)
    free = -tournament.entries.people().playing().count() % tournament.seats
    here = [*tournament.entries.people().playing().select_related("player"), *fillers(tournament, free)]
    if tournament.seats > 2:
        return _table_boards(tournament, here)
    return _swiss_boards(tournament, here)


def _swiss_boards(tournament: Tournament, here: Sequence[Entry]) -> list[Board]:
    by_number = {entry.number: entry for entry in here}
    pairs = swiss.pairings(
        [swiss.Entrant(*each) for each in tournament.entries.values_list("number", "rating")],
        results(tournament),
        here=set(by_number),
        round_number=tournament.round,
        rounds=tournament.rounds,
    )
    return [[by_number[number] for number in pair if number is not None] for pair in pairs]


def _table_boards(tournament: Tournament, here: Sequence[Entry]) -> list[Board]:
    """The order of the table is by standing; in the first round by rating, so that each table is mixed."""
    rank = {each.entry: each.rank for each in standings_of(tournament)}
    ordered = sorted(here, key=lambda entry: (rank.get(entry.number, 0), -entry.rating, entry.number))
    by_number = {entry.number: entry for entry in here}
    met = tables.times_met([[score.entry for score in result.scores] for result in results(tournament)])
    found = tables.tables([entry.number for entry in ordered], met, tournament.seats)
    for table in found:
        secrets.SystemRandom().shuffle(table)
    return [[by_number[number] for number in table] for table in found]


def _round_robin_boards(tournament: Tournament) -> list[Board]:
    """By the numbers with which everybody began; whoever has withdrawn since then forfeits."""
    began = Q(withdrawn_at=None) | Q(withdrawn_at__gt=tournament.begun)
    entries = list(tournament.entries.filter(began).order_by("number"))
    pairs = round_robin.pairings(len(entries), tournament.round)
    return [[entries[number - 1] for number in pair if number is not None] for pair in pairs]


def _simul_boards(tournament: Tournament) -> list[Board]:
    """The host has the first seat at every other board."""
    entries = list(tournament.entries.people().playing().order_by("number"))
    host = next((entry for entry in entries if entry.player_id == tournament.maker_id), None)
    if host is None:
        return []
    guests = [entry for entry in entries if entry is not host]
    return [[host, guest] if at % 2 == 0 else [guest, host] for at, guest in enumerate(guests)]


def fillers(tournament: Tournament, count: int) -> list[Entry]:
    """So many entries of the computer, made if there are fewer."""
    if not tournament.filler:
        return []
    found = list(tournament.entries.filter(player=None).order_by("number")[:count])
    while len(found) < count:
        found.append(new_entry(tournament, bot=tournament.filler, **brought(given_deck(tournament))))
    return found


def boards_in_arena(tournament: Tournament, now: datetime) -> list[Board]:
    """The next boards of those who wait in an arena."""
    waiting = tournament.entries.playing().filter(ready_since__isnull=False)
    # Nobody plays two games at once, whatever else is stored.
    waiting = waiting.exclude(places__game__how=Game.How.PAIRED)
    entries = {entry.number: entry for entry in waiting}
    if len(entries) < 2:
        return []
    pairs = arena.pairings(_waiting(tournament, entries.values()), now)
    return [[entries[number] for number in pair] for pair in pairs]


def _waiting(tournament: Tournament, entries: Iterable[Entry]) -> list[arena.Waiting]:
    known = results(tournament)
    everybody = list(tournament.entries.values_list("number", flat=True))
    points = {each.entry: each.points for each in standings(everybody, known, System.ARENA)}
    last: dict[int, int] = {}
    firsts: dict[int, int] = {}
    for result in known:
        if len(result.scores) == 2:
            first, second = (score.entry for score in result.scores)
            last[first], last[second] = second, first
            firsts[first], firsts[second] = firsts.get(first, 0) + 1, firsts.get(second, 0) - 1
    return [
        arena.Waiting(
            entry=entry.number,
            points=points[entry.number],
            since=entry.ready_since or tournament.created,
            last=last.get(entry.number),
            firsts=firsts.get(entry.number, 0),
        )
        for entry in entries
    ]
