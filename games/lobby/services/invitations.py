"""Seats that are kept for people who are invited to an open table, and how often people may be invited."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.lobby.models import OpenTable, Participant
from games.lobby.services.seating import notify
from games.matches.models import Mute, Player
from games.matches.services.contact_rules import check_contact
from games.matches.services.errors import NotAllowed

INVITED_A_DAY = 60
"""Invitations by one maker."""
UNANSWERED = 3
"""Invitations to one person that may stand at the same time."""


def check_invitations(maker: Player, invited: Sequence[Player]) -> None:
    """Nobody is to be pestered, nor learns from a refusal who blocks them."""
    asked = Participant.objects.filter(open_table__maker=maker).exclude(state=Participant.State.WAITING)
    now = timezone.now()
    lately = asked.filter(open_table__created__gt=now - timedelta(days=1))
    if invited and lately.count() + len(invited) > INVITED_A_DAY:
        raise NotAllowed(_("You have done this many times today. Please go on tomorrow."))
    unanswered = asked.filter(
        state__in=[Participant.State.INVITED, Participant.State.UNSEEN],
        open_table__in=OpenTable.objects.standing(at=now),
    )
    if any(unanswered.filter(player=each).count() >= UNANSWERED for each in invited):
        raise NotAllowed(_("They have not answered your last invitations yet."))


def invite(table: OpenTable, invited: Iterable[Player]) -> None:
    invited = list(invited)
    check_contact(table.maker, invited)
    blocking = set(Mute.objects.blocking(table.maker_id))
    for player in {each.pk: each for each in invited}.values():
        state = Participant.State.UNSEEN if player.pk in blocking else Participant.State.INVITED
        Participant.objects.create(open_table=table, player=player, state=state)
    notify(table)


def hide_from(player: Player, blocked: Player) -> None:
    """Show the player no invitations of somebody whom they block."""
    invited = player.participations.filter(state=Participant.State.INVITED, open_table__maker=blocked)
    invited.update(state=Participant.State.UNSEEN)
