"""The tables of the ladder: who is how strong, and how each did against each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet

from engine.bots.tally import interval95
from games.ladder.models import Game, Program, Standing
from games.ladder.scale import points
from games.matches.presence import following
from games.table.curve import polyline

CURVE = 100
"""The most games in a curve; the latest are shown."""


@dataclass(frozen=True)
class Row:
    """A line of the table; `rank` is None while provisional, and for levels."""

    standing: Standing
    rank: int | None
    here: bool

    @property
    def rating(self) -> int:
        return self.standing.strength.points

    @property
    def give_or_take(self) -> int:
        return self.standing.strength.give_or_take

    @property
    def playing(self) -> Game | None:
        program = self.standing.program
        return program.playing if program else None


@dataclass(frozen=True)
class Score:
    """Finished games between two that count, from the side of one."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95 % (Wilson)."""
        return interval95(self.share, self.games)

    def plus(self, result: int, games: int) -> "Score":
        """With so many more, each worth `result` half points."""
        changed = {2: "won", 1: "drawn", 0: "lost"}[result]
        return replace(self, **{changed: getattr(self, changed) + games})


@dataclass(frozen=True)
class Line:
    """A program's rating under one rule set, and its curve as an SVG polyline; "" for a single number."""

    standing: Standing
    numbers: Sequence[int]

    @property
    def first(self) -> int:
        return self.numbers[0]

    @property
    def last(self) -> int:
        return self.numbers[-1]

    @property
    def low(self) -> int:
        return min(self.numbers)

    @property
    def high(self) -> int:
        return max(self.numbers)

    @property
    def points(self) -> str:
        return polyline(self.numbers, low=min(self.numbers), high=max(self.numbers))


def table(rules: str) -> list[Row]:
    """Best first: those with a rank and the levels, then the provisional ones."""
    found = list(Standing.objects.listed(rules).select_related("program__playing"))
    here = following(each.program.player_id for each in found if each.program)
    found.sort(key=lambda each: (each.provisional, -each.strength.mu, each.pk))
    rows, rank = [], 0
    for each in found:
        ranked = not (each.fixed or each.provisional)
        rank += ranked
        at = each.program is not None and each.program.player_id in here
        rows.append(Row(each, rank if ranked else None, at))
    return rows


def scores(
    rules: str, standings: Sequence[Standing], *, of: Standing | None = None
) -> dict[tuple[int, int], Score]:
    """Of all pairs among these, from both sides; or only those `of` one of them."""
    among = Q(first__in=standings, second__in=standings)
    if of is not None:
        among &= Q(first=of) | Q(second=of)
    counted = Game.objects.filter(among, rules=rules, counts=True).order_by()
    found: defaultdict[tuple[int, int], Score] = defaultdict(Score)
    counts = counted.values_list("first", "second", "points").annotate(Count("pk"))
    for first, second, result, games in counts:
        found[first, second] = found[first, second].plus(result, games)
        found[second, first] = found[second, first].plus(2 - result, games)
    return dict(found)


def games_of(program: Program) -> QuerySet[Game]:
    return Game.objects.of(program).with_people().order_by("-pk")


def lines(program: Program, standings: Sequence[Standing]) -> list[Line]:
    """Those in which it has played."""
    return [Line(each, _numbers(each)) for each in standings if each.games]


def _numbers(standing: Standing) -> list[int]:
    counted = Game.objects.filter(Q(first=standing) | Q(second=standing), counts=True).order_by("-pk")
    columns = ("first", "first_before", "first_after", "second_before", "second_after")
    latest = [
        (before, after) if first == standing.pk else (other_before, other_after)
        for first, before, after, other_before, other_after in counted.values_list(*columns)[:CURVE]
    ]
    if not latest:
        return [standing.strength.points]
    latest.reverse()
    return [points(latest[0][0]), *(points(after) for _before, after in latest)]


def against(standing: Standing) -> list[tuple[Standing, Score]]:
    """The results of one by opponent, whom it met most first."""
    met = Q(firsts_of__second=standing) | Q(seconds_of__first=standing)
    others = Standing.objects.filter(met).distinct().select_related("program__player__user", "program__owner")
    by_key = {each.pk: each for each in others}
    found = scores(standing.rules, [standing, *by_key.values()], of=standing)
    pairs = [(by_key[other], score) for (mine, other), score in found.items() if mine == standing.pk]
    return sorted(pairs, key=lambda each: (-each[1].games, each[0].pk))
