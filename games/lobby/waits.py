"""Invitations to open tables, which wait for an answer."""

import uuid
from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet

from games.lobby.models import OpenTable, Participant
from games.table.api.player_events import PlayerEvent


def invitations(at: datetime) -> QuerySet[Participant]:
    standing = OpenTable.objects.standing(at=at).values("pk")
    return Participant.objects.filter(open_table__in=standing, state=Participant.State.INVITED)


def events(player: uuid.UUID, now: datetime) -> Iterator[PlayerEvent]:
    asked = OpenTable.objects.standing(at=now).with_participant(player, Participant.State.INVITED)
    for table in asked.order_by("created"):
        data: dict[str, str | bool] = {"table": table.code, "rules": table.rules}
        if not table.drafting:
            data = {"challenge": table.code, "rules": table.rules, "same_deck": table.same_deck}
        name = next(iter(data))
        yield name, (name, table.code), data
