"""
How an account takes over a guest's matches, and what happens to them when the account is deleted.

Rows are locked in the same order everywhere: players, open tables, matches, ratings, tournaments, each by
primary key.
"""

import uuid
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import IllegalAction
from engine.drafting import GAMES as DRAFTS
from games.matches import stream
from games.matches.models import Match, Player, Seat
from games.matches.player_data import player_data
from games.matches.services import administrative_moves
from games.matches.services.errors import NotAllowed, StaleVersion
from games.matches.services.match_end import hold_ends
from games.matches.services.play import bot_seats, locked, note_beside, play, tell_on_commit
from games.matches.services.rulebooks import STAND_IN, rulebook
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
        for each in player_data():
            each.take_tables(guest, player)
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
        of_guest = guest.muted_by.exclude(player=player)
        of_guest.exclude(player__in=player.muted_by.values("player")).update(muted=player)
        for each in player_data():
            each.take(guest, player)
        if not (guest.seats.exists() or any(each.keeps(guest) for each in player_data())):
            guest.delete()
    return True


def leave(*, user: User) -> None:
    """
    Resign or hand over all running matches of the account's player and close their open tables, so that
    nobody waits for them. The player becomes a former one: the matches stay, the name does not.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(user=user).first()
        if player is None:
            return
        for each in player_data():
            each.leave_tables(player)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        _leave_matches(player, running, key="account-deleted")
        if user.in_shadow:
            player.chat.update(hidden=True)
        player.seats.exclude(called="").update(called="")
        player.mutes.all().delete()
        for each in player_data():
            each.leave(player)
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
        for each in player_data():
            each.leave_tables(player)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        _leave_matches(player, running, key="guest-erased")
        for theirs in (player.chat, player.mutes, player.muted_by):
            theirs.all().delete()
        player.seats.exclude(called="").update(called="")
        for each in player_data():
            each.wipe(player)
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
        for each in player_data():
            each.leave_tables(player)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        others = Seat.objects.filter(match=OuterRef("match"), player__isnull=False).exclude(player=player)
        drafts = Q(match__rules__in=DRAFTS)
        waiting = Q(Exists(others), match__pace=Match.Pace.NONE)
        _leave_matches(player, running.filter(drafts | waiting), key="suspended")
        for watched in {player.pk, *running.values_list("match", flat=True)}:
            transaction.on_commit(partial(stream.announce, watched), robust=True)
        for each in player_data():
            each.stand_aside(user=user, guest=guest)


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
    """Take back the seats in which a bot stands in; does nothing once the match is over."""
    with transaction.atomic():
        match = locked(match_id)
        if match.finished:
            return
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
    Delete guests created before that moment with no match, and of whom no slice has anything since then that
    somebody may miss; returns their number.
    """
    idle = Player.objects.filter(
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
        *(each.idle(before) for each in player_data()),
        user=None,
        former=False,
        created__lt=before,
    )
    forgotten = 0
    for pk in list(idle.values_list("pk", flat=True)[:at_most]):
        with transaction.atomic():
            # Lock as `hold` does and look again, so that the guest begins nothing meanwhile.
            held = Player.objects.select_for_update(no_key=True).filter(pk=pk).exists()
            if held and idle.filter(pk=pk).exists():
                for each in player_data():
                    each.forget(pk)
                forgotten += bool(idle.filter(pk=pk).delete()[0])
    for each in player_data():
        each.tidy()
    return forgotten
