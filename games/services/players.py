"""
How a guest's matches become an account's, and what becomes of them when the account is deleted.

Rows are locked in one order everywhere: players, challenges, matches, ratings, within each by key.
"""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Challenge, Match, Player, Seat
from games.services import course, ratings
from games.services.errors import IllegalAction, NotAllowed, StaleVersion
from games.services.play import play
from phylo.accounts.models import User


def hold(player: Player) -> Player:
    """
    Lock a player for what they begin. Raises NotAllowed for one who has left meanwhile, or a guest who has
    become somebody else.
    """
    # Without the key: whoever only refers to the player, as a new rating does, need not wait.
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, former=False).first()
    if found is None:
        raise NotAllowed(_("You play under another name by now. Load the page again."))
    return found


def adopt_guest(*, guest_id: uuid.UUID, user: User) -> bool:
    """
    Give the account what is the guest's: matches, challenges, messages, and who is muted. False when there is
    no such guest (any more). A match in which both sit keeps its two players: nobody holds both seats.
    """
    with transaction.atomic():
        guests = Player.objects.select_for_update(no_key=True)
        guest = guests.filter(pk=guest_id, user=None, former=False).first()
        if guest is None:
            return False
        player = Player.objects.filter(user=user).first()
        if player is None:
            guest.user = user
            guest.save(update_fields=["user"])
            return True
        # First: one that is accepted at this moment then has its match when the seats are looked at.
        taken = player.challenges.values("key")
        guest.challenges.exclude(to=player).exclude(key__in=taken).update(maker=player)
        guest.challenges.filter(status=Challenge.Status.OPEN).update(status=Challenge.Status.WITHDRAWN)
        # Now, not when it is used: from the next line on the guest's matches are the player's too.
        shared = list(Match.objects.of(player.pk).values_list("pk", flat=True))
        guest.seats.exclude(match__in=shared).update(player=player)
        guest.chat.exclude(match__in=shared).update(player=player)
        by_guest = guest.mutes.exclude(muted=player)
        by_guest.exclude(muted__in=player.mutes.values("muted")).update(player=player)
        of_guest = guest.muted_by.exclude(player=player)
        of_guest.exclude(player__in=player.muted_by.values("player")).update(muted=player)
        if not guest.seats.exists():
            guest.delete()
    return True


def leave(*, user: User) -> None:
    """
    The account's player resigns every running match and takes back what is open, so that nobody waits for
    them, and becomes a former one: the matches stay, the name does not.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(user=user).first()
        if player is None:
            return
        player.challenges.filter(status=Challenge.Status.OPEN).update(status=Challenge.Status.WITHDRAWN)
        player.challenges_got.filter(status=Challenge.Status.OPEN).update(status=Challenge.Status.DECLINED)
        running = Seat.objects.filter(player=player, match__status=Match.Status.PLAYING)
        seats = dict(running.values_list("match", "number"))
        matches = list(Match.objects.lean().select_for_update().filter(pk__in=seats).order_by("pk"))
        ratings.hold(matches)
        for match in matches:
            resign(match_id=match.pk, seat=seats[match.pk], key="account-deleted")
        player.user, player.former, player.name = None, True, ""
        player.save(update_fields=["user", "former", "name"])


def resign(*, match_id: uuid.UUID, seat: int, key: str) -> None:
    """Resign whatever else happens meanwhile; does nothing when the match is over. The key is the site's."""
    key = f"{course.OWN_KEY}{key}"
    while True:
        version = Match.objects.values_list("version", flat=True).get(pk=match_id)
        try:
            play(match_id=match_id, seat=seat, action={"do": "resign"}, version=version, key=key)
        except StaleVersion:
            continue
        except IllegalAction:
            return
        return
