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
    robin = system == "round-robin"
    rows = {entry: row(entry, games, points, rounds, robin) for entry in entries}

    # In a round robin a game to which somebody did not come counts as if it had been played.
    counted = [(order, scores, played or robin) for order, scores, played in games]

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
                ours, theirs = (direct(each, tied, counted) for each in (one, other))
            else:
                ours, theirs = rows[one][column], rows[other][column]
            if ours != theirs:
                return 1 if ours > theirs else -1
            done.append(column)
            if column == "direct":
                for each in tied:
                    rows[each]["direct"] = direct(each, tied, counted)
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


def row(entry: int, games: list[Plain], points: dict[int, Fraction], rounds: int, robin: bool) -> dict:
    last = max([rounds, *(order for order, _scores, _played in games)], default=0)
    met, away, berger, wins, count = [], [], Fraction(0), 0, 0
    for kind, earned_there, others, scores in history(entry, games, rounds):
        count += kind == "game"
        wins += kind == "game" and scores[entry] == 1
        if kind == "game" or (robin and others):
            for other in others:
                worth = adjusted(other, games, points, rounds, robin)
                met.append(worth)
                berger += worth * earned(scores, entry, other)
        elif not robin:
            most = adjusted(others[0], games, points, rounds, robin) if others else Fraction(last, 2)
            worth = min(points[entry], most)
            (away if earned_there < 1 else met).append(worth)
            berger += worth * earned_there
    return {
        "points": points[entry],
        "buchholz": sum(met + away, Fraction(0)),
        "cut": sum(met + away, Fraction(0)) - min(away or met, default=Fraction(0)),
        "berger": berger,
        "wins": wins,
        "games": count,
        "few": -count,
    }


def history(entry: int, games: list[Plain], rounds: int) -> list[tuple[str, Fraction, list[int], dict]]:
    """Of each game or round of an entry, in order: "game" or "none", the points, the others, all points."""
    found = [
        (
            order,
            "game" if played else "none",
            scores[entry],
            [each for each in scores if each != entry],
            scores,
        )
        for order, scores, played in games
        if entry in scores
    ]
    there = [each[0] for each in found]
    missed = (number for number in range(1, rounds + 1) if number not in there)
    found += [(number, "none", Fraction(0), [], {}) for number in missed]
    return [each[1:] for each in sorted(found, key=lambda each: each[0])]


def adjusted(
    entry: int, games: list[Plain], points: dict[int, Fraction], rounds: int, robin: bool
) -> Fraction:
    """The points that an entry counts for its opponents."""
    found = points[entry]
    for kind, earned_there, others, _scores in [] if robin else reversed(history(entry, games, rounds)):
        if kind == "game" or earned_there == 1:
            break
        if not others:
            found += Fraction(1, 2) - earned_there
    return found


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
