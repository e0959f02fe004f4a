"""Visits at a screen in a hall: counted by day, and forgotten with everything of theirs at the end."""

import uuid
from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from cards.sets.models import Collection
from games.kiosk.models import KioskDay, KioskVisit
from games.matches.models import Match, Player
from games.puzzles.services.ratings import forget_puzzles_of_nobody
from phylo.accounts.models import Guest

ABANDONED = timedelta(hours=1)
"""After so long without an action a visit is over, even if its screen never said so."""

ONE_DAY = 24 * 60 * 60
"""In seconds."""


def count(collection: Collection | None, *, visits: int = 0, games: int = 0, lessons: int = 0) -> None:
    """Add to the counts of today, in the site's time zone."""
    today = timezone.localdate(timezone=timezone.get_default_timezone())
    with transaction.atomic():
        day, _new = KioskDay.objects.get_or_create(collection=collection, day=today)
        KioskDay.objects.filter(pk=day.pk).update(
            visits=F("visits") + visits, games=F("games") + games, lessons=F("lessons") + lessons
        )


def count_visit(collection: Collection | None, visit: str) -> None:
    """Count the visit with this number, once within a day however often its first page is asked for."""
    if cache.add(f"kiosk-visit-{visit}", 1, timeout=ONE_DAY):
        count(collection, visits=1)


def enter(*, player: Player, collection: Collection | None) -> None:
    """Note that the player, who is a guest, is a visitor of the screen; repeating it changes nothing."""
    if player.guest_id is not None:
        KioskVisit.objects.get_or_create(guest_id=player.guest_id, defaults={"collection": collection})


def leave(*, guest_id: uuid.UUID) -> bool:
    """
    End the visit of a guest: count their games and lessons, and delete them with everything of theirs. False
    if there is no such visit any more. Guests who visit no screen are left alone.
    """
    with transaction.atomic():
        # Locked as everywhere: the player, then the matches.
        player = Player.objects.select_for_update(no_key=True).filter(guest=guest_id).first()
        visit = KioskVisit.objects.select_related("collection").filter(guest=guest_id).first()
        if visit is None:
            return False
        games = lessons = 0
        if player is not None:
            lessons = player.lessons.count()
            games = _forget_player(player)
        count(visit.collection, games=games, lessons=lessons)
        Guest.objects.filter(pk=guest_id).delete()
        return True


def forget_abandoned(*, at_most: int) -> int:
    """End visits whose screen was switched off or lost its connection; returns how many."""
    left = KioskVisit.objects.abandoned(before=timezone.now() - ABANDONED).values_list("guest", flat=True)
    return sum(leave(guest_id=guest) for guest in list(left[:at_most]))


def _forget_player(player: Player) -> int:
    """Delete a visitor, who can have played with nobody elsewhere; returns how many matches they had."""
    elsewhere = Q(seats__player__isnull=False) & ~Q(seats__player=player)
    matches = Match.objects.of(player.pk).exclude(pk__in=Match.objects.filter(elsewhere).values("pk"))
    held = list(matches.order_by("pk").select_for_update().values_list("pk", flat=True))
    Match.objects.filter(pk__in=held).delete()
    player.made_puzzles.all().delete()
    forget_puzzles_of_nobody()
    player.delete()
    return len(held)
