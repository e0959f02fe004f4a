"""
How an account takes over a guest's matches, and what happens to them when the account is deleted.

Rows are locked in the same order everywhere: players, open tables, matches, ratings, tournaments, each by
primary key.
"""

import uuid
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least, Now
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import IllegalAction
from engine.drafting import GAMES as DRAFTS
from games.lessons.models import LessonProgress
from games.lobby.models import OpenTable, Participant
from games.matches import stream
from games.matches.models import Match, Player, Seat
from games.matches.services import administrative_moves
from games.matches.services.errors import NotAllowed, StaleVersion
from games.matches.services.match_end import hold_ends
from games.matches.services.play import bot_seats, locked, note_beside, play, tell_on_commit
from games.matches.services.rulebooks import STAND_IN, rulebook
from games.people.models import PUZZLES
from games.puzzles.models import MadePuzzle, PuzzleAttempt
from games.puzzles.services.ratings import forget_puzzles_of_nobody
from games.tournaments.models import Entry, Tournament
from phylo.accounts.models import Guest, User


def hold(player: Player) -> Player:
    """
    Lock a player who begins something. Raises NotAllowed if they have left meanwhile, or if the guest has
    become an account.
    """
    # FOR NO KEY UPDATE: rows that only refer to the player, such as a new rating, need not wait.
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, former=False).first()
    if found is None:
        raise NotAllowed(_("You play under another name by now. Load the page again."))
    return found


def name_guest(*, player: Player, name: str) -> None:
    """Show a guest by this name, "" for none. Raises NotAllowed if the guest has become an account."""
    if not Player.objects.filter(pk=player.pk, guest__isnull=False).update(name=name):
        raise NotAllowed(_("You play under another name by now. Load the page again."))


def adopt_guest(*, guest_id: uuid.UUID, user: User) -> bool:
    """
    Give the account the guest's matches, open tables, messages and mutes. False if the guest has never been a
    player. A match in which both sit keeps its two players, so that nobody holds both seats.
    """
    with transaction.atomic():
        # Both, so that the account begins nothing meanwhile either.
        either = Player.objects.select_for_update(no_key=True).filter(Q(guest=guest_id) | Q(user=user))
        held = list(either.order_by("pk"))
        guest = next((each for each in held if each.guest_id == guest_id), None)
        player = next((each for each in held if each.user_id == user.pk), None)
        if guest is None:
            return False
        if player is None:
            guest.user, guest.guest, guest.name = user, None, ""
            guest.save(update_fields=["user", "guest", "name"])
            return True
        # Tables first: if one begins at this moment, its match exists when the seats are looked at.
        taken = player.opened_tables.values("key")
        opened = guest.opened_tables.exclude(key__in=taken)
        opened.exclude(invited_only=True, participants__player=player).update(maker=player)
        guest.opened_tables.filter(status=OpenTable.Status.OPEN).update(status=OpenTable.Status.WITHDRAWN)
        _take_participations(guest, player)
        # A list, evaluated now: after the next line the guest's matches are the player's as well.
        shared = list(Match.objects.of(player.pk).values_list("pk", flat=True))
        guest.seats.exclude(match__in=shared).update(player=player, key="")
        guest.chat.exclude(match__in=shared).update(player=player)
        # A block holds, also where the account's mute stays in its place.
        blocked, blocking = guest.mutes.filter(blocks=True), guest.muted_by.filter(blocks=True)
        player.mutes.filter(muted__in=blocked.values("muted")).update(blocks=True)
        player.muted_by.filter(player__in=blocking.values("player")).update(blocks=True)
        by_guest = guest.mutes.exclude(muted=player)
        by_guest.exclude(muted__in=player.mutes.values("muted")).update(player=player)
        guest.imported_records.update(player=player)
        of_guest = guest.muted_by.exclude(player=player)
        of_guest.exclude(player__in=player.muted_by.values("player")).update(muted=player)
        _take_puzzles(guest, player)
        _take_lessons(guest, player)
        _take_tournaments(guest, player)
        if not (guest.seats.exists() or guest.tournaments.exists() or guest.entries.exists()):
            guest.delete()
    return True


def _take_participations(guest: Player, player: Player) -> None:
    """At tables where both take part keep one of them, waiting at an open table if either of them waits."""
    both = player.participations.filter(open_table__in=guest.participations.values("open_table"))
    open_to_both = both.filter(open_table__status=OpenTable.Status.OPEN)
    waiting = guest.participations.filter(state=Participant.State.WAITING).values("open_table")
    tables = list(open_to_both.values_list("open_table", flat=True))
    open_to_both.filter(open_table__in=waiting).update(state=Participant.State.WAITING)
    guest.participations.filter(open_table__in=tables).delete()
    guest.participations.exclude(open_table__in=player.participations.values("open_table")).update(
        player=player
    )


def _take_tournaments(guest: Player, player: Player) -> None:
    """In a simultaneous the maker is the host, who plays: there both go over, or neither."""
    joined = list(player.entries.values_list("tournament", flat=True))
    theirs = guest.tournaments.exclude(key__in=player.tournaments.values("key"))
    theirs.exclude(kind=Tournament.Kind.SIMUL, pk__in=joined).update(maker=player)
    hosted = list(guest.tournaments.filter(kind=Tournament.Kind.SIMUL).values_list("pk", flat=True))
    guest.entries.exclude(tournament__in=[*joined, *hosted]).update(player=player)


def _take_puzzles(guest: Player, player: Player) -> None:
    """
    Of a puzzle that both have answered, nothing stays unfinished, unless only the account's attempt at it is
    left. The guest's rating comes with the attempts that have made it, or neither counts.
    """
    unfinished = Q(result=PuzzleAttempt.Result.PLAYING, run=None)
    own = list(player.puzzle_attempts.values_list("puzzle", flat=True))
    guest.puzzle_attempts.filter(unfinished, puzzle__in=own).delete()
    others = list(guest.puzzle_attempts.filter(run=None).values_list("puzzle", flat=True))
    player.puzzle_attempts.filter(unfinished, puzzle__in=others).delete()
    if player.ratings.filter(rules=PUZZLES).exists():
        over = guest.puzzle_attempts.filter(rated=True, ended__isnull=False)
        over.update(rated=False, mu_before=None, mu_after=None)
    else:
        guest.ratings.filter(rules=PUZZLES).update(player=player)
    guest.puzzle_runs.filter(ended=None).update(ended=Least(F("ends"), Now()))
    guest.puzzle_runs.exclude(key__in=player.puzzle_runs.values("key")).update(player=player)
    guest.puzzle_attempts.exclude(run__in=guest.puzzle_runs.all()).update(player=player)
    same = player.made_puzzles.filter(match=OuterRef("match"), version=OuterRef("version"))
    guest.made_puzzles.filter(~Exists(same)).update(player=player)


def _take_lessons(guest: Player, player: Player) -> None:
    """Of a lesson that both know the account keeps its own state, and when either has first done it."""
    own = list(player.lessons.values_list("lesson", flat=True))
    for row in guest.lessons.filter(lesson__in=own, done__isnull=False):
        later = Q(done__isnull=True) | Q(done__gt=row.done)
        player.lessons.filter(later, lesson=row.lesson).update(done=row.done)
    guest.lessons.exclude(lesson__in=own).update(player=player)


def leave(*, user: User) -> None:
    """
    Resign or hand over all running matches of the account's player and close their open tables, so that
    nobody waits for them. The player becomes a former one: the matches stay, the name does not.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(user=user).first()
        if player is None:
            return
        _leave_tables(player)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        _leave_matches(player, running, key="account-deleted")
        if user.in_shadow:
            player.chat.update(hidden=True)
        player.seats.exclude(called="").update(called="")
        player.entries.exclude(deck_name="").update(deck_name="")
        player.imported_records.update(player=None)
        player.lessons.all().delete()
        player.puzzle_attempts.all().delete()
        player.puzzle_runs.all().delete()
        player.made_puzzles.all().delete()
        forget_puzzles_of_nobody()
        player.mutes.all().delete()
        player.follows.all().delete()
        player.followers.all().delete()
        player.user, player.former, player.name = None, True, ""
        player.save(update_fields=["user", "former", "name"])


def erase(*, guest: Guest) -> None:
    """
    The guest is about to be deleted with all that is theirs. Running matches are left as when an account is
    deleted; those that are over stay with the others who played them, under no name.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(guest=guest).first()
        if player is None:
            return
        _leave_tables(player)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        _leave_matches(player, running, key="guest-erased")
        for theirs in (
            player.chat, player.lessons, player.puzzle_attempts, player.puzzle_runs, player.made_puzzles,
            player.imported_records, player.mutes, player.muted_by,
        ):  # fmt: skip
            theirs.all().delete()
        forget_puzzles_of_nobody()
        player.ratings.filter(rules=PUZZLES).delete()
        player.seats.exclude(called="").update(called="")
        player.entries.exclude(deck_name="").update(deck_name="")
        player.guest, player.former, player.name = None, True, ""
        player.save(update_fields=["guest", "former", "name"])


def stand_aside(*, user: User | None, guest: uuid.UUID | None) -> None:
    """
    The account or guest is suspended. Their open tables close. In drafting games a bot stands in until they
    come back. In a match with a clock, and against the computer, nothing happens: the clock decides. Without
    one nobody else could end the match, so it is resigned.
    """
    with transaction.atomic():
        who = {"user": user} if user is not None else {"guest": guest}
        player = Player.objects.select_for_update(no_key=True).filter(**who).first()
        if player is None:
            return
        _leave_tables(player)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        others = Seat.objects.filter(match=OuterRef("match"), player__isnull=False).exclude(player=player)
        drafts = Q(match__rules__in=DRAFTS)
        waiting = Q(Exists(others), match__pace=Match.Pace.NONE)
        _leave_matches(player, running.filter(drafts | waiting), key="suspended")
        for watched in {player.pk, *running.values_list("match", flat=True)}:
            transaction.on_commit(partial(stream.announce, watched), robust=True)


def _leave_tables(player: Player) -> None:
    standing = OpenTable.objects.filter(status=OpenTable.Status.OPEN)
    standing.filter(maker=player).update(status=OpenTable.Status.WITHDRAWN)
    player.participations.filter(open_table__in=standing).update(state=Participant.State.DECLINED)
    directed = standing.filter(invited_only=True, participants__player=player)
    directed.update(status=OpenTable.Status.DECLINED)


def _leave_matches(player: Player, running: QuerySet[Seat], *, key: str) -> None:
    """Resign the matches of these seats of the player's, or let a bot stand in; `key` as in `resign`."""
    seats = dict(running.values_list("match", "number"))
    matches = list(Match.objects.lean().select_for_update().filter(pk__in=seats).order_by("pk"))
    hold_ends([match for match in matches if rulebook(match.rules).resigns])
    for match in matches:
        if rulebook(match.rules).resigns:
            resign(match_id=match.pk, seat=seats[match.pk], key=key)
        else:
            step_down(match_id=match.pk, player=player)


def step_down(*, match_id: uuid.UUID, player: Player) -> None:
    """Let a bot take over the player's seats in a drafting game; does nothing in Phylo."""
    with transaction.atomic():
        match = locked(match_id)
        if match.finished or rulebook(match.rules).resigns:
            return
        match.seats.filter(player=player).update(stand_in=STAND_IN)
        _tell_who_plays(match)


def sit_down(*, match_id: uuid.UUID, player: Player) -> None:
    """Take back the seats in which a bot stands in."""
    with transaction.atomic():
        match = locked(match_id)
        if match.seats.filter(player=player).exclude(stand_in="").update(stand_in=""):
            _tell_who_plays(match)


def _tell_who_plays(match: Match) -> None:
    bot_to_act = any(str(seat) in match.to_act for seat in bot_seats(match))
    note_beside(match.pk, bot_to_act=bot_to_act and not match.finished, updated=timezone.now())
    tell_on_commit(match.pk, match.version, bot_to_act=bot_to_act)


def resign(*, match_id: uuid.UUID, seat: int, key: str) -> None:
    """Resign, whatever else happens meanwhile; does nothing if the match is over."""
    key = f"{administrative_moves.OWN_KEY}{key}"
    while True:
        version = Match.objects.values_list("version", flat=True).get(pk=match_id)
        try:
            play(match_id=match_id, seat=seat, action={"do": "resign"}, version=version, key=key)
        except StaleVersion:
            continue
        except IllegalAction:
            return
        return


def forget_idle_players(*, before: datetime, at_most: int) -> int:
    """
    Delete guests created before that moment with no match, no open table, neither puzzle nor lesson since
    then, no puzzle that waits for a decision, and no tournament that ended later or in which there was a game
    of theirs; returns their number.
    """
    mine = OuterRef("pk")
    standing = OpenTable.objects.standing(at=timezone.now()).values("pk")
    proposed = Q(state=MadePuzzle.State.PROPOSED)
    lasts = Q(ended=None) | Q(ended__gte=before)
    idle = Player.objects.filter(
        ~Exists(Seat.objects.filter(player=mine)),
        ~Exists(Participant.objects.filter(player=mine, open_table__in=standing)),
        ~Exists(Tournament.objects.filter(lasts | Q(games__isnull=False), maker=mine)),
        ~Exists(
            Entry.objects.filter(
                Q(tournament__in=Tournament.objects.filter(lasts)) | Q(places__isnull=False), player=mine
            )
        ),
        ~Exists(PuzzleAttempt.objects.filter(player=mine, begun__gte=before)),
        ~Exists(LessonProgress.objects.filter(player=mine, updated__gte=before)),
        ~Exists(MadePuzzle.objects.filter(proposed | Q(created__gte=before), player=mine)),
        user=None,
        # A pupil goes with the class.
        guest__pupil=None,
        former=False,
        created__lt=before,
    )
    forgotten = 0
    for pk in list(idle.values_list("pk", flat=True)[:at_most]):
        with transaction.atomic():
            # Lock as `hold` does and look again, so that the guest begins nothing meanwhile.
            held = Player.objects.select_for_update(no_key=True).filter(pk=pk).exists()
            if held and idle.filter(pk=pk).exists():
                Tournament.objects.filter(maker=pk).delete()
                Entry.objects.filter(player=pk).delete()
                forgotten += bool(idle.filter(pk=pk).delete()[0])
    forget_puzzles_of_nobody()
    return forgotten
