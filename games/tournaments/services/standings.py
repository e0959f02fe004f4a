"""
Standings from results, without the database. What the tie-breaks count is in docs/tournaments.md; articles
are those of the FIDE Handbook, C.07, in force since March 2026.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby

HALF = Fraction(1, 2)
FIRE = 2
"""Wins in a row after which points of an arena count twice."""


class System(StrEnum):
    """How points are counted, and by which tie-breaks entries are ranked."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ARENA = "arena"
    SIMUL = "simul"


@dataclass(frozen=True)
class Score:
    """What an entry, by its number, has earned in a game: 0 to 1, the share of its opponents there."""

    entry: int
    points: Fraction


@dataclass(frozen=True)
class Result:
    """
    A game that is over, with its scores by seat. `order`: of an entry's games, a lower one was first. A bye
    has one score. Not `played`: a bye, or somebody did not come.
    """

    order: int
    scores: tuple[Score, ...]
    played: bool = True

    def against(self, one: Score, other: Score) -> Fraction:
        """What `one` has earned against `other`; at a larger table, by which of them had more."""
        if len(self.scores) == 2:
            return one.points
        return HALF if one.points == other.points else Fraction(one.points > other.points)


@dataclass(frozen=True)
class Meeting:
    """One opponent in one game, and what was earned against them."""

    opponent: int
    earned: Fraction


@dataclass(frozen=True)
class Unplayed:
    """A round without a game, and what was earned by it. `opponent`: with whom it was paired; None: a bye."""

    points: Fraction = Fraction(0)
    opponent: int | None = None

    @property
    def voluntary(self) -> bool:
        """One was not there: late, withdrawn, or did not come (16.1)."""
        return self.points < 1


@dataclass(frozen=True)
class Standing:
    """A line of the table. Entries that no tie-break parts have the same rank."""

    rank: int
    entry: int
    points: Fraction
    games: int
    """Games that were played."""
    wins: int
    """Games played with every opponent at the table beaten."""
    draws: int
    buchholz: Fraction = Fraction(0)
    buchholz_cut: Fraction = Fraction(0)
    sonneborn_berger: Fraction = Fraction(0)
    direct: Fraction = Fraction(0)
    """Points against those with whom everything before was equal, if all of them have met; otherwise 0."""
    streak: int = 0
    """Wins in a row up to now; in an arena points count twice from FIRE on."""


@dataclass
class _Line:
    """What is known of one entry while the table is made."""

    entry: int
    results: list[tuple[Result, Score]]
    rounds: int
    """How many have ended."""
    everybody_meets: bool
    """In a round robin a game to which somebody did not come counts as one that was played."""

    @cached_property
    def meetings(self) -> list[Meeting]:
        return [
            Meeting(other.entry, result.against(own, other))
            for result, own in self.results
            if result.played or self.everybody_meets
            for other in result.scores
            if other is not own
        ]

    @cached_property
    def unplayed(self) -> dict[int, Unplayed]:
        """By round; those that have ended without anything for the entry too."""
        if self.everybody_meets:
            return {}
        there = {result.order for result, _own in self.results}
        found = {number: Unplayed() for number in range(1, self.rounds + 1) if number not in there}
        for result, own in self.results:
            if not result.played:
                others = (score.entry for score in result.scores if score is not own)
                found[result.order] = Unplayed(own.points, next(others, None))
        return found

    @cached_property
    def adjusted(self) -> Fraction:
        """
        What the entry counts as an opponent: its points, but with rounds at the end for which it was not
        there and not paired as draws (16.3).
        """
        total = sum((own.points for _result, own in self.results), Fraction(0))
        number = max([self.rounds, *(result.order for result, _own in self.results)])
        while (missed := self.unplayed.get(number)) is not None and missed.voluntary:
            if missed.opponent is None:
                total += HALF - missed.points
            number -= 1
        return total

    @property
    def wins(self) -> int:
        return sum(1 for result, own in self.results if result.played and own.points == 1)

    @property
    def draws(self) -> int:
        return sum(1 for result, own in self.results if result.played and own.points == HALF)

    @property
    def games(self) -> int:
        return sum(1 for result, _own in self.results if result.played)

    @cached_property
    def streak(self) -> int:
        return _streak(own.points for _result, own in self.results)

    def points(self, system: System) -> Fraction:
        earned = [own.points for _result, own in self.results]
        return arena_points(earned) if system is System.ARENA else sum(earned, Fraction(0))


def standings(
    entries: Sequence[int], results: Iterable[Result], system: System, *, rounds: int = 0
) -> list[Standing]:
    """
    The table of all entries, best first; those of the same rank by number. `rounds`: how many have ended, so
    that those which an entry has missed are known.
    """
    lines = {entry: _Line(entry, [], rounds, system is System.ROUND_ROBIN) for entry in entries}
    last = rounds
    for result in sorted(results, key=lambda each: each.order):
        last = max(last, result.order)
        for score in result.scores:
            lines[score.entry].results.append((result, score))
    table = [_counted(line, line.points(system)) for line in lines.values()]
    if system is not System.ARENA:
        # An arena has many games, and is not decided by the points of opponents.
        table = [_with_ties(each, lines, last) for each in table]
    return _ranked(table, lines, system)


def arena_points(earned: Iterable[Fraction]) -> Fraction:
    """
    Two points for a win and one for a draw, in the order in which they were earned; from FIRE wins in a row
    on, twice as many, until a game is not won.
    """
    total, row = Fraction(0), 0
    for each in earned:
        total += each * (4 if row >= FIRE else 2)
        row = row + 1 if each == 1 else 0
    return total


def _streak(earned: Iterable[Fraction]) -> int:
    row = 0
    for each in earned:
        row = row + 1 if each == 1 else 0
    return row


def _counted(line: _Line, points: Fraction) -> Standing:
    return Standing(
        rank=0,
        entry=line.entry,
        points=points,
        games=line.games,
        wins=line.wins,
        draws=line.draws,
        streak=line.streak,
    )


def _with_ties(standing: Standing, lines: Mapping[int, _Line], rounds: int) -> Standing:
    """With the tie-breaks that follow from the points of opponents, after so many rounds."""
    line = lines[standing.entry]
    met = [(lines[each.opponent].adjusted, each.earned) for each in line.meetings]
    missed = [(_dummy(standing.points, each, lines, rounds), each) for each in line.unplayed.values()]
    counted = [score for score, _earned in met] + [score for score, _each in missed]
    # Rounds for which one was not there are cut first (16.5).
    cut = [score for score, each in missed if each.voluntary] or counted
    beaten = [score * earned for score, earned in met] + [score * each.points for score, each in missed]
    return replace(
        standing,
        buchholz=sum(counted, Fraction(0)),
        buchholz_cut=sum(counted, Fraction(0)) - min(cut, default=Fraction(0)),
        sonneborn_berger=sum(beaten, Fraction(0)),
    )


def _dummy(own: Fraction, missed: Unplayed, lines: Mapping[int, _Line], rounds: int) -> Fraction:
    """
    The points of whom one would have met in a round without a game: one's own, but not more than those of
    whom one was paired with, or after a bye than draws in all rounds would give (16.4).
    """
    most = HALF * rounds if missed.opponent is None else lines[missed.opponent].adjusted
    return min(own, most)


Key = tuple[Fraction | int, ...]


def _before_direct(each: Standing, system: System) -> Key:
    if system is System.SWISS:
        return each.points, each.buchholz_cut, each.buchholz, each.sonneborn_berger
    return (each.points,)


def _after_direct(each: Standing, system: System) -> Key:
    if system is System.ROUND_ROBIN:
        return each.sonneborn_berger, each.wins
    return (each.wins, -each.games) if system is System.ARENA else (each.wins,)


def _ranked(table: list[Standing], lines: dict[int, _Line], system: System) -> list[Standing]:
    direct = _direct_encounters(table, lines, system) if system is not System.ARENA else {}

    def key(each: Standing) -> Key:
        return *_before_direct(each, system), direct.get(each.entry, 0), *_after_direct(each, system)

    table = sorted(table, key=lambda each: each.entry)
    table.sort(key=key, reverse=True)
    ranked: list[Standing] = []
    for place, each in enumerate(table, 1):
        tied = ranked and key(table[place - 2]) == key(each)
        rank = ranked[-1].rank if tied else place
        ranked.append(replace(each, rank=rank, direct=direct.get(each.entry, Fraction(0))))
    return ranked


def _direct_encounters(table: list[Standing], lines: dict[int, _Line], system: System) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    ordered = sorted(table, key=lambda each: _before_direct(each, system))
    for _same, group in groupby(ordered, key=lambda each: _before_direct(each, system)):
        tied = {each.entry for each in group}
        for entry in tied if len(tied) > 1 else ():
            among = [each for each in lines[entry].meetings if each.opponent in tied]
            if {each.opponent for each in among} != tied - {entry}:
                # Not all of them have met: then nobody's games among them count.
                for other in tied:
                    found[other] = Fraction(0)
                break
            found[entry] = sum((each.earned for each in among), Fraction(0))
    return found
