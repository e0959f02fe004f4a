"""The account data of the ladder: one's programs, what they are and how they play."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from games.ladder.models import Program
from games.ladder.services import programs
from games.matches.models import Player
from games.matches.player_data import PlayerData
from phylo.accounts.kept import ACCOUNTS, UNTIL_DELETED, Kept
from phylo.accounts.models import User

KEPT = (
    Kept(
        what=_("Programs that you made for the ladder: their names, what they are, their games and ratings"),
        whose=ACCOUNTS,
        why=_("To let them play, and to show whose they are and how strong."),
        how_long=UNTIL_DELETED,
        stays=_("Your programs go with you; their games stay with those who played them, without names."),
        held={"ladder.Program.owner": "programs", "ladder.Program.player": "programs"},
        tables=("ladder.Standing", "ladder.Game"),
    ),
)


class Programs(PlayerData):
    kept = KEPT

    def release(self, *, user: User) -> None:
        """The programs of an account go with it, before it does."""
        for program in user.programs.filter(player__former=False).with_people():
            programs.delete(program=program)

    def leave(self, player: Player) -> None:
        programs.detach(player)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        owned = (
            user.programs.filter(player__former=False).with_people().prefetch_related("standings", "decks")
        )
        return {"programs": [_program(each, absolute) for each in owned]}


def _program(program: Program, absolute: Callable[[str], str]) -> dict[str, object]:
    return {
        "name": program.player.user.username if program.player.user else "",
        "page": absolute(program.get_absolute_url()),
        "about": program.about,
        "source": program.source,
        "plays": program.plays,
        "decks": [deck.name for deck in program.decks.all()],
        "paused": program.paused_because or None,
        "made": program.created.isoformat(),
        "last_seen": program.seen.isoformat() if program.seen else None,
        "ratings": [
            {"rules": each.rules, "rating": each.strength.points, "games": each.games}
            for each in program.standings.all()
        ],
    }
