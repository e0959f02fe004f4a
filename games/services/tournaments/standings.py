"""
Standings from results, without the database. What the tie-breaks count is in docs/tournaments.md.
"""

from collections.abc import Iterable, Sequence
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

    @cached_property
    def meetings(self) -> list[Meeting]:
        return [
            Meeting(other.entry, result.against(own, other))
            for result, own in self.results
            if result.played
            for other in result.scores
            if other is not own
        ]

    @cached_property
    def unplayed(self) -> list[Fraction]:
        """What was earned in rounds without a game."""
        return [own.points for result, own in self.results if not result.played]

    @property
    def missed(self) -> int:
        """Rounds that have ended without anything for the entry: it was withdrawn, or came later."""
        orders = {result.order for result, _own in self.results}
        return sum(1 for number in range(1, self.rounds + 1) if number not in orders)

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
    lines = {entry: _Line(entry, [], rounds) for entry in entries}
    for result in sorted(results, key=lambda each: each.order):
        for score in result.scores:
            lines[score.entry].results.append((result, score))
    points = {entry: line.points(system) for entry, line in lines.items()}
    table = [_counted(line, points[line.entry]) for line in lines.values()]
    if system is not System.ARENA:
        # An arena has many games, and is not decided by the points of opponents.
        table = [_with_ties(each, lines[each.entry], points) for each in table]
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


def _with_ties(standing: Standing, line: _Line, points: dict[int, Fraction]) -> Standing:
    """With the tie-breaks that follow from the points of opponents."""
    own = points[line.entry]
    # A round without a game counts as one against somebody with one's own points (FIDE Handbook C.07).
    met = [points[each.opponent] for each in line.meetings] + [own] * (len(line.unplayed) + line.missed)
    berger = sum((points[each.opponent] * each.earned for each in line.meetings), Fraction(0))
    buchholz = sum(met, Fraction(0))
    return replace(
        standing,
        buchholz=buchholz,
        buchholz_cut=buchholz - min(met, default=Fraction(0)),
        sonneborn_berger=berger + own * sum(line.unplayed, Fraction(0)),
    )


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
