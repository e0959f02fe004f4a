"""Ratings of people and of the computer's levels, one for each rule set (openskill, Plackett-Luce)."""

import uuid
from collections.abc import Iterable

from django.db.models import Q
from openskill.models import PlackettLuce

from games.models import Match, Rating, RatingChange, Seat

MODEL = PlackettLuce()


def rate(*, match_id: uuid.UUID) -> None:
    """
    Let a finished rated match count, once. Runs in the transaction that ends the match; the match's row is
    locked, the two ratings are locked here, in the order of their keys.
    """
    match = Match.objects.lean().get(pk=match_id)
    if RatingChange.objects.filter(match=match).exists():
        return
    seats = list(match.seats.order_by("number"))
    # New ones in one order too: two matches that end at once may both begin the ratings of the same two.
    made = {
        seat.number: _rating_of(seat, match.rules).pk
        for seat in sorted(seats, key=lambda seat: (seat.bot, str(seat.player_id)))
    }
    found = [made[seat.number] for seat in seats]
    if found[0] == found[1]:
        return
    rows = {row.pk: row for row in Rating.objects.select_for_update().filter(pk__in=found).order_by("pk")}
    ratings = [rows[pk] for pk in found]
    ranks = (
        [1.0, 1.0] if match.winner == Match.Winner.DRAW else [float(match.winner), 1 - float(match.winner)]
    )
    teams = [[MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in ratings]
    for seat, row, ((after,)) in zip(seats, ratings, MODEL.rate(teams, ranks=ranks), strict=True):
        RatingChange.objects.create(
            match=match, rating=row, seat=seat.number, mu_before=row.mu, mu_after=after.mu
        )
        row.mu, row.sigma, row.ordinal, row.games = after.mu, after.sigma, after.ordinal(), row.games + 1
        row.save()


def hold(matches: Iterable[Match]) -> None:
    """
    Lock the ratings that the ends of these matches will change, for a transaction that ends more than one.
    """
    seats = Seat.objects.filter(match__in=[match.pk for match in matches if match.rated])
    bots = seats.exclude(bot="").values("bot")
    ratings = Rating.objects.filter(Q(player__in=seats.values("player")) | Q(bot__in=bots))
    list(ratings.select_for_update().order_by("pk").values_list("pk", flat=True))


def _rating_of(seat: Seat, rules: str) -> Rating:
    new = MODEL.rating()
    begun = {"mu": new.mu, "sigma": new.sigma, "ordinal": new.ordinal()}
    whose = {"player": seat.player} if seat.player else {"bot": seat.bot}
    return Rating.objects.get_or_create(**whose, rules=rules, defaults=begun)[0]
