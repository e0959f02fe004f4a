"""
The table of a tournament, reckoned once more in the plainest way from docs/tournaments.md alone: a second
opinion for tests and for `make soak`. It shares no code with the services and takes plain numbers.

A game is `(order, {entry: points}, played)`; points are Fractions from 0 to 1.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cmp_to_key

Plain = tuple[int, dict[int, Fraction], bool]


def plain_table(
    entries: list[int], games: list[Plain], system: str, rounds: int = 0
) -> list[tuple[int, int, dict]]:
    """Rank, entry and columns of all, best first, after so many `rounds` have ended."""
    games = sorted(games, key=lambda game: game[0])
    points = {entry: total(entry, games, system) for entry in entries}
    rows = {entry: row(entry, games, points, rounds) for entry in entries}

    def before(one: int, other: int) -> int:
        """Above 0 if `one` is better."""
        columns = {
            "swiss": ["points", "cut", "buchholz", "berger", "direct", "wins"],
            "round-robin": ["points", "direct", "berger", "wins"],
            "arena": ["points", "wins", "few"],
            "simul": ["points", "direct", "wins"],
        }[system]
        done: list[str] = []
        for column in columns:
            if column == "direct":
                tied = [each for each in entries if all(rows[each][name] == rows[one][name] for name in done)]
                ours, theirs = (direct(each, tied, games) for each in (one, other))
            else:
                ours, theirs = rows[one][column], rows[other][column]
            if ours != theirs:
                return 1 if ours > theirs else -1
            done.append(column)
            if column == "direct":
                for each in tied:
                    rows[each]["direct"] = direct(each, tied, games)
        return 0

    compare: Callable[[int, int], int] = lambda one, other: -before(one, other)  # noqa: E731
    ordered = sorted(sorted(entries), key=cmp_to_key(compare))
    return [
        (1 + sum(1 for other in entries if before(other, entry) > 0), entry, rows[entry]) for entry in ordered
    ]


def total(entry: int, games: list[Plain], system: str) -> Fraction:
    if system != "arena":
        return sum((game[1][entry] for game in games if entry in game[1]), Fraction(0))
    found, won = Fraction(0), 0
    for _order, scores, _played in games:
        if entry not in scores:
            continue
        worth = 2 if scores[entry] == 1 else 1 if scores[entry] == Fraction(1, 2) else 0
        found += worth * 2 if won >= 2 else worth
        won = won + 1 if scores[entry] == 1 else 0
    return found


def row(entry: int, games: list[Plain], points: dict[int, Fraction], rounds: int) -> dict:
    there = [order for order, scores, _played in games if entry in scores]
    met = [points[entry] for number in range(1, rounds + 1) if number not in there]
    berger, wins, count = Fraction(0), 0, 0
    for _order, scores, played in games:
        if entry not in scores:
            continue
        if not played:
            met.append(points[entry])
            berger += points[entry] * scores[entry]
            continue
        count += 1
        wins += scores[entry] == 1
        for other in scores:
            if other != entry:
                met.append(points[other])
                berger += points[other] * earned(scores, entry, other)
    return {
        "points": points[entry],
        "buchholz": sum(met, Fraction(0)),
        "cut": sum(met, Fraction(0)) - min(met, default=Fraction(0)),
        "berger": berger,
        "wins": wins,
        "games": count,
        "few": -count,
    }


def earned(scores: dict[int, Fraction], entry: int, other: int) -> Fraction:
    if len(scores) == 2:
        return scores[entry]
    if scores[entry] == scores[other]:
        return Fraction(1, 2)
    return Fraction(1) if scores[entry] > scores[other] else Fraction(0)


def direct(entry: int, tied: list[int], games: list[Plain]) -> Fraction:
    """Points among those who are tied, if each of them has met each other; otherwise 0."""
    played = [scores for _order, scores, played in games if played]
    for one in tied:
        for other in tied:
            if one != other and not any(one in scores and other in scores for scores in played):
                return Fraction(0)
    return sum(
        (
            earned(scores, entry, other)
            for scores in played
            if entry in scores
            for other in scores
            if other != entry and other in tied
        ),
        Fraction(0),
    )
