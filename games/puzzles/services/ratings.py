"""Ratings of puzzles, and of people by what they solve, as if each attempt were a match between the two."""

from collections.abc import Mapping

from django.db import transaction

from games.people.models import PUZZLES, Rating
from games.people.services.ratings import MODEL, begun, move, rating_of
from games.puzzles.models import Puzzle, PuzzleAttempt

SIGMA = MODEL.sigma / 3
"""Of a new puzzle: its rating begins as an estimate, so answers of new people move it far less than them."""


def rate_attempt(attempt: PuzzleAttempt) -> None:
    """
    Move the ratings of the player and the puzzle by an attempt that is over; what is good but not best is a
    draw. Guests, of whom anybody can make many, move no puzzle's rating. Fills in the attempt's `mu_before`
    and `mu_after`, which the caller stores in the same transaction, with the player's row locked.
    """
    made = [_rating_of(attempt.puzzle), rating_of(PUZZLES, player_id=attempt.player_id)]
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
            move(row, new.mu, new.sigma)


def begin_puzzles(puzzles: Mapping[Puzzle, float]) -> None:
    """Give those without a rating a first one: so much above the mu with which people begin."""
    with transaction.atomic():
        waiting = Puzzle.objects.select_for_update().filter(pk__in=[each.pk for each in puzzles], rating=None)
        missing = set(waiting.order_by("pk").values_list("pk", flat=True))
        new = [each for each in puzzles if each.pk in missing]
        begin = [Rating(rules=PUZZLES, **begun(mu=MODEL.mu + puzzles[each], sigma=SIGMA)) for each in new]
        for puzzle, rating in zip(new, Rating.objects.bulk_create(begin), strict=True):
            puzzle.rating = rating
        Puzzle.objects.bulk_update(new, ["rating"])


def forget_puzzles_of_nobody() -> None:
    """Delete the puzzles that are offered to nobody and that all who made or answered them have left."""
    with transaction.atomic():
        gone = dict(Puzzle.objects.of_nobody().values_list("pk", "rating"))
        Puzzle.objects.of_nobody().filter(pk__in=gone).delete()
        Rating.objects.filter(pk__in=gone.values(), puzzle=None).delete()


def _rating_of(puzzle: Puzzle) -> Rating:
    begin_puzzles({puzzle: 0.0})
    return Rating.objects.get(puzzle=puzzle)
