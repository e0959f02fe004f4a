"""Which level of the computer suits a player: by their latest games against it, rated or not."""

import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import exp

from django.db.models import Exists, Model, OuterRef, QuerySet

from engine.bots.levels import LEVELS, OFFERED
from games.matches.models import BotLevel, Match, Seat
from games.matches.models.match import came_from_elsewhere, winners
from games.matches.words.levels import Suggestion
from phylo.slices import Extension

Helped = Callable[[], QuerySet[Model]]
"""Rows with a `match` in which a player was helped."""

HELPED = Extension[Helped]("helped")

LATEST = 200
"""So many games are looked at, of all rule sets."""
NEWCOMER, UNSURE = 100, 200
"""Where somebody without games is taken to be: points above the weakest level, give or take."""
GOOD_CHANCES = 0.45
"""The hardest level is suggested against which one wins this share of games at least."""
SCALE = 400 / 2.302585
"""Points of a rating with which the odds are e to 1; with 400 they are 10 to 1, as in Elo's."""

Result = tuple[str, float]
"""The key of a level, and what came of a game against it: 1 a victory, 0.5 a draw, 0 a defeat."""


def suggested(player: uuid.UUID | None) -> Mapping[str, Suggestion]:
    """By rule set, for a player or for somebody who has just come; one query."""
    results = _results(player) if player else {}
    return {rules: suggestion(rules, results.get(rules, ())) for rules in LEVELS}


def suggestion(rules: str, results: Sequence[Result]) -> Suggestion:
    """The suggestion to somebody with these results under a rule set."""
    levels = LEVELS[rules]
    rating = _rating(
        [(levels[key].rating, won) for key, won in results], levels[OFFERED[0]].rating + NEWCOMER
    )
    shares = {key: _share(rating - levels[key].rating) for key in OFFERED}
    fitting = [key for key in OFFERED if shares[key] >= GOOD_CHANCES]
    return Suggestion(BotLevel(fitting[-1] if fitting else OFFERED[0]), shares if results else {})


def _rating(results: Sequence[tuple[float, float]], newcomer: float) -> float:
    """The likeliest rating after games of (rating of the level, result), by Newton's method."""
    rating = newcomer
    for _step in range(12):
        expected = [_share(rating - other) for other, _won in results]
        slope = sum(won - share for (_other, won), share in zip(results, expected, strict=True)) / SCALE
        slope -= (rating - newcomer) / UNSURE**2
        bend = sum(share * (1 - share) for share in expected) / SCALE**2 + 1 / UNSURE**2
        # A step of a whole class at most: far from the answer the curve is flat.
        rating += max(-200.0, min(200.0, slope / bend))
    return rating


def _share(ahead: float) -> float:
    """Of the games, what somebody wins who is so many points ahead."""
    return 1 / (1 + exp(-ahead / SCALE))


def _results(player: uuid.UUID) -> Mapping[str, list[Result]]:
    """
    The player's latest finished games against the computer by rule set: one result for each seat of it. Games
    that were played on from another one, elsewhere, or with help, say little of the player.
    """
    found = (
        Seat.objects.exclude(bot="")
        .filter(
            ~came_from_elsewhere("match"),
            *(~Exists(helped().filter(match=OuterRef("match"))) for helped in HELPED),
            match__status=Match.Status.FINISHED,
            match__seats__player=player,
            match__begun_from__isnull=True,
        )
        .order_by("-match__updated", "match", "number")
        .values_list("match__rules", "bot", "match__winner", "number", "match__seats__number")
    )
    results: dict[str, list[Result]] = defaultdict(list)
    for rules, bot, winner, seat, own in found[:LATEST]:
        won = winners(winner)
        if own in won or seat in won:
            results[rules].append((bot, 0.5 if own in won and seat in won else float(own in won)))
    return results
