"""
Blocking: no longer to read, meet or be challenged by somebody. Nobody is told that they are blocked: what
they do about the one who blocks them seems to work and has no effect.
"""

from collections.abc import Callable

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.matches.models import Mute, Player
from games.matches.services.errors import NotAllowed
from games.matches.services.play import note_beside
from games.matches.services.players import hold
from phylo.slices import Extension

Blocked = Callable[[Player, Player], None]
"""What a slice does in the same transaction when the first player blocks the second."""

BLOCKED = Extension[Blocked]("blocked")


def block(*, player: Player, blocked: Player) -> Mute:
    """Block somebody; a wish to play with them again is taken back. Raises NotAllowed."""
    if player.pk == blocked.pk:
        raise NotAllowed(_("This is you."))
    with transaction.atomic():
        player = hold(player)
        made, _new = Mute.objects.update_or_create(player=player, muted=blocked, defaults={"blocks": True})
        for each in BLOCKED:
            each(player, blocked)
        wished = player.seats.filter(match__rematch_by=F("number"), match__rematch_until__isnull=False)
        for match_id in wished.filter(match__seats__player=blocked).values_list("match", flat=True):
            note_beside(match_id, rematch_until=None)
        return made


def unblock(*, player: Player, blocked: Player) -> None:
    """Allow it all again, and read what they write."""
    Mute.objects.filter(player=player, muted=blocked, blocks=True).delete()
