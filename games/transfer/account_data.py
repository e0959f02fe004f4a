"""The account data of imports: files that somebody has brought, and what was taken of them."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from games.matches.player_data import PlayerData
from games.transfer.models import DataImport, Taken
from games.transfer.services.importing import forget_imports
from phylo.accounts.kept import PLAYERS, Kept
from phylo.accounts.models import Guest, User

KEPT = (
    Kept(
        what=_(
            "What you brought from a device or another site: what was taken, and what was refused and why"
        ),
        whose=PLAYERS,
        why=_("So that each game, deck and set is taken once, and you get back what was refused."),
        how_long=_("What was refused for 30 days; that something was taken, as long as the account."),
        held={
            "transfer.DataImport.player": "data_imports",
            "transfer.Taken.player": "taken_along",
        },
        tables=("transfer.ImportItem",),
    ),
)


class Transfers(PlayerData):
    """The file that it writes is the one that it reads: `player` says whose it is."""

    kept = KEPT

    def take(self, guest: Player, player: Player) -> None:
        guest.data_imports.update(player=player)
        guest.taken_along.update(player=player)

    def leave(self, player: Player) -> None:
        player.data_imports.all().delete()
        player.taken_along.all().delete()

    def idle(self, before: datetime) -> Q:
        mine = OuterRef("pk")
        return Q(
            ~Exists(DataImport.objects.filter(player=mine, created_at__gte=before)),
            ~Exists(Taken.objects.filter(player=mine, created__gte=before)),
        )

    def tidy(self) -> None:
        forget_imports()

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        return {"player": None} | super().download(user=user, absolute=absolute)

    def download_of_guest(self, *, guest: Guest, absolute: Callable[[str], str]) -> dict[str, object]:
        return {"player": None} | super().download_of_guest(guest=guest, absolute=absolute)

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        return {
            "player": str(player.pk),
            "data_imports": [
                {
                    "at": each.created_at.isoformat(),
                    "status": each.status,
                    "items": [
                        {"kind": item.kind, "name": item.name, "outcome": item.outcome, "reason": item.reason}
                        for item in each.items.all()
                    ],
                }
                for each in player.data_imports.prefetch_related("items")
            ],
            "taken_along": [
                {"kind": each.kind, "source": each.source, "target": each.target, "state": each.state,
                 "at": each.created.isoformat()}
                for each in player.taken_along.order_by("pk")
            ],
        }  # fmt: skip
