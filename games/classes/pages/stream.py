"""What the pages of pupils are told at once: that their class is held up, and that a match waits for them."""

import json
import logging
from collections.abc import AsyncIterator

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.classes.models import Pupil
from games.classes.services.contact_rules import class_of
from games.classes.services.lessons.attention import subject_of
from games.lobby.models import OpenTable, Participant
from games.matches import stream
from games.matches.access import current_player, opener_of
from games.matches.models import Match, Seat
from games.matches.presence import Presence
from games.matches.stream_hub import Opener, ended, in_any_thread, release_connection
from phylo.accounts.guests import guest_in
from phylo.serving.handler import LiveResponse

logger = logging.getLogger(__name__)

State = dict[str, object]


@never_cache
@require_safe
def class_stream(request: HttpRequest) -> HttpResponseBase:
    """
    Server-Sent Events for a pupil: `{"frozen": …, "match": …, "asked": …}` whenever it changes. `match` is
    the address of a match that has begun and that they have yet to see, or ""; `asked` counts invitations.
    """
    guest = guest_in(request.session)
    if request.user.is_authenticated or not Pupil.objects.filter(guest=guest).exists():
        raise Http404("no pupil")
    opener = opener_of(request, current_player(request).pk)
    classroom = class_of(current_player(request))
    assert classroom is not None
    sent = _events(opener, classroom.pk)
    release_connection()
    return LiveResponse(sent)


async def _events(opener: Opener, classroom: int) -> AsyncIterator[str]:
    yield stream.reconnect()
    sent: State | None = None
    with stream.watching(opener.player, subject_of(classroom)) as watcher:
        while True:
            try:
                found = await _look(opener)
            except DatabaseError as error:
                logger.warning("No answer for an open stream: %s", error)
                if sent is None:
                    return
                found = sent
            if found is None:
                return
            if found != sent:
                sent = found
                yield f"data: {json.dumps(sent)}\n\n"
            if not await watcher.woken(within=stream.until_heartbeat()):
                yield ": still here\n\n"


@in_any_thread
def _look(opener: Opener) -> State | None:
    """None if the stream must end. Raises DatabaseError."""
    try:
        pupil = Pupil.objects.select_related("classroom").filter(guest__player=opener.player).first()
        if pupil is None or ended([opener]):
            return None
        Presence(opener.player).visit()
        seats = Seat.objects.filter(
            player=opener.player,
            looked__isnull=True,
            match__status=Match.Status.PLAYING,
            match__collection=pupil.classroom.collection_id,
        )
        match = seats.order_by("-match__created").values_list("match", flat=True).first()
        asked = Participant.objects.filter(
            player=opener.player, state=Participant.State.INVITED, open_table__status=OpenTable.Status.OPEN
        )
        return {
            "frozen": pupil.classroom.frozen_at is not None,
            "match": reverse("match", args=[match]) if match else "",
            "asked": asked.count(),
        }
    finally:
        release_connection()
