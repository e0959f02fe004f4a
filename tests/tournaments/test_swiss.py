"""
Swiss pairings beside published ones, and beside a second library that was written independently.

`published/` has the results of three tournaments that bbpPairings, which FIDE endorses, paired by the rules
that held until January 2026: the first two from the test data of caissify-pairings 0.5.0 (`bbp_11p5r_s42`,
`bbp_40p9r_s42`), the third from its own (`issue_7`, January 2022), with the round that followed. A line is a
player, in the order of strength; in it are opponent, colour and result of each round.
"""

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from caissify_pairings.fpc import check_trf

from games.tournaments.services import swiss
from games.tournaments.services.standings import HALF, Result, Score

FOLDER = Path(__file__).parent / "published"
POINTS = {"1": Fraction(1), "+": Fraction(1), "U": Fraction(1), "=": HALF, "H": HALF}
# The 15th round of the third, as bbpPairings published it first.
NEXT = (
    "1-15 3-2 11-17 7-10 8-14 4-6 5-12 9-16 13-25 24-22 18-29 20-23 19-33 21-38 39-26 28-36 31-40 37-35 "
    "44-46 30-32 53-42 47-48 51-55 27-50 49-45 34-58 41-59 56-43 60-52 54-57"
)


def published(name: str) -> list[list[tuple[int, str, str]]]:
    """Of each player in each round: the opponent or 0, the colour, and the result."""
    found = re.compile(r"(\d+)(.)(.)")
    return [
        [(int(opponent), colour, result) for opponent, colour, result in found.findall(line)]
        for line in (FOLDER / name).read_text().splitlines()
    ]


def results(players, rounds: int) -> list[Result]:
    found = []
    for order in range(1, rounds + 1):
        for number, lines in enumerate(players, 1):
            opponent, colour, result = lines[order - 1]
            own = Score(number, POINTS.get(result, Fraction(0)))
            if not opponent and own.points:
                found.append(Result(order, (own,), played=False))
            elif colour == "w":
                theirs = players[opponent - 1][order - 1][2]
                other = Score(opponent, POINTS.get(theirs, Fraction(0)))
                found.append(Result(order, (own, other), played=result in "10="))
    return found


def paired(players, round_number: int, rounds: int) -> set[swiss.Pair]:
    entrants = [swiss.Entrant(number, 3000 - number) for number in range(1, len(players) + 1)]
    here = {each.number for each in entrants}
    known = results(players, round_number - 1)
    return set(swiss.pairings(entrants, known, here=here, round_number=round_number, rounds=rounds))


@pytest.mark.parametrize(("name", "rounds"), [("odd.txt", 5), ("forty.txt", 9)])
def test_published_tournaments_are_paired_as_published(name, rounds):
    players = published(name)
    for round_number in range(1, rounds + 1):
        told = {
            (number, lines[round_number - 1][0] or None)
            for number, lines in enumerate(players, 1)
            if lines[round_number - 1][1] != "b"
        }
        got = paired(players, round_number, rounds)
        if round_number == 1:
            # Who has the first seat at the first board is drawn by lot there.
            assert {frozenset(pair) for pair in got} == {frozenset(pair) for pair in told}
        else:
            assert got == told


def test_a_long_tournament_with_forfeits_is_paired_as_published():
    told = {tuple(map(int, pair.split("-"))) for pair in NEXT.split()}
    assert paired(published("sixty.txt"), 15, 15) == told


def as_trf(known: list[Result], count: int) -> str:
    """Results as a report for FIDE: only what a checker of pairings reads."""
    lines = {number: [""] * max(result.order for result in known) for number in range(1, count + 1)}
    earned = dict.fromkeys(lines, Fraction(0))
    for result in known:
        for seat, score in enumerate(result.scores):
            earned[score.entry] += score.points
            other = next((each.entry for each in result.scores if each is not score), None)
            won = {Fraction(0): "0", HALF: "=", Fraction(1): "1"}[score.points]
            told = f"{other:4} {'wb'[seat]} {won}" if other else "0000 - U"
            lines[score.entry][result.order - 1] = told
    return "012 Cup\n" + "".join(
        f"001 {number:4}      {'':33} {3000 - number:4} {'':26} {float(earned[number]):4.1f} {number:4}  "
        + "  ".join(told)
        + "\n"
        for number, told in lines.items()
    )


def a_tournament(seed: int, count: int, rounds: int):
    """Random results; yields before each round what is known, and its pairs."""
    rng, known = random.Random(seed), []
    entrants = [swiss.Entrant(number, 3000 - number) for number in range(1, count + 1)]
    everybody = set(range(1, count + 1))
    for order in range(1, rounds + 1):
        pairs = swiss.pairings(entrants, known, here=everybody, round_number=order, rounds=rounds)
        yield order, list(known), pairs
        for first, second in pairs:
            if second is None:
                known.append(Result(order, (Score(first, Fraction(1)),), played=False))
            else:
                points = rng.choice([Fraction(0), HALF, Fraction(1)])
                known.append(Result(order, (Score(first, points), Score(second, 1 - points))))


@pytest.mark.parametrize(("seed", "count"), [(1, 9), (2, 12), (3, 15), (4, 16), (5, 20)])
def test_the_checker_of_another_library_agrees(seed, count):
    """But for the last round: there it goes by the rules from February 2026 on."""
    *_before, (_order, known, pairs) = a_tournament(seed, count, 6)
    assert sorted(each for pair in pairs for each in pair if each) == list(range(1, count + 1))
    report = check_trf(as_trf(known, count))
    assert [each["discrepancies"] for each in report["rounds"]] == [[]] * 5


def test_nobody_meets_anybody_twice_nor_has_two_byes_nor_three_first_seats_in_a_row():
    met, alone, seats = set(), set(), dict.fromkeys(range(1, 14), "")
    for _order, _known, pairs in a_tournament(7, 13, 9):
        for first, second in pairs:
            if second is None:
                assert first not in alone
                alone.add(first)
                continue
            assert frozenset({first, second}) not in met
            met.add(frozenset({first, second}))
            seats[first] += "1"
            seats[second] += "2"
    assert not any("111" in each[:-1] or "222" in each[:-1] for each in seats.values())


def test_who_is_away_is_not_paired_and_late_ones_are():
    entrants = [swiss.Entrant(number, 0) for number in range(1, 6)]
    known = [
        Result(1, (Score(1, Fraction(1)), Score(3, Fraction(0)))),
        Result(1, (Score(2, Fraction(1)), Score(4, Fraction(0)))),
        Result(1, (Score(5, HALF),), played=False),
    ]
    pairs = swiss.pairings(entrants, known, here={1, 2, 4, 5}, round_number=2, rounds=3)
    assert {frozenset(pair) for pair in pairs} == {frozenset({1, 2}), frozenset({4, 5})}


def test_once_all_have_met_they_meet_again():
    """Three have met one another, and the others have gone."""
    one, none = Fraction(1), Fraction(0)
    known = [
        Result(1, (Score(1, one), Score(2, none))),
        Result(2, (Score(3, one), Score(1, none))),
        Result(3, (Score(2, one), Score(3, none))),
        Result(1, (Score(3, one),), played=False),
    ]
    entrants = [swiss.Entrant(number, 0) for number in (1, 2, 3)]
    pairs = swiss.pairings(entrants, known, here={1, 2, 3}, round_number=4, rounds=4)
    assert sorted(len([each for each in pair if each]) for pair in pairs) == [1, 2]
    assert (3, None) not in pairs
