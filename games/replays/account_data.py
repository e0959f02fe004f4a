"""The account data of replays: records that somebody has brought, and analyses of matches."""

from collections.abc import Callable, Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from games.matches.player_data import PlayerData
from phylo.accounts.kept import PLAYERS, Kept

KEPT = (
    Kept(
        what=_("Records of games that you have brought to watch"),
        whose=PLAYERS,
        why=_("So that their links work."),
        how_long=_("Until 90 days after somebody last watched them, or you delete them."),
        stays=_("Records stay until nobody watches them, without your name: others may have the link."),
        held={"replays.ImportedRecord.player": "imported_records"},
    ),
    Kept(
        what=_("Analyses of matches that are over: what a judge thinks of each move"),
        whose=PLAYERS,
        why=_("To show where a game was won and lost without reckoning it each time."),
        how_long=_("As long as the match."),
        stays=_("Analyses stay with the match."),
        tables=("replays.MatchAnalysis",),
    ),
)


class Records(PlayerData):
    kept = KEPT

    def take(self, guest: Player, player: Player) -> None:
        guest.imported_records.update(player=player)

    def leave(self, player: Player) -> None:
        player.imported_records.update(player=None)

    def wipe(self, player: Player) -> None:
        player.imported_records.all().delete()

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        return {
            "imported_records": [
                {
                    "page": absolute(reverse("replay-imported", args=[each.pk])),
                    "record": absolute(reverse("replay-imported-record", args=[each.pk])),
                    "at": each.created.isoformat(),
                    "watched": each.watched.date().isoformat(),
                }
                for each in player.imported_records.order_by("created").defer("text")
            ]
        }
