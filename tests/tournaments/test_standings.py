"""Points and tie-breaks: examples by hand, and random tournaments beside a plain second reckoning."""

import random
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from games.tournaments.services import arena, round_robin, tables
from games.tournaments.services.standings import (
    HALF,
    Result,
    Score,
    System,
    arena_points,
    standings,
)
from tests.tournaments.plain_table import plain_table

ONE, NONE = Fraction(1), Fraction(0)


def game(order: int, first: int, points: Fraction, second: int, *, played: bool = True) -> Result:
    return Result(order, (Score(first, points), Score(second, 1 - points)), played)


def test_a_small_swiss_table_by_hand():
    """
    After three rounds 1 has 3 points, 2 has 2 (a bye among them), 3 and 4 have 1½ and ½, 5 has 1 of a bye
    and a loss without playing.
    """
    results = [
        game(1, 1, ONE, 2), game(1, 3, HALF, 4), Result(1, (Score(5, ONE),), played=False),
        game(2, 3, NONE, 1), game(2, 2, ONE, 5), Result(2, (Score(4, NONE),), played=False),
        game(3, 1, ONE, 4), game(3, 3, ONE, 5, played=False), Result(3, (Score(2, ONE),), played=False),
    ]  # fmt: skip
    first, second, third, *_rest = table = standings([1, 2, 3, 4, 5], results, System.SWISS)
    assert [(each.rank, each.entry, each.points) for each in table] == [
        (1, 1, 3), (2, 2, 2), (3, 3, Fraction(3, 2)), (4, 5, 1), (5, 4, HALF),
    ]  # fmt: skip
    # 1 met those with 2, 1½ and ½ points; 2 met 3 and 1, and had a bye, which counts as three draws at most.
    assert (first.buchholz, first.buchholz_cut, first.sonneborn_berger) == (4, Fraction(7, 2), 4)
    told = (second.buchholz, second.buchholz_cut, second.sonneborn_berger)
    assert told == (Fraction(11, 2), Fraction(9, 2), Fraction(5, 2))
    # 3 won without playing against 5, who has fewer points: 1 and ½ and 3 there, and of them the lowest cut.
    assert (third.buchholz, third.buchholz_cut) == (Fraction(9, 2), 4)
    assert (third.games, third.wins, third.draws) == (2, 0, 1)


def test_rounds_that_one_has_missed():
    """
    2 won against 1 and left, which counts as a draw for 1; 1 won against 3, who had had a bye. Of 2 the round
    without a game is cut, though not lower than the other.
    """
    results = [game(1, 2, ONE, 1), Result(1, (Score(3, ONE),), played=False), game(2, 1, ONE, 3)]
    table = {each.entry: each for each in standings([1, 2, 3], results, System.SWISS, rounds=2)}
    told = [(each.points, each.buchholz, each.buchholz_cut) for each in (table[1], table[2])]
    assert told == [(1, Fraction(5, 2), Fraction(3, 2)), (1, 2, 1)]
    assert (table[2].sonneborn_berger, table[2].games) == (1, 1)


def test_a_round_for_which_one_was_not_there_is_cut_before_a_lower_opponent():
    """1 came late for half a point and won two games; who came late counts what it got, as it played on."""
    late = Result(1, (Score(1, HALF),), played=False)
    results = [late, game(1, 2, ONE, 3), game(2, 1, ONE, 3), game(3, 1, ONE, 2), game(2, 2, ONE, 4)]
    table = {each.entry: each for each in standings([1, 2, 3, 4], results, System.SWISS)}
    # 3 has none and 2 has two points; late as against somebody with 1½, three draws, at most.
    assert (table[1].buchholz, table[1].buchholz_cut) == (Fraction(7, 2), 2)
    assert table[2].buchholz == Fraction(5, 2)


def test_in_a_round_robin_who_did_not_come_has_met_the_other():
    results = [game(1, 1, ONE, 2, played=False), game(2, 2, ONE, 3), game(3, 3, ONE, 1)]
    table = standings([1, 2, 3], results, System.ROUND_ROBIN, rounds=3)
    assert [(each.rank, each.direct, each.sonneborn_berger) for each in table] == [
        (1, 1, 1), (1, 1, 1), (3, 1, 1)
    ]  # fmt: skip


def test_who_won_against_the_other_comes_first_if_all_have_met():
    circle = [game(1, 1, ONE, 2), game(2, 2, ONE, 3), game(3, 3, ONE, 1)]
    assert {each.rank for each in standings([1, 2, 3], circle, System.ROUND_ROBIN)} == {1}
    # 1 and 2 have two points each of four games; 2 won their game.
    results = [
        game(1, 2, ONE, 1), game(2, 1, ONE, 3), game(3, 1, ONE, 4), game(2, 4, ONE, 2), game(1, 3, NONE, 4),
        game(3, 2, ONE, 3),
    ]  # fmt: skip
    table = standings([1, 2, 3, 4], results, System.ROUND_ROBIN)
    assert [(each.rank, each.entry, each.direct) for each in table][-1] == (4, 3, 0)
    assert [each.direct for each in table[:3]] == [1, 1, 1]
    assert {each.entry: each.points for each in table} == {1: 2, 2: 2, 3: 0, 4: 2}


@pytest.mark.parametrize(
    ("earned", "points"),
    [
        ([ONE, ONE, ONE], 2 + 2 + 4),
        ([ONE, ONE, HALF, ONE], 2 + 2 + 2 + 2),
        ([ONE, ONE, NONE, ONE, ONE, ONE, ONE], 2 + 2 + 0 + 2 + 2 + 4 + 4),
        ([HALF, HALF, NONE], 1 + 1 + 0),
    ],
)
def test_points_of_an_arena_count_twice_after_two_wins(earned, points):
    assert arena_points(earned) == points


def random_results(rng: random.Random, entries: int, rounds: int, seats: int) -> list[Result]:
    found = []
    for order in range(1, rounds + 1):
        # Some are away.
        numbers = rng.sample(range(1, entries + 1), rng.randint(max(1, entries - 2), entries))
        while numbers:
            sitting = [numbers.pop() for _seat in range(min(seats, len(numbers)))]
            if len(sitting) == 1:
                found.append(Result(order, (Score(sitting[0], rng.choice([ONE, HALF])),), played=False))
                continue
            others = len(sitting) - 1
            ranks = [rng.randint(1, 3) for _seat in sitting]
            shares = [
                Fraction(2 * sum(other > rank for other in ranks) + ranks.count(rank) - 1, 2 * others)
                for rank in ranks
            ]
            played = others > 1 or rng.random() > 0.1
            scores = tuple(Score(*each) for each in zip(sitting, shares, strict=True))
            found.append(Result(order, scores, played))
    return found


@pytest.mark.parametrize(
    ("system", "seats"), [*((system, 2) for system in System), (System.SWISS, 3), (System.SWISS, 6)]
)
def test_tables_equal_a_plain_second_reckoning(system, seats):
    for seed in range(25):
        rng = random.Random(seed)
        entries = rng.randint(2, 14)
        rounds = rng.randint(1, 7)
        results = random_results(rng, entries, rounds, seats)
        plain = [
            (each.order, {score.entry: score.points for score in each.scores}, each.played)
            for each in results
        ]
        told = plain_table(list(range(1, entries + 1)), plain, system, rounds)
        table = standings(list(range(1, entries + 1)), results, system, rounds=rounds)
        assert [(each.rank, each.entry) for each in table] == [(rank, entry) for rank, entry, _row in told]
        for each, (_rank, _entry, row) in zip(table, told, strict=True):
            if system is System.ARENA:
                assert (each.points, each.games, each.wins) == (row["points"], row["games"], row["wins"])
                continue
            assert (each.points, each.buchholz, each.buchholz_cut, each.sonneborn_berger, each.wins) == (
                row["points"], row["buchholz"], row["cut"], row["berger"], row["wins"],
            )  # fmt: skip


@pytest.mark.parametrize("entries", range(2, 14))
def test_in_a_round_robin_everybody_meets_everybody_once(entries):
    met = []
    for number in range(1, round_robin.rounds_of(entries) + 1):
        pairs = round_robin.pairings(entries, number)
        assert sorted(each for pair in pairs for each in pair if each) == list(range(1, entries + 1))
        met += [frozenset(pair) for pair in pairs if None not in pair]
    assert len(met) == len(set(met)) == entries * (entries - 1) // 2


def test_the_tables_of_berger():
    """FIDE Handbook C.05, Annex 1: five or six players."""
    assert [round_robin.pairings(6, number) for number in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize(
    ("entries", "most", "sizes"),
    [(12, 4, [4, 4, 4]), (9, 4, [3, 3, 3]), (5, 4, [3, 2]), (7, 6, [4, 3]), (13, 6, [5, 4, 4]), (2, 3, [2])],
)
def test_drafting_tables_are_as_equal_as_they_can_be(entries, most, sizes):
    assert tables.sizes(entries, most) == sizes


def test_at_drafting_tables_few_meet_again():
    """Sixteen at tables of four can sit for five rounds without anybody meeting twice; this comes near."""
    rng, met = random.Random(1), tables.times_met([])
    ordered = list(range(1, 17))
    for _round in range(4):
        found = tables.tables(ordered, met, 4)
        assert sorted(each for table in found for each in table) == list(range(1, 17))
        met += tables.times_met(found)
        rng.shuffle(ordered)
    assert sum(met.values()) == 4 * 24
    assert sum(count - 1 for count in met.values()) <= 8
    assert max(met.values()) <= 2


def waiting(entry: int, points: int = 0, *, last: int | None = None, since: int = 0, firsts: int = 0):
    at = datetime(2026, 1, 1, 12, 0, since, tzinfo=UTC)
    return arena.Waiting(entry, Fraction(points), at, last, firsts)


NOON = datetime(2026, 1, 1, 12, 0, 20, tzinfo=UTC)


def test_in_an_arena_neighbours_by_points_meet():
    pairs = arena.pairings([waiting(1, 8), waiting(2, 0), waiting(3, 6), waiting(4, 1)], NOON)
    assert pairs == [(1, 3), (4, 2)]


def test_in_an_arena_nobody_meets_the_same_twice_in_a_row_if_others_wait():
    four = [waiting(1, 8, last=2), waiting(2, 8, last=1), waiting(3, last=4), waiting(4, last=3)]
    assert {frozenset(pair) for pair in arena.pairings(four, NOON)} == {frozenset({1, 3}), frozenset({2, 4})}
    # The two left over have just met: one of them changes with the pair above.
    four = [waiting(1, 9, last=4), waiting(2, 8), waiting(3, 7, last=4), waiting(4, 0, last=3)]
    assert frozenset({3, 4}) not in {frozenset(pair) for pair in arena.pairings(four, NOON)}


def test_in_an_arena_two_who_are_alone_meet_again_after_a_while():
    two = [waiting(1, last=2, since=15), waiting(2, last=1, since=15)]
    assert arena.pairings(two, NOON) == []
    assert arena.pairings(two, NOON + arena.PATIENCE) == [(2, 1)]


def test_in_an_arena_of_three_those_two_who_have_not_just_met_play():
    three = [waiting(1, 2, last=2, since=5), waiting(2, last=1, since=5), waiting(3, since=19)]
    for now in (NOON, NOON + arena.PATIENCE):
        assert arena.pairings(three, now) == [(1, 3)]
    # Where the others need not meet again anyway, the newest waits.
    five = [waiting(1, last=2), waiting(2, last=1), waiting(3, last=1), waiting(4), waiting(5, since=9)]
    assert {frozenset(pair) for pair in arena.pairings(five, NOON)} == {frozenset({1, 4}), frozenset({2, 3})}


def test_in_an_arena_the_first_seat_alternates_and_who_came_last_waits():
    three = [waiting(1, firsts=1), waiting(2), waiting(3, 9, since=19)]
    assert arena.pairings(three, NOON) == [(2, 1)]
