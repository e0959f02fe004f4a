"""A person's ratings, each with a line chart of its history."""

from collections import defaultdict
from dataclasses import dataclass

from games.matches.clauses import EVERY, rules_title
from games.matches.models import Player
from games.people.models import Rating, RatingChange, shown
from games.table.curve import polyline

LONGEST = 60
"""The most games in a line; the latest are shown."""


@dataclass(frozen=True)
class RatingLine:
    """`points` is an SVG polyline (games/table/curve.py), empty for a single number."""

    rating: Rating
    numbers: list[int]

    @property
    def version(self) -> str:
        return rules_title(self.rating.rules)

    @property
    def first(self) -> int:
        return self.numbers[0]

    @property
    def games(self) -> int:
        """The number of games in the line."""
        return len(self.numbers) - 1

    @property
    def low(self) -> int:
        return min(self.numbers)

    @property
    def high(self) -> int:
        return max(self.numbers)

    @property
    def points(self) -> str:
        return polyline(self.numbers, low=self.low, high=self.high)


def lines_of(player: Player) -> list[RatingLine]:
    """One line per rating, in the order of the rule sets; takes two queries."""
    ratings = {rating.rules: rating for rating in player.ratings.all()}
    if not ratings:
        return []
    changes: defaultdict[int, list[RatingChange]] = defaultdict(list)
    for change in RatingChange.objects.filter(rating__player=player).order_by("created", "pk"):
        changes[change.rating_id].append(change)
    return [
        RatingLine(ratings[rules], _numbers(changes[ratings[rules].pk], ratings[rules]))
        for rules in EVERY
        if rules in ratings
    ]


def _numbers(changes: list[RatingChange], rating: Rating) -> list[int]:
    latest = changes[-LONGEST:]
    if not latest:
        return [rating.shown]
    return [shown(latest[0].mu_before), *(shown(change.mu_after) for change in latest)]
