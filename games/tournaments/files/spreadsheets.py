"""The standings and the results of a tournament as CSV, for spreadsheets, and any other rows."""

import csv
import io
from collections.abc import Iterable, Sequence

from cards.services.card_file import FORMULAS
from games.tournaments.files.report import Report, decimal
from games.tournaments.services.standings import System
from games.tournaments.words.tie_breaks import STREAK, TIE_BREAKS

MEDIA_TYPE = "text/csv; charset=utf-8"
BEGINS_A_FORMULA = (*FORMULAS, "\t", "\r")


def standings_csv(report: Report) -> str:
    """A row for each entry, best first, with what it earned in each round."""
    names = {entrant.number: entrant for entrant in report.entrants}
    more = TIE_BREAKS[report.system].of_files
    earned = _earned(report)
    rounds = range(1, report.rounds + 1) if report.system is not System.ARENA else ()
    head = ["rank", "number", "name", "rating", "points", *more, "games", "wins", "draws"]
    rows: list[Sequence[object]] = [[*head, *(f"round {number}" for number in rounds)]]
    for each in report.table:
        entrant = names[each.entry]
        rows.append(
            [
                *(each.rank, each.entry, entrant.name, entrant.rating or ""),
                decimal(each.points),
                *(each.streak if name == STREAK.field else decimal(getattr(each, name)) for name in more),
                *(each.games, each.wins, each.draws),
                *(earned.get((each.entry, number), "") for number in rounds),
            ]
        )
    return as_csv(rows)


def results_csv(report: Report) -> str:
    """A row for each seat of each pairing."""
    names = {entrant.number: entrant.name for entrant in report.entrants}
    rows: list[Sequence[object]] = [["round", "board", "seat", "number", "name", "points", "result"]]
    for pairing in report.pairings:
        for seat, side in enumerate(pairing.sides):
            points = "" if side.points is None else decimal(side.points)
            row = [seat, side.entry, names[side.entry], points, pairing.how]
            rows.append([pairing.round or "", pairing.board, *row])
    return as_csv(rows)


def _earned(report: Report) -> dict[tuple[int, int], str]:
    return {
        (side.entry, pairing.round): decimal(side.points)
        for pairing in report.pairings
        for side in pairing.sides
        if side.points is not None
    }


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """With no text that a spreadsheet takes for a formula."""
    found = io.StringIO()
    csv.writer(found, lineterminator="\n").writerows([_cell(each) for each in row] for row in rows)
    return found.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(BEGINS_A_FORMULA) else value
