"""Results that the maker of a tournament sets right, each with a note of what it was before."""

from collections.abc import Sequence
from fractions import Fraction

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from games.tournaments.models import POINT, Correction, Game
from games.tournaments.services.making import check_maker, locked
from games.tournaments.services.results import queue_on_commit, touch

LONGEST_REASON = 200


def correct(
    *,
    code: str,
    player: Player,
    game_id: int,
    points: Sequence[Fraction],
    played: bool = True,
    reason: str = "",
) -> Game:
    """
    Set what each seat of a game has earned, 0 to 1; for the maker. Of a game that is still played the match
    goes on, but no longer counts. Pairings that were made stay as they are. Not `played`: as a forfeit.

    Setting what is set already changes nothing. Raises Tournament.DoesNotExist, Game.DoesNotExist or
    NotAllowed.
    """
    with transaction.atomic():
        tournament = locked(code)
        check_maker(tournament, player)
        game = tournament.games.get(pk=game_id)
        places = list(game.places.order_by("seat"))
        after = [_units(each) for each in points]
        if tournament.status == tournament.Status.CANCELLED or tournament.begun is None:
            raise NotAllowed(_("This tournament has no results."))
        if len(after) != len(places) or len(places) < 2:
            raise NotAllowed(_("Say what everybody at the board has earned."))
        if len(after) == 2:
            _check_pair(sorted(after), played=played)
        how = Game.How.PLAYED if played else Game.How.FORFEIT
        before = [place.points for place in places]
        if (before, game.how) == (after, how):
            return game
        Correction.objects.create(game=game, by=player, before=before, after=after, reason=reason)
        for place, earned in zip(places, after, strict=True):
            place.points = earned
            place.save(update_fields=["points"])
        game.how, game.ended = how, game.ended or timezone.now()
        game.save(update_fields=["how", "ended"])
        if not tournament.in_rounds and not tournament.over:
            tournament.entries.playing().filter(places__game=game, ready_since=None).exclude(
                places__game__how=Game.How.PAIRED
            ).update(ready_since=timezone.now())
        touch(tournament.pk)
        queue_on_commit(tournament.pk)
        return game


def _check_pair(points: list[int], *, played: bool) -> None:
    """Only what pairings and reports can say of two who have met, or not."""
    if points in ([0, POINT], [0, 0]):
        return
    if not played:
        raise NotAllowed(_("Without playing, one wins or both lose."))
    if points != [POINT // 2] * 2:
        raise NotAllowed(_("A game is won, drawn, or lost by both."))


def _units(points: Fraction) -> int:
    units = points * POINT
    if not 0 <= points <= 1 or units.denominator != 1:
        raise NotAllowed(_("Nobody earns more than one point in a game."))
    return int(units)
