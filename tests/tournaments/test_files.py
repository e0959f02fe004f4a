"""The files of a tournament: TRF16, read back by the pairing library, and CSV."""

import csv
import io
from datetime import date
from fractions import Fraction

from caissify_pairings.trf import parse_trf

from games.tournaments.files.report import (
    BYE,
    FORFEIT,
    LATE,
    PAIRED,
    PLAYED,
    Entrant,
    Pairing,
    Report,
    Side,
)
from games.tournaments.files.spreadsheets import results_csv, standings_csv
from games.tournaments.files.trf import fits, trf
from games.tournaments.services.standings import Result, Score, System, standings

WON, DRAWN, LOST = Fraction(1), Fraction(1, 2), Fraction(0)
ENTRANTS = [
    Entrant(1, "Ada Lovelace", 1810),
    Entrant(2, "=HYPERLINK(0)", 0),
    Entrant(3, "A name that is longer than the thirty-three columns of TRF"),
    Entrant(4, "Ålesund\nDora", 990),
    Entrant(5, "Fox (computer)"),
]


def pairing(round_number: int, board: int, *sides: tuple[int, Fraction | None], how: str = PLAYED) -> Pairing:
    return Pairing(round_number, board, tuple(Side(*side) for side in sides), how)


PAIRINGS = [
    pairing(1, 1, (1, WON), (2, LOST)),
    pairing(1, 2, (4, DRAWN), (3, DRAWN)),
    pairing(1, 3, (5, WON), how=BYE),
    pairing(2, 1, (5, LOST), (1, WON)),
    pairing(2, 2, (3, WON), (2, LOST), how=FORFEIT),
    pairing(2, 3, (4, LOST), how=LATE),
    pairing(3, 1, (1, None), (4, None), how=PAIRED),
]


def report(**more) -> Report:
    results = [
        Result(
            each.round,
            tuple(Score(side.entry, side.points) for side in each.sides if side.points is not None),
            played=each.how == PLAYED,
        )
        for each in PAIRINGS
        if each.how != PAIRED
    ]
    told = {
        "name": "Friday\ncup",
        "system": System.SWISS,
        "rounds": 3,
        "entrants": ENTRANTS,
        "pairings": PAIRINGS,
        "table": standings([1, 2, 3, 4, 5], results, System.SWISS),
        "begun": date(2026, 12, 4),
    }
    return Report(**(told | more))


def test_the_trf_is_read_back_by_the_library():
    read = parse_trf(trf(report()))
    assert read["tournament"]["name"] == "Friday cup"
    assert read["tournament"]["start_date"] == "2026/12/04"
    assert read["tournament"]["total_rounds"] == 3
    players = {each["starting_number"]: each for each in read["players"]}
    assert [players[number]["name"] for number in (1, 2)] == ["Ada Lovelace", "Ålesund Dora"]
    # By rating, then by entering: as they are paired.
    assert players[4]["name"] == ENTRANTS[2].name[:33].strip()
    assert (players[1]["rating"], players[1]["score"]) == (1810, 2.0)
    told = {
        number: [(each["opponent"], each["color"], each["result"]) for each in player["results"].values()]
        for number, player in players.items()
    }
    assert told == {
        1: [(3, "w", "1"), (5, "b", "1"), (2, "w", "")],
        2: [(4, "w", "="), (None, None, "Z"), (1, "b", "")],
        3: [(1, "b", "0"), (4, "b", "-")],
        4: [(2, "b", "="), (3, "w", "+")],
        5: [(None, None, "U"), (1, "w", "0")],
    }


def test_the_columns_of_the_trf_are_those_of_fide():
    line = next(line for line in trf(report()).splitlines() if line.startswith("001    1"))
    assert (line[14:47].strip(), line[48:52], line[80:84], line[85:89]) == (
        "Ada Lovelace",
        "1810",
        " 2.0",
        "   1",
    )
    assert (line[91:99], line[101:109]) == ("   3 w 1", "   5 b 1")


def test_where_a_trf_fits():
    assert fits(System.ROUND_ROBIN, 2)
    assert not fits(System.ROUND_ROBIN, 4)
    assert not fits(System.ARENA, 2)


def test_standings_for_spreadsheets():
    rows = list(csv.DictReader(io.StringIO(standings_csv(report()))))
    assert [(row["rank"], row["number"], row["points"]) for row in rows[:2]] == [
        ("1", "1", "2"),
        ("2", "3", "1.5"),
    ]
    assert [rows[1][f"round {number}"] for number in (1, 2, 3)] == ["0.5", "1", ""]
    [suspicious] = [row["name"] for row in rows if row["number"] == "2"]
    assert suspicious == "'=HYPERLINK(0)"


def test_results_for_spreadsheets():
    rows = list(csv.DictReader(io.StringIO(results_csv(report()))))
    assert len(rows) == 12
    assert rows[0] | {"name": ""} == {
        "round": "1", "board": "1", "seat": "0", "number": "1", "name": "", "points": "1", "result": "played",
    }  # fmt: skip
    assert (rows[-1]["points"], rows[-1]["result"]) == ("", "paired")
