"""People who follow each other."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.models import Match, Mute, Player, Seat, ShowsPresence
from games.matches.presence import on_site
from games.matches.services.errors import NotAllowed
from games.matches.services.players import hold
from games.people.models import Follow

MOST_FOLLOWED = 200
FOLLOWED_A_DAY = 40
PLAYS_NOW = timedelta(minutes=10)
"""How long after the last move somebody who is there counts as playing a match."""


@dataclass(frozen=True)
class Friend:
    """Somebody whom the viewer follows. `here` and `plays` are told to those whom they let alone."""

    player: Player
    mutual: bool
    here: bool
    plays: Match | None


def follow(*, player: Player, followed: Player) -> None:
    """Follow somebody; doing it twice changes nothing. Raises NotAllowed."""
    if player.pk == followed.pk:
        raise NotAllowed(_("This is you."))
    if player.user_id is None or followed.user_id is None:
        raise NotAllowed(_("Only people with an account can follow and be followed."))
    with transaction.atomic():
        player = hold(player)
        if player.follows.filter(followed=followed).exists():
            return
        if player.mutes.filter(muted=followed, blocks=True).exists():
            raise NotAllowed(_("You have blocked them."))
        if player.follows.count() >= MOST_FOLLOWED:
            raise NotAllowed(_("You follow %(most)s people already.") % {"most": MOST_FOLLOWED})
        since = timezone.now() - timedelta(days=1)
        if player.follows.filter(created__gt=since).count() >= FOLLOWED_A_DAY:
            raise NotAllowed(_("You have done this many times today. Please go on tomorrow."))
        Follow.objects.create(player=player, followed=followed)


def unfollow(*, player: Player, followed: Player) -> None:
    Follow.objects.filter(player=player, followed=followed).delete()


def unfollow_blocked(player: Player, blocked: Player) -> None:
    """What the other one follows stays: they would see that it is gone."""
    unfollow(player=player, followed=blocked)


def show_presence(*, player: Player, to: str) -> None:
    """`to`: a value of ShowsPresence. Raises NotAllowed."""
    if to not in ShowsPresence.values:
        raise NotAllowed(_("There is no such choice."))
    Player.objects.filter(pk=player.pk).update(presence=to)


def friends_of(player: Player) -> list[Friend]:
    """Whom the player follows, those who are there first."""
    follows = player.follows.select_related("followed__user").filter(followed__user__is_active=True)
    followed = [each.followed for each in follows]
    back = set(player.followers.values_list("player", flat=True)) - set(Mute.objects.blocking(player.pk))
    shown = [each for each in followed if each.pk in back and each.presence == ShowsPresence.FOLLOWED]
    here = on_site(each.pk for each in shown)
    plays = _played_now(here)
    friends = [Friend(each, each.pk in back, each.pk in here, plays.get(each.pk)) for each in followed]
    return sorted(friends, key=lambda each: (not each.here, each.player.public_name.casefold()))


def followers_of(player: Player) -> list[Player]:
    """Who follows the player and is not followed back, except those whom the player has blocked."""
    blocked = player.mutes.filter(blocks=True).values("muted")
    followers = Follow.objects.filter(followed=player, player__user__is_active=True)
    unanswered = followers.exclude(player__in=blocked).exclude(player__in=player.follows.values("followed"))
    return [each.player for each in unanswered.select_related("player__user")]


def blocks_of(player: Player) -> list[Mute]:
    return list(player.mutes.filter(blocks=True).select_related("muted__user").order_by("pk"))


def _played_now(players: frozenset[uuid.UUID]) -> dict[uuid.UUID | None, Match]:
    """The public match that each of these plays, if any."""
    since = timezone.now() - PLAYS_NOW
    seats = Seat.objects.filter(
        player__in=players,
        match__status=Match.Status.PLAYING,
        match__public=True,
        match__updated__gt=since,
    )
    return {seat.player_id: seat.match for seat in seats.select_related("match").order_by("match__updated")}
