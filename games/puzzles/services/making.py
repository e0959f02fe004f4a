"""
Making a puzzle of a moment of a finished match: the computer looks whether one play of that turn is clearly
best. What it finds is its maker's alone, until they propose it to all and somebody trusted accepts it.
"""

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation.permissions import Role, role_of
from engine.puzzles.files import as_json
from engine.puzzles.making import find_in_snapshot
from engine.puzzles.puzzle import Origin
from engine.puzzles.puzzle import Puzzle as Known
from games.matches.models import Match, Player
from games.matches.services.errors import MatchPlaying, NotAllowed, UnknownVersion
from games.matches.services.players import hold
from games.matches.services.positions import phylo_at
from games.puzzles.models import MadePuzzle, Puzzle, PuzzleQuerySet, PuzzleTheme
from games.puzzles.services.positions import harder
from games.puzzles.services.ratings import begin_puzzles
from phylo.accounts.models import User
from phylo.jobs import thinker
from phylo.jobs.queue import THINKING, queue

State = MadePuzzle.State
SECONDS = 8.0
"""The most that a search takes without compiled code."""
LOST_AFTER = timedelta(seconds=60)
"""A search that has not ended by then is lost, and queued again."""
GIVEN_UP_AFTER = timedelta(minutes=10)
"""Whoever asked is told by then, and may ask again."""
LONGEST_WORD = 300
MOST_OF_ONE, MOST_OF_ALL = 3, 30
"""Searches that may wait at once."""
logger = structlog.stdlib.get_logger(__name__)


def make(*, player: Player, match: Match, version: int) -> MadePuzzle:
    """
    Look for a puzzle at the moment before the move that follows this version. Asking again gives the same.
    Raises MatchPlaying, UnknownVersion, WrongGame, or NotAllowed while too many wait.
    """
    if not match.finished:
        raise MatchPlaying
    if match.has_own_cards:
        raise NotAllowed(_("Puzzles are for everybody, so none is made of a game with own cards of a set."))
    state = phylo_at(match, version)
    if state.over or len(state.to_act) != 1:
        raise UnknownVersion
    with transaction.atomic():
        held = hold(player)
        found = MadePuzzle.objects.filter(player=held, match=match, version=version).first()
        if found is not None:
            return _again(found)
        looking = MadePuzzle.objects.filter(state=State.LOOKING, queued__gte=timezone.now() - LOST_AFTER)
        if looking.filter(player=held).count() >= MOST_OF_ONE or looking.count() >= MOST_OF_ALL:
            raise NotAllowed(_("Many others are waiting already. Try again in some minutes."))
        made = MadePuzzle.objects.create(
            player=held, match=match, version=version, seat=state.to_act[0], queued=timezone.now()
        )
        _queue(made)
        return made


def look_for(*, made_id: int) -> None:
    """Search and store the result; only in tasks of the queue for thinking. May run twice."""
    made = MadePuzzle.objects.select_related("match").filter(pk=made_id, state=State.LOOKING).first()
    if made is None:
        return
    state = phylo_at(made.match, made.version)
    try:
        found = thinker.compute(
            find_in_snapshot,
            made.match.rules,
            made.match.cards,
            made.match.options,
            state.snapshot(),
            made.seat,
            Origin(game=str(made.match_id), step=made.version),
            seconds=SECONDS,
        )
    except (thinker.Lost, thinker.Failed) as error:
        if isinstance(error, thinker.Lost) and thinker.losses(f"puzzle:{made_id}") < 2:
            raise
        logger.exception("search for a puzzle failed", made=made_id)
        MadePuzzle.objects.filter(pk=made_id, state=State.LOOKING).update(state=State.GIVEN_UP)
        return
    with transaction.atomic():
        still = MadePuzzle.objects.select_for_update().filter(pk=made_id, state=State.LOOKING).first()
        if still is None:
            return
        still.puzzle = _stored(found) if found else None
        still.state = State.PRIVATE if found else State.NONE
        still.save(update_fields=["puzzle", "state"])


def queue_lost(*, at_most: int) -> None:
    """Queue lost searches again, and give up those that have been looked for too long."""
    now = timezone.now()
    lost = MadePuzzle.objects.filter(state=State.LOOKING, queued__lt=now - LOST_AFTER)
    lost.filter(created__lt=now - GIVEN_UP_AFTER).update(state=State.GIVEN_UP)
    for made in lost.order_by("queued")[:at_most]:
        _again(made)


def propose(*, player: Player, made_id: int) -> MadePuzzle:
    """
    Propose one's own puzzle to all; twice is once. Raises MadePuzzle.DoesNotExist for those of others, or
    NotAllowed.
    """
    with transaction.atomic():
        made = MadePuzzle.objects.select_for_update(of=("self",)).get(pk=made_id, player=player)
        if made.state == State.PROPOSED:
            return made
        if made.state != State.PRIVATE:
            raise NotAllowed(_("Only a puzzle that is yours alone can be proposed."))
        if made.puzzle is not None and made.puzzle.listed:
            raise NotAllowed(_("Everybody can solve this puzzle already."))
        made.state = State.PROPOSED
        made.save(update_fields=["state"])
        return made


def may_decide(user: User | None) -> bool:
    """Those who are trusted with cards are trusted with puzzles."""
    return role_of(user) >= Role.TRUSTED


def to_decide(user: User) -> QuerySet[MadePuzzle]:
    """What others have proposed, the oldest first."""
    proposed = MadePuzzle.objects.filter(state=State.PROPOSED).exclude(player__user=user)
    return proposed.select_related("puzzle", "player__user").order_by("created", "pk")


def decide(*, user: User, made_id: int, accept: bool, word: str) -> MadePuzzle:
    """
    Accept a proposed puzzle, which is then offered to everybody, or decline it with a word. The same decision
    sent twice is one. Raises NotAllowed, or MadePuzzle.DoesNotExist for one's own and what nobody proposed.
    """
    if not may_decide(user):
        raise NotAllowed(_("This is for trusted contributors."))
    if not accept and not word.strip():
        raise NotAllowed(_("Say in a word why it is declined."))
    wanted = State.ACCEPTED if accept else State.DECLINED
    with transaction.atomic():
        # Decisions on the same puzzle wait for each other at its row.
        puzzles = Puzzle.objects.select_for_update(no_key=True, of=("self",))
        list(puzzles.filter(makers=made_id).values_list("pk"))
        others = MadePuzzle.objects.select_for_update(of=("self",)).exclude(player__user=user)
        made = others.get(pk=made_id, state__in=[State.PROPOSED, State.ACCEPTED, State.DECLINED])
        if made.state != State.PROPOSED:
            if (made.state, made.decided_by_id) == (wanted, user.pk):
                return made
            raise NotAllowed(_("Somebody else has decided already."))
        same = MadePuzzle.objects.filter(pk=made.pk)
        if accept:
            # What others have proposed of the same puzzle is accepted with it; no file may withdraw it.
            same = MadePuzzle.objects.filter(puzzle=made.puzzle_id, state=State.PROPOSED)
            Puzzle.objects.filter(makers=made).update(listed=True, shipped=False)
        same.update(state=wanted, word=word.strip()[:LONGEST_WORD], decided_by=user)
        made.refresh_from_db(fields=["state", "word", "decided_by"])
        return made


def accepted() -> PuzzleQuerySet:
    """Puzzles that people made and that are offered to everybody, the newest first."""
    return Puzzle.objects.listed().filter(shipped=False).order_by("-created", "-pk")


def take_down(*, user: User, key: str, word: str) -> None:
    """
    Offer an accepted puzzle no longer, with a word to those who made it; twice is once. Raises NotAllowed, or
    Puzzle.DoesNotExist for those that ship.
    """
    if not may_decide(user):
        raise NotAllowed(_("This is for trusted contributors."))
    if not word.strip():
        raise NotAllowed(_("Say in a word why it is taken down."))
    with transaction.atomic():
        puzzles = Puzzle.objects.select_for_update(no_key=True)
        puzzle = puzzles.defer("content").get(key=key, shipped=False)
        Puzzle.objects.filter(pk=puzzle.pk).update(listed=False)
        makers = MadePuzzle.objects.filter(puzzle=puzzle, state=State.ACCEPTED)
        makers.update(state=State.DECLINED, word=word.strip()[:LONGEST_WORD], decided_by=user)


def _stored(found: Known) -> Puzzle:
    """The row of a puzzle; two who make the same share it."""
    made = {"rules": found.rules, "length": found.length, "content": as_json(found)}
    row, new = Puzzle.objects.get_or_create(
        key=found.key, defaults={**made, "listed": False, "shipped": False}
    )
    if new:
        PuzzleTheme.objects.bulk_create(PuzzleTheme(puzzle=row, theme=theme) for theme in found.themes)
        begin_puzzles({row: harder(found)})
    return row


def _again(made: MadePuzzle) -> MadePuzzle:
    """The search, queued again if it was lost or given up."""
    now = timezone.now()
    lost = Q(state=State.LOOKING, queued__lt=now - LOST_AFTER) | Q(state=State.GIVEN_UP)
    if MadePuzzle.objects.filter(lost, pk=made.pk).update(state=State.LOOKING, queued=now):
        made.refresh_from_db(fields=["state", "queued"])
        _queue(made)
    return made


def _queue(made: MadePuzzle) -> None:
    made_id, expires = made.pk, LOST_AFTER.total_seconds()
    transaction.on_commit(
        lambda: queue("games.tasks.look_for_puzzle", made_id, expires=expires, to=THINKING), robust=True
    )
