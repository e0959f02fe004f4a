"""Ratings of people and of the computer's levels, one per rule set (openskill, Plackett-Luce)."""

import uuid
from collections.abc import Iterable
from statistics import fmean

from openskill.models import PlackettLuce

from games.models import Match, Rating, RatingChange, Seat
from games.services.rulebooks import rulebook

MODEL = PlackettLuce()


def rate(*, match_id: uuid.UUID) -> None:
    """
    Rate a finished match, once. Runs in the transaction that ends the match, with the match's row locked; the
    ratings are locked here, by primary key.
    """
    match = Match.objects.lean().get(pk=match_id)
    seats = list(match.seats.order_by("number"))
    if RatingChange.objects.filter(match=match).exists() or was_hurried(match, seats):
        return
    # New ratings in a fixed order too: two matches that end at once may create the same ones.
    made = {
        seat.number: _rating_of(seat, match.rules).pk
        for seat in sorted(seats, key=lambda seat: (seat.bot, str(seat.player_id)))
    }
    if len(set(made.values())) < 2:
        return
    rows = {
        row.pk: row for row in Rating.objects.select_for_update().filter(pk__in=made.values()).order_by("pk")
    }
    sitting = [rows[made[seat.number]] for seat in seats]
    teams = [[MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in sitting]
    rated = MODEL.rate(teams, ranks=rulebook(match.rules).ranks(match))
    for pk, row in rows.items():
        # A level of the computer may have several seats: its new rating is the mean over them.
        sat = [number for number, seat in enumerate(seats) if made[seat.number] == pk]
        mu, sigma = (fmean(getattr(rated[number][0], name) for number in sat) for name in ("mu", "sigma"))
        RatingChange.objects.create(
            match=match, rating=row, seat=seats[sat[0]].number, mu_before=row.mu, mu_after=mu
        )
        row.mu, row.sigma, row.games = mu, sigma, row.games + 1
        row.ordinal = MODEL.rating(mu=mu, sigma=sigma).ordinal()
        row.save()


def was_hurried(match: Match, seats: Iterable[Seat]) -> bool:
    """
    Whether a match against the computer is not rated because it had to hurry: on a busy site its level would
    not be the one that it is elsewhere. A match between people is rated even if a computer stood in.
    """
    return any(seat.bot for seat in seats) and match.moves.filter(hurried=True).exists()


def hold(matches: Iterable[Match]) -> None:
    """
    Lock the ratings that these matches will change, for a transaction that ends more than one.

    New ratings are created first, all in the order of `rate`; creating them match by match could deadlock.
    """
    rules = {match.pk: match.rules for match in matches if match.rated}
    seats = Seat.objects.filter(match__in=rules)
    wanted = {(seat.bot, str(seat.player_id), rules[seat.match_id]): seat for seat in seats}
    held = [_rating_of(wanted[key], key[2]).pk for key in sorted(wanted)]
    list(Rating.objects.select_for_update().filter(pk__in=held).order_by("pk").values_list("pk", flat=True))


def _rating_of(seat: Seat, rules: str) -> Rating:
    new = MODEL.rating()
    begun = {"mu": new.mu, "sigma": new.sigma, "ordinal": new.ordinal()}
    whose = {"player_id": seat.player_id} if seat.player_id else {"bot": seat.bot}
    return Rating.objects.get_or_create(**whose, rules=rules, defaults=begun)[0]
