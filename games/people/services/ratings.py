"""Ratings of people and of the computer's levels, one per rule set (openskill, Plackett-Luce)."""

import uuid
from collections.abc import Collection
from statistics import fmean

from openskill.models import PlackettLuce

from games.matches.models import Match, Seat
from games.matches.services.match_end import MatchEnd, was_hurried
from games.matches.services.rulebooks import rulebook
from games.people.models import Rating, RatingChange

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
        seat.number: rating_of(match.rules, **_whose(seat)).pk
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
        move(row, mu, sigma)


class RatedEnd(MatchEnd):
    def hold(self, matches: Collection[Match]) -> None:
        """New ratings first, all in the order of `rate`; creating them match by match could deadlock."""
        rules = {match.pk: match.rules for match in matches if match.rated}
        seats = Seat.objects.filter(match__in=rules)
        wanted = {(seat.bot, str(seat.player_id), rules[seat.match_id]): seat for seat in seats}
        held = [rating_of(key[2], **_whose(wanted[key])).pk for key in sorted(wanted)]
        list(
            Rating.objects.select_for_update().filter(pk__in=held).order_by("pk").values_list("pk", flat=True)
        )

    def ended(self, match: Match) -> None:
        if match.rated:
            rate(match_id=match.pk)


def move(row: Rating, mu: float, sigma: float) -> None:
    """Store what one more game has made of a locked rating."""
    row.mu, row.sigma, row.games = mu, sigma, row.games + 1
    row.ordinal = MODEL.rating(mu=mu, sigma=sigma).ordinal()
    row.save()


def _whose(seat: Seat) -> dict[str, object]:
    return {"player_id": seat.player_id} if seat.player_id else {"bot": seat.bot}


def rating_of(rules: str, **whose: object) -> Rating:
    """Of a `player_id` or a `bot`; new ones begin in the middle."""
    return Rating.objects.get_or_create(**whose, rules=rules, defaults=begun())[0]


def begun(*, mu: float = MODEL.mu, sigma: float = MODEL.sigma) -> dict[str, float]:
    """The columns of a new rating."""
    new = MODEL.rating(mu=mu, sigma=sigma)
    return {"mu": new.mu, "sigma": new.sigma, "ordinal": new.ordinal()}
