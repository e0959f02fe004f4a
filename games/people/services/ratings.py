"""
Ratings of people and of the computer's levels, one per rule set, and of people and puzzles (openskill,
Plackett-Luce).
"""

import uuid
from collections.abc import Collection, Mapping
from statistics import fmean

from openskill.models import PlackettLuce

from games.matches.models import PUZZLES, Match, PuzzleAttempt, Rating, RatingChange, Seat
from games.matches.services.match_end import MatchEnd, was_hurried
from games.matches.services.rulebooks import rulebook

MODEL = PlackettLuce()
PUZZLE_SIGMA = MODEL.sigma / 3
"""Of a new puzzle: its rating begins as an estimate, so answers of new people move it far less than them."""


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
        seat.number: _rating_of(match.rules, **_whose(seat)).pk
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
        _move(row, mu, sigma)


class RatedEnd(MatchEnd):
    def hold(self, matches: Collection[Match]) -> None:
        """New ratings first, all in the order of `rate`; creating them match by match could deadlock."""
        rules = {match.pk: match.rules for match in matches if match.rated}
        seats = Seat.objects.filter(match__in=rules)
        wanted = {(seat.bot, str(seat.player_id), rules[seat.match_id]): seat for seat in seats}
        held = [_rating_of(key[2], **_whose(wanted[key])).pk for key in sorted(wanted)]
        list(
            Rating.objects.select_for_update().filter(pk__in=held).order_by("pk").values_list("pk", flat=True)
        )

    def ended(self, match: Match) -> None:
        if match.rated:
            rate(match_id=match.pk)


def rate_attempt(attempt: PuzzleAttempt) -> None:
    """
    Move the ratings of the player and the puzzle by an attempt that is over, as by a match between them: what
    is good but not best is a draw. Guests, of whom anybody can make many, move no puzzle's rating. Fills in
    the attempt's `mu_before` and `mu_after`, which the caller stores in the same transaction, with the
    player's row locked.
    """
    made = [
        _rating_of(PUZZLES, puzzle_id=attempt.puzzle_id),
        _rating_of(PUZZLES, player_id=attempt.player_id),
    ]
    held = Rating.objects.select_for_update().filter(pk__in=[row.pk for row in made]).order_by("pk")
    rows = {row.pk: row for row in held}
    puzzle, player = (rows[row.pk] for row in made)
    ranks = {PuzzleAttempt.Result.SOLVED: [2.0, 1.0], PuzzleAttempt.Result.GOOD: [1.0, 1.0]}
    rated = MODEL.rate(
        [[MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in (puzzle, player)],
        ranks=ranks.get(PuzzleAttempt.Result(attempt.result), [1.0, 2.0]),
    )
    attempt.mu_before, attempt.mu_after = player.mu, rated[1][0].mu
    for row, [new] in zip((puzzle, player), rated, strict=True):
        if row is player or attempt.player.user_id is not None:
            _move(row, new.mu, new.sigma)


def _move(row: Rating, mu: float, sigma: float) -> None:
    """Store what one more game has made of a locked rating."""
    row.mu, row.sigma, row.games = mu, sigma, row.games + 1
    row.ordinal = MODEL.rating(mu=mu, sigma=sigma).ordinal()
    row.save()


def begin_puzzles(puzzles: Mapping[int, float]) -> None:
    """Give these puzzles a first rating: so much above the mu with which people begin, by primary key."""
    begun = [(puzzle, _new(puzzle=True, harder=harder)) for puzzle, harder in puzzles.items()]
    Rating.objects.bulk_create(
        [Rating(puzzle_id=puzzle, rules=PUZZLES, **new) for puzzle, new in begun], ignore_conflicts=True
    )


def _whose(seat: Seat) -> dict[str, object]:
    return {"player_id": seat.player_id} if seat.player_id else {"bot": seat.bot}


def _rating_of(rules: str, **whose: object) -> Rating:
    begun = _new(puzzle="puzzle_id" in whose)
    return Rating.objects.get_or_create(**whose, rules=rules, defaults=begun)[0]


def _new(*, puzzle: bool, harder: float = 0.0) -> dict[str, float]:
    new = MODEL.rating(mu=MODEL.mu + harder, sigma=PUZZLE_SIGMA if puzzle else MODEL.sigma)
    return {"mu": new.mu, "sigma": new.sigma, "ordinal": new.ordinal()}
