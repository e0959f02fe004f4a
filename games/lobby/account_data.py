"""The account data of the lobby: open tables, and who sits at them or is invited."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.lobby.models import OpenTable, Participant
from games.matches.models import Player
from games.matches.player_data import PlayerData
from phylo.accounts.kept import PLAYERS, Kept

KEPT = (
    Kept(
        what=_("Open tables and challenges: their terms, and who sat there or was invited"),
        whose=PLAYERS,
        why=_("To bring people to a match."),
        how_long=_("For good, with the matches that began there."),
        stays=_("Tables stay with their matches, under the name “Former player”; waiting ones are closed."),
        held={"lobby.OpenTable.maker": "open_tables", "lobby.Participant.player": "open_tables"},
    ),
)


class OpenTables(PlayerData):
    kept = KEPT

    def take_tables(self, guest: Player, player: Player) -> None:
        taken = player.opened_tables.values("key")
        opened = guest.opened_tables.exclude(key__in=taken)
        opened.exclude(invited_only=True, participants__player=player).update(maker=player)
        guest.opened_tables.filter(status=OpenTable.Status.OPEN).update(status=OpenTable.Status.WITHDRAWN)
        _take_participations(guest, player)

    def leave_tables(self, player: Player) -> None:
        standing = OpenTable.objects.filter(status=OpenTable.Status.OPEN)
        standing.filter(maker=player).update(status=OpenTable.Status.WITHDRAWN)
        player.participations.filter(open_table__in=standing).update(state=Participant.State.DECLINED)
        directed = standing.filter(invited_only=True, participants__player=player)
        directed.update(status=OpenTable.Status.DECLINED)

    def idle(self, before: datetime) -> Q:
        standing = OpenTable.objects.standing(at=timezone.now()).values("pk")
        return Q(~Exists(Participant.objects.filter(player=OuterRef("pk"), open_table__in=standing)))

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        places = player.participations.select_related("open_table__maker__user")
        return {"open_tables": [_open_table(place, absolute) for place in places]}


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


def _open_table(place: Participant, absolute: Callable[[str], str]) -> dict[str, object]:
    """A table at which the person was, or to which they were invited; the maker is there from the start."""
    table = place.open_table
    return {
        "page": absolute(table.get_absolute_url()),
        "maker": table.maker.public_name,
        "own": table.maker_id == place.player_id,
        "you": place.state,
        "deck": place.deck_name,
        "rules": table.rules,
        "options": table.options,
        "rated": table.rated,
        "opened": table.created.isoformat(),
        "status": table.status,
        "match": str(table.match_id) if table.match_id else None,
    }
