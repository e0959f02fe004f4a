"""What a finished match is worth in its tournament, stored in the transaction that finishes it."""

import uuid
from collections.abc import Collection, Sequence
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.matches import stream
from games.matches.models import Match
from games.matches.services.match_end import MatchEnd
from games.matches.services.rulebooks import rulebook
from games.tournaments.models import POINT, Entry, Game, Place, Tournament
from phylo.jobs.queue import queue


def note_result(*, match_id: uuid.UUID) -> None:
    """
    Store the points of a finished match, once. The caller holds the match's row; the tournament's is locked
    here, after all others. Does nothing for other matches, for a game that its maker has decided
    before, and after the tournament is cancelled.
    """
    game = Game.objects.filter(match=match_id).only("tournament_id").first()
    if game is None:
        return
    touch(game.tournament_id)
    game = Game.objects.select_related("tournament").get(pk=game.pk)
    if game.how != Game.How.PAIRED or game.tournament.status == Tournament.Status.CANCELLED:
        return
    match = Match.objects.lean().get(pk=match_id)
    absent = absentees(match) | _stood_in(game, match)
    if rulebook(match.rules).resigns:
        # Whose opponent leaves at once may not have come yet.
        absent -= set(match.won_by)
    for seat, points in enumerate(shares(rulebook(match.rules).ranks(match))):
        Place.objects.filter(game=game, seat=seat).update(points=0 if seat in absent else points)
    game.how = Game.How.FORFEIT if absent and match.players == 2 else Game.How.PLAYED
    game.ended = timezone.now()
    game.save(update_fields=["how", "ended"])
    if game.round_id is None:
        here = Place.objects.filter(game=game).exclude(seat__in=absent)
        Entry.objects.filter(places__in=here, withdrawn_at=None).update(ready_since=game.ended)
    queue_on_commit(game.tournament_id)


class GameEnd(MatchEnd):
    def ended(self, match: Match) -> None:
        note_result(match_id=match.pk)


def touch(tournament_id: uuid.UUID) -> None:
    """Lock the tournament, and on commit wake those who look at it."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
    transaction.on_commit(partial(stream.announce, tournament_id), robust=True)


def queue_on_commit(tournament_id: uuid.UUID) -> None:
    """What follows from a result is not part of the move; if it is lost, the sweep does it."""
    transaction.on_commit(lambda: queue("games.tasks.go_on_with_tournament", str(tournament_id)), robust=True)


def shares(ranks: Sequence[float]) -> list[int]:
    """Of each seat, the share of its opponents with a worse rank, ties half, in units of 1/POINT."""
    others = len(ranks) - 1
    return [
        (2 * sum(other > rank for other in ranks) + ranks.count(rank) - 1) * POINT // (2 * others)
        for rank in ranks
    ]


def take_points(*, match_id: uuid.UUID, seats: Collection[int]) -> None:
    """
    Of those who have not come in time, the winner too; in the transaction that ends their match. At a table
    that goes on, in that which lets the computer play for them: so it is known however late they look in.
    """
    Place.objects.filter(game__match=match_id, seat__in=seats).update(points=0)
    Entry.objects.filter(places__game__match=match_id, places__seat__in=seats).update(ready_since=None)


def _stood_in(game: Game, match: Match) -> set[int]:
    """The seats from which `take_points` has taken them and for which the computer has played to the end."""
    taken = game.places.filter(points=0).values("seat")
    return set(match.seats.filter(number__in=taken).exclude(stand_in="").values_list("number", flat=True))


def absentees(match: Match) -> set[int]:
    """The seats whose players have never come to the table."""
    return set(match.seats.filter(player__isnull=False, looked=None).values_list("number", flat=True))
