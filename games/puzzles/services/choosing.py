"""Which puzzle comes next, and what a player has solved."""

import secrets
import uuid
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Abs

from games.people.models import PUZZLES, Rating
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleQuerySet

NEAREST = 12
"""One of so many puzzles comes next, those whose ratings are nearest to the player's."""
BEGINNING = 25.0
"""The mu of everybody who has no rating yet."""


@dataclass(frozen=True)
class Wanted:
    """What somebody wants to solve; "" for any."""

    rules: str = ""
    theme: str = ""


def next_puzzle(player_id: uuid.UUID | None, wanted: Wanted, *, after: str = "") -> Puzzle | None:
    """
    A puzzle about as hard as the player is strong that they have not tried yet; once there are none, one that
    they have not solved; None after that. Not the one of the key `after`, unless it is the only one.
    """
    offered = Puzzle.objects.listed().on(rules=wanted.rules, theme=wanted.theme)
    if player_id is None:
        return _nearest(offered, BEGINNING, after)
    mu = rating_of(player_id)
    tried = PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), player=player_id)
    fresh = _nearest(offered.filter(~Exists(tried)), mu, after)
    if fresh is not None and fresh.key != after:
        return fresh
    again = _nearest(offered.filter(pk__in=to_try_again(player_id).values("puzzle")), mu, after)
    return again or fresh


def rating_of(player_id: uuid.UUID) -> float:
    """The mu of a player among puzzles."""
    own = Rating.objects.filter(player=player_id, rules=PUZZLES).values_list("mu", flat=True).first()
    return BEGINNING if own is None else own


def _nearest(offered: PuzzleQuerySet, mu: float, after: str) -> Puzzle | None:
    near = offered.order_by(Abs(F("rating__mu") - mu), "pk").values_list("pk", "key")
    found = list(near[: NEAREST + 1])
    others = [pk for pk, key in found if key != after][:NEAREST] or [pk for pk, _key in found]
    return Puzzle.objects.select_related("rating").get(pk=secrets.choice(others)) if others else None


def latest_of(player_id: uuid.UUID) -> QuerySet[PuzzleAttempt]:
    """The player's latest attempt at each puzzle that is over."""
    over = PuzzleAttempt.objects.filter(player=player_id, ended__isnull=False)
    later = over.filter(puzzle=OuterRef("puzzle"), pk__gt=OuterRef("pk"))
    return over.filter(~Exists(later))


def to_try_again(player_id: uuid.UUID) -> QuerySet[PuzzleAttempt]:
    """Of these, those that were not solved."""
    return latest_of(player_id).exclude(result=PuzzleAttempt.Result.SOLVED)


def with_puzzles(attempts: QuerySet[PuzzleAttempt]) -> QuerySet[PuzzleAttempt]:
    """The attempts with their puzzles, but for the positions, and what these are rated and about."""
    rated = attempts.select_related("puzzle__rating").defer("puzzle__content")
    return rated.prefetch_related("puzzle__themes")
