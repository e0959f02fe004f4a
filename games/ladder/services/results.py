"""What a finished game is worth, stored in the transaction that finishes its match."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from games.ladder.models import Game, Program, Standing
from games.ladder.scale import rated
from games.ladder.services.programs import note_failure
from games.matches.models import Match, Seat
from games.matches.services.administrative_moves import LATE, OWN_KEY
from games.matches.services.match_end import MatchEnd, was_hurried
from games.matches.services.rulebooks import rulebook
from phylo.jobs.queue import queue

MOST_FAILED = 3
"""Games in a row in which a program lets its time run out, before it is paused."""
LATE_CHOICES = 3
"""Of a drafting game, which the site had to make: then it is lost for the program."""


class LadderEnd(MatchEnd):
    def hold(self, matches: Collection[Match]) -> None:
        """All programs and ratings first, in the order of `note_result`."""
        sides = Game.objects.filter(match__in=matches).values_list("first", "second")
        _lock([side for game in sides for side in game])

    def ended(self, match: Match) -> None:
        note_result(match_id=match.pk)


@dataclass(frozen=True)
class Played:
    """How a seat was played: it `failed` by letting its time run out, and perhaps it never came."""

    failed: bool
    absent: bool


def note_result(*, match_id: uuid.UUID) -> None:
    """
    Store the result of a finished match, once, and free its programs. The caller holds the match's row;
    programs and ratings are locked here, in this order. Does nothing for other matches.
    """
    game = Game.objects.running().filter(match=match_id).first()
    if game is None:
        return
    standings, programs = _lock([game.first_id, game.second_id])
    game = Game.objects.select_for_update(of=("self",)).get(pk=game.pk)
    if game.ended is not None:
        return
    match = Match.objects.lean().get(pk=match_id)
    seats = list(match.seats.order_by("number"))
    played = [_played(match, seat) for seat in seats]
    game.points, game.ended = _points(match, played), timezone.now()
    sides = (standings[game.first_id], standings[game.second_id])
    # A game to which somebody did not come says nothing of anybody's strength, nor one that a level lost in a
    # hurry.
    late = any(how.failed and side.fixed for how, side in zip(played, sides, strict=True))
    hurried = late or was_hurried(match, seats)
    game.counts = not hurried and not any(each.absent for each in played)
    if game.counts:
        _rate(game, *sides)
    game.save()
    for side, how in zip(sides, played, strict=True):
        if side.program_id is not None:
            _set_free(programs[side.program_id], game, failed=how.failed)
    transaction.on_commit(lambda: queue("games.tasks.pair_programs"), robust=True)


def _lock(standings: Collection[int]) -> tuple[dict[int, Standing], dict[int, Program]]:
    of = Standing.objects.filter(pk__in=standings, program__isnull=False).values("program")
    programs = Program.objects.select_for_update(no_key=True).filter(pk__in=of).order_by("pk")
    held = {each.pk: each for each in programs}
    rows = Standing.objects.select_for_update(no_key=True).filter(pk__in=standings).order_by("pk")
    return {each.pk: each for each in rows}, held


def _played(match: Match, seat: Seat) -> Played:
    moves = match.moves.filter(seat=seat.number)
    if rulebook(match.rules).resigns:
        failed = match.ending == Match.Ending.TIME and seat.number not in match.won_by
    else:
        late = moves.filter(action__do=LATE).count()
        failed = bool(seat.stand_in) or late >= LATE_CHOICES
    absent = failed and not seat.bot and not moves.exclude(key__startswith=OWN_KEY).exists()
    return Played(failed, absent)


def _points(match: Match, played: list[Played]) -> int:
    """Of the first, in half points. A drafting game that the site played for somebody is lost for them."""
    first, second = rulebook(match.rules).ranks(match)
    if not rulebook(match.rules).resigns and played[0].failed != played[1].failed:
        return 0 if played[0].failed else 2
    return 1 + (first < second) - (second < first)


def _rate(game: Game, first: Standing, second: Standing) -> None:
    assert game.points is not None
    before = first.strength, second.strength
    after = rated(*before, game.points)
    game.first_before, game.second_before = before[0].mu, before[1].mu
    for side, new, points in ((first, after[0], game.points), (second, after[1], 2 - game.points)):
        if not side.fixed:
            side.mu, side.sigma = new.mu, new.sigma
        side.games += 1
        side.won += points == 2
        side.drawn += points == 1
        side.save(update_fields=["mu", "sigma", "games", "won", "drawn"])
    game.first_after, game.second_after = first.strength.mu, second.strength.mu


def _set_free(program: Program, game: Game, *, failed: bool) -> None:
    if failed:
        note_failure(program, most=MOST_FAILED)
    else:
        program.failed = 0
    if program.playing_id == game.pk:
        program.playing, program.waits_since = None, game.ended
    program.save(update_fields=["failed", "playing", "waits_since"])
