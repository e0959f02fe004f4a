"""The files of a stored tournament, with the names as their reader sees them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _

from games.matches.models import Player
from games.tournaments.files import calendar, spreadsheets, trf
from games.tournaments.files.report import Entrant, Pairing, Report, Side
from games.tournaments.models import POINT, Place, Tournament
from games.tournaments.services import reading
from games.tournaments.services.standings import System
from games.tournaments.words.tables import reader_for
from games.tournaments.words.tournaments import Listing, listings


@dataclass(frozen=True)
class File:
    content: bytes
    media_type: str
    name: str


@dataclass(frozen=True)
class Asked:
    """Of which tournament, by whom, and the base of absolute URLs."""

    tournament: Tournament
    viewer: Player | None
    site: str


def report_of(tournament: Tournament, viewer: Player | None) -> Report:
    entries = list(tournament.entries.select_related("player__user").defer("deck", "opening_hand"))
    reader = reader_for(viewer, entries)
    rows = (
        Place.objects.filter(game__tournament=tournament)
        .order_by("game__round__number", "game__board", "game", "seat")
        .values_list("game", "game__round__number", "game__board", "game__how", "entry__number", "points")
    )
    pairings = []
    for _game, group in groupby(rows, key=lambda row: row[0]):
        places = list(group)
        _pk, number, at, how, *_rest = places[0]
        sides = tuple(
            Side(entry, None if points is None else Fraction(points, POINT))
            for *_before, entry, points in places
        )
        pairings.append(Pairing(number or 0, at, sides, how))
    return Report(
        name=tournament.name,
        system=System(tournament.kind),
        rounds=tournament.rounds,
        entrants=[Entrant(each.number, reader.entrant(each).name, each.rating) for each in entries],
        pairings=pairings,
        table=reading.standings_of(tournament),
        begun=tournament.begun and tournament.begun.date(),
        ended=tournament.ended and tournament.ended.date(),
    )


def _standings(asked: Asked) -> File:
    text = spreadsheets.standings_csv(report_of(asked.tournament, asked.viewer))
    return File(text.encode(), spreadsheets.MEDIA_TYPE, f"standings-{asked.tournament.code}.csv")


def _results(asked: Asked) -> File:
    text = spreadsheets.results_csv(report_of(asked.tournament, asked.viewer))
    return File(text.encode(), spreadsheets.MEDIA_TYPE, f"results-{asked.tournament.code}.csv")


def _trf(asked: Asked) -> File | None:
    tournament = asked.tournament
    if not trf.fits(System(tournament.kind), tournament.seats):
        return None
    text = trf.trf(report_of(tournament, asked.viewer))
    return File(text.encode(), trf.MEDIA_TYPE, f"tournament-{tournament.code}.trf")


def _calendar(asked: Asked) -> File:
    return calendar_of([asked.tournament], name=asked.tournament.name, site=asked.site)


FILES: Mapping[str, Callable[[Asked], File | None]] = {
    "standings.csv": _standings,
    "results.csv": _results,
    "report.trf": _trf,
    "calendar.ics": _calendar,
}
"""By name; None for a file that does not fit this kind of tournament."""


def calendar_of(tournaments: Iterable[Tournament], *, name: str = "", site: str) -> File:
    """Those that have a time to begin."""
    found = listings(tournaments, site=site)
    events = [_event(each) for each in found if each.tournament.starts_at is not None]
    host = site.partition("//")[2]
    content = calendar.calendar(name or _("Tournaments of Phylo"), host, events)
    return File(content, calendar.MEDIA_TYPE, "tournaments.ics")


def _event(listing: Listing) -> calendar.Event:
    tournament = listing.tournament
    assert tournament.starts_at is not None
    return calendar.Event(
        key=listing.code,
        name=listing.name,
        words=listing.summary,
        address=listing.address,
        begins=tournament.starts_at,
        lasts=listing.lasts,
        made=tournament.created,
        version=tournament.version,
        cancelled=tournament.status == Tournament.Status.CANCELLED,
    )
