"""The crosstable: who met whom with which result, by rounds and by opponents, and its page."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

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
from games.tournaments.pages.crosstable import Cell, Crosstable, crosstable_of
from games.tournaments.services import entering
from games.tournaments.services.standings import Result, Score, System, standings
from tests.factories import client_of
from tests.tournaments.playing import begun, made, play_round

WON, DRAWN, LOST = Fraction(1), Fraction(1, 2), Fraction(0)


def pairing(round_number: int, *sides: tuple[int, Fraction | None], how: str = PLAYED) -> Pairing:
    return Pairing(round_number, 1, tuple(Side(*side) for side in sides), how)


def table_of(system: System, entries: int, *pairings: Pairing) -> Crosstable:
    over = [
        Result(each.round, tuple(Score(s.entry, s.points or LOST) for s in each.sides), each.how == PLAYED)
        for each in pairings
        if each.how != PAIRED
    ]
    table = standings(range(1, entries + 1), over, system)
    people = [Entrant(number, f"P{number}") for number in range(1, entries + 1)]
    return crosstable_of(Report("Cup", system, 3, people, pairings, table))


def seen(cell: Cell) -> str:
    return " ".join(part for part in (cell.met, cell.result, cell.why) if part)


def test_by_rounds():
    table = table_of(
        System.SWISS, 6,
        pairing(1, (2, LOST), (1, WON)), pairing(1, (3, WON), how=BYE), pairing(2, (4, DRAWN), how=LATE),
        pairing(2, (1, WON), (3, LOST), how=FORFEIT), pairing(3, (1, None), (4, None), how=PAIRED),
    )  # fmt: skip
    assert [(each.short, each.name) for each in table.headings] == [
        ("1", "Round 1"), ("2", "Round 2"), ("3", "Round 3"),
    ]  # fmt: skip
    # Of whoever was never paired there is nothing to show.
    assert {line.name: [line.points, *map(seen, line.cells)] for line in table.lines} == {
        "P1": ["2", "4, 2nd 1", "2, 1st 1 did not come", "3, 1st …"],
        "P3": ["1", "1 pauses, a point", "1, 2nd 0 did not come", "–"],
        "P4": ["½", "–", "½ not there yet", "1, 2nd …"],
        "P2": ["0", "1, 1st 0", "–", "–"],
    }
    assert [line.number for line in table.lines] == [1, 2, 3, 4]
    assert [cell.said for cell in table.lines[0].cells] == [
        "Against 4, in the second seat: 1",
        "Against 2, in the first seat: 1, did not come",
        "Against 3, in the first seat: being played",
    ]


def test_by_opponents():
    table = table_of(
        System.ROUND_ROBIN, 3,
        pairing(1, (2, LOST), (3, WON)), pairing(1, (1, WON), how=BYE),
        pairing(2, (3, None), (1, None), how=PAIRED), pairing(2, (2, WON), how=BYE),
    )  # fmt: skip
    names = {line.number: line.name for line in table.lines}
    assert [(each.short, each.name) for each in table.headings] == [
        *((str(number), name) for number, name in names.items()), ("Pause", "Pause"),
    ]  # fmt: skip
    found = {
        (line.name, names.get(number, "")): seen(cell)
        for line in table.lines
        for number, cell in enumerate(line.cells, 1)
    }
    assert found == {
        ("P1", "P1"): "×", ("P1", "P2"): "", ("P1", "P3"): "…", ("P1", ""): "1 pauses, a point",
        ("P2", "P1"): "", ("P2", "P2"): "×", ("P2", "P3"): "0", ("P2", ""): "1 pauses, a point",
        ("P3", "P1"): "…", ("P3", "P2"): "1", ("P3", "P3"): "×", ("P3", ""): "",
    }  # fmt: skip


def test_larger_tables_have_all_others():
    [first, *_rest] = table_of(System.SWISS, 3, pairing(1, (1, WON), (2, DRAWN), (3, LOST))).lines
    assert [(seen(cell), cell.said) for cell in first.cells] == [("2, 3 1", "Against 2, 3: 1")]


@pytest.mark.once
def test_its_page_is_made_once_for_visitors_and_with_few_queries(deck, ada, django_assert_max_num_queries):
    cup = play_round(begun(ada, count=5, deck=deck, public=True))
    place = reverse("tournament-crosstable", args=[cup.code])
    assert place in Client().get(cup.get_absolute_url()).content.decode()
    with django_assert_max_num_queries(6):
        page = Client().get(place).content.decode()
    assert [page.count(words) for words in ('<th scope="row">', "<td>", "pauses, a point")] == [5, 10, 4]
    with django_assert_max_num_queries(1):
        assert page == Client().get(place).content.decode()
    one = client_of(cup.entries.get(number=1).player).get(place).content.decode()
    assert one.count("badge is-you") == 1
    assert "badge is-you" not in page
    entering.withdraw(code=cup.code, player=cup.entries.get(number=1).player)
    play_round(cup)
    assert page != Client().get(place).content.decode()
    assert Client().get(place, {"page": "x"}).status_code == 404


@pytest.mark.once
@pytest.mark.parametrize(
    ("kind", "status"), [("swiss", 200), ("round-robin", 200), ("arena", 404), ("simul", 404)]
)
def test_kinds_without_one(deck, ada, kind, status):
    cup = made(ada, kind, deck=deck if kind == "simul" else None)
    page = Client().get(reverse("tournament-crosstable", args=[cup.code]))
    assert page.status_code == status
    assert "crosstable" not in Client().get(cup.get_absolute_url()).content.decode()
