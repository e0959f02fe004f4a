"""Who met whom in a tournament with which result: by opponents in a round robin, otherwise by rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.access import own_player
from games.tournaments.access import tournament_seen
from games.tournaments.files.report import PAIRED, Pairing, Report, Side
from games.tournaments.files.stored import report_of
from games.tournaments.models import Tournament
from games.tournaments.pages.shown import (
    has_crosstable,
    kept_for_visitors,
    listing_of,
)
from games.tournaments.services.standings import System
from games.tournaments.words.tables import unplayed_in_words
from games.tournaments.words.tournaments import points_in_words
from phylo.http.input import whole_number

A_PAGE = 250
"""The most lines on a page."""


@dataclass(frozen=True)
class Cell:
    """
    What somebody earned: the `result`, with whom they `met` where the column does not tell, and `why` there
    was no game. `said` is all of it for those who hear it. A cell without a game is empty.
    """

    result: str = ""
    met: str = ""
    why: str = ""
    said: str = ""


@dataclass(frozen=True)
class Heading:
    """A column: a round, an opponent by the number of their line, or the byes."""

    short: str
    name: str


@dataclass(frozen=True)
class Line:
    """`number` is that of the line, from 1 at the top of the standings; `entry` that of the entry."""

    number: int
    entry: int
    name: str
    points: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Crosstable:
    headings: Sequence[Heading]
    lines: Sequence[Line]


@never_cache
@require_safe
def crosstable(request: HttpRequest, code: str) -> HttpResponse:
    """`?page=` names a page of the lines, from 1. 404 for kinds of tournaments without such a table."""
    found = tournament_seen(request, code)
    if not has_crosstable(found):
        raise Http404("no crosstable of this kind")
    html = kept_for_visitors(request, found, "crosstable", lambda: _table(request, found))
    return render(request, "tournaments/crosstable.html", {"tournament": found, "table": html})


def _table(request: HttpRequest, found: Tournament) -> str:
    number = whole_number(request.GET.get("page", "1"), digits=6)
    if number is None:
        raise Http404("no such page")
    entry = listing_of(request, found).entry
    table = crosstable_of(report_of(found, own_player(request).first()))
    lines: Page[Line] = Paginator(table.lines, A_PAGE).get_page(number)
    context = {
        "tournament": found,
        "by_rounds": found.kind == Tournament.Kind.SWISS,
        "headings": table.headings,
        "lines": lines,
        "you": entry.number if entry is not None else 0,
    }
    return render_to_string("tournaments/_crosstable.html", context, request)


def crosstable_of(report: Report) -> Crosstable:
    """Of all who were paired in a round, in the order of the standings."""
    games: dict[int, list[Pairing]] = {}
    for pairing in report.pairings:
        for side in pairing.sides:
            games.setdefault(side.entry, []).append(pairing)
    order = [each.entry for each in report.table if each.entry in games]
    numbers = {entry: number for number, entry in enumerate(order, 1)}
    if report.system is System.ROUND_ROBIN:
        headings, cells = _by_opponents(report, games, order)
    else:
        headings, cells = _by_rounds(games, numbers)
    names = {each.number: each.name for each in report.entrants}
    points = {each.entry: points_in_words(each.points) for each in report.table}
    lines = [Line(numbers[each], each, names[each], points[each], cells[each]) for each in order]
    return Crosstable(headings, lines)


Cells = Mapping[int, Sequence[Cell]]
"""Of each entry, as many as there are headings."""


def _by_rounds(
    games: Mapping[int, Sequence[Pairing]], numbers: Mapping[int, int]
) -> tuple[list[Heading], Cells]:
    last = max((each.round for paired in games.values() for each in paired), default=0)
    rounds = range(1, last + 1)
    cells = {}
    for entry, paired in games.items():
        of_round = {each.round: _met(each, entry, numbers) for each in paired}
        cells[entry] = [of_round.get(number, Cell("–", said=_("No game."))) for number in rounds]
    headings = [Heading(str(each), _("Round %(number)s") % {"number": each}) for each in rounds]
    return headings, cells


def _by_opponents(
    report: Report, games: Mapping[int, Sequence[Pairing]], order: Sequence[int]
) -> tuple[list[Heading], Cells]:
    names = {each.number: each.name for each in report.entrants}
    headings = [Heading(str(number), names[entry]) for number, entry in enumerate(order, 1)]
    byes = any(len(each.sides) == 1 for each in report.pairings)
    if byes:
        headings.append(Heading(pgettext("round", "Pause"), pgettext("round", "Pause")))
    cells = {}
    for entry, paired in games.items():
        # A bye, with nobody on the other side, is filed under 0.
        against = {next((o.entry for o in each.sides if o.entry != entry), 0): each for each in paired}
        columns = [*order, 0] if byes else order
        cells[entry] = [
            Cell("×", said=_("The same player."))
            if other == entry
            else _earned(against[other], entry)
            if other in against
            else Cell()
            for other in columns
        ]
    return headings, cells


def _met(pairing: Pairing, entry: int, numbers: Mapping[int, int]) -> Cell:
    """A round of somebody, with the numbers of those who were met; at a table of two with the seat."""
    cell = _earned(pairing, entry)
    others = [side for side in pairing.sides if side.entry != entry]
    if not others:
        return cell
    met = ", ".join(str(numbers[side.entry]) for side in others)
    params = {"others": met, "result": cell.said}
    if len(others) > 1:
        return replace(cell, met=met, said=_("Against %(others)s: %(result)s") % params)
    if pairing.sides[0].entry == entry:
        said = _("Against %(others)s, in the first seat: %(result)s") % params
        return replace(cell, met=_("%(other)s, 1st") % {"other": met}, said=said)
    said = _("Against %(others)s, in the second seat: %(result)s") % params
    return replace(cell, met=_("%(other)s, 2nd") % {"other": met}, said=said)


def _earned(pairing: Pairing, entry: int) -> Cell:
    own: Side = next(side for side in pairing.sides if side.entry == entry)
    if pairing.how == PAIRED or own.points is None:
        return Cell("…", said=_("being played"))
    points, why = points_in_words(own.points), unplayed_in_words(pairing.how, own.points)
    return Cell(points, why=why, said=f"{points}, {why}" if why else points)
