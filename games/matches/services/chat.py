"""Chat at a table: messages and mutes."""

import uuid
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.models import ChatMessage, Match, Mute, Player
from games.matches.models.chat import LONGEST_MESSAGE
from games.matches.services.contact_rules import call_by_name, check_contact, talk_of
from games.matches.services.errors import NotAllowed
from games.matches.services.play import note_beside
from games.matches.services.players import hold
from phylo.accounts import unwanted
from phylo.accounts.models import said_in_shadow
from phylo.http.keys import made_before

MOST_IN_A_MINUTE = 12


def say(*, match_id: uuid.UUID, player: Player, text: str, key: str, watching: bool = False) -> ChatMessage:
    """
    Send a message to the match's chat, once for each key; if `watching`, to that of the watchers. Raises
    NotAllowed, also to those who may not meet (contact_rules.py), or KeyReused.
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_MESSAGE or not text.isprintable():
        raise NotAllowed(_("This needs 1 to %(most)s characters.") % {"most": LONGEST_MESSAGE})
    if wrong := unwanted.complaint(text):
        raise NotAllowed(wrong)
    # Whoever sits with a pupil may have left the class since.
    others = Player.objects.filter(seats__match=match_id, seats__match__collection__isnull=False)
    check_contact(player, others.exclude(pk=player.pk).distinct())
    rules = talk_of(player)
    if rules is not None and not rules.allow(text):
        raise NotAllowed(_("In your class, people say what is on the buttons."))
    with transaction.atomic():
        hold(player)
        mine = ChatMessage.objects.filter(match=match_id, player=player)
        if (earlier := made_before(mine, key, text=text)) is not None:
            return earlier
        if watching and player.user_id is None:
            raise NotAllowed(_("Only people with an account can write here."))
        if watching and not Match.objects.watchable().playing().filter(pk=match_id).exists():
            raise NotAllowed(_("The game is over."))
        since = timezone.now() - timedelta(minutes=1)
        if player.chat.filter(created__gte=since).count() >= MOST_IN_A_MINUTE:
            raise NotAllowed(_("Not so fast: wait a moment before you write again."))
        message = ChatMessage.objects.create(
            match_id=match_id, player=player, text=text, key=key, watching=watching
        )
        if not watching:
            # Those who play are not to notice even that something is said elsewhere.
            note_beside(match_id)
    return message


def heard(*, match: Match, player: Player | None, watching: bool = False) -> list[ChatMessage]:
    """
    The messages of those who play, or of those who watch, oldest first, except those hidden by moderators,
    written by somebody `player` has muted, or by somebody else who is shadowed.
    """
    messages = match.chat.filter(hidden=False, watching=watching).select_related("player__user")
    seen = ~said_in_shadow("player__user__") & ~said_in_shadow("player__guest__")
    messages = messages.filter(seen | Q(player=player))
    if player is not None:
        messages = messages.exclude(player__in=player.mutes.values("muted"))
    found = list(messages)
    if match.collection_id is not None:
        call_by_name((each.player for each in found), to=player)
    return found


def mute(*, player: Player, muted: Player, on: bool) -> None:
    """Mute or unmute somebody; nobody else is told. Raises NotAllowed for somebody who is blocked."""
    if not on and Mute.objects.filter(player=player, muted=muted, blocks=True).exists():
        raise NotAllowed(_("You have blocked them. You can change that among your friends."))
    if on and player.pk != muted.pk:
        Mute.objects.get_or_create(player=player, muted=muted)
    else:
        Mute.objects.filter(player=player, muted=muted).delete()


def put_out_of_sight(*, message_id: int, hidden: bool) -> None:
    """Hide a message from everybody, or show it again; for moderators (games/matches/moderated.py)."""
    with transaction.atomic():
        message = ChatMessage.objects.get(pk=message_id)
        ChatMessage.objects.filter(pk=message.pk).update(hidden=hidden)
        if not message.watching:
            note_beside(message.match_id)
