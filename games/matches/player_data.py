"""
What slices keep of a player, beside the matches. games/matches/services/players.py asks for it in one
transaction with the players' rows locked: what is about open tables before the matches, all else after them,
from the lowest slice up, as rows are locked in that order.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from django.db.models import Q

from games.matches.models import Player
from phylo.accounts.account_data import ACCOUNT_DATA, AccountData
from phylo.accounts.models import Guest, User


class PlayerData(AccountData):
    """A subclass has what it needs."""

    def take_tables(self, guest: Player, player: Player) -> None:
        """Give an account the guest's places at tables where a match may begin at any moment."""

    def take(self, guest: Player, player: Player) -> None:
        """Give an account what else is the guest's."""

    def keeps(self, guest: Player) -> bool:
        """Whether something of a guest's could not go over, so that the guest stays a player."""
        return False

    def leave_tables(self, player: Player) -> None:
        """Let nobody wait for a player who leaves, or is suspended, where a match may begin at any moment."""

    def leave(self, player: Player) -> None:
        """The account is being deleted: the player becomes a former one."""

    def wipe(self, player: Player) -> None:
        """The guest is being deleted with all that is theirs."""
        self.leave(player)

    def stand_aside(self, *, user: User | None, guest: uuid.UUID | None) -> None:
        """The player is suspended, and has left the matches that others could not end."""

    def idle(self, before: datetime) -> Q:
        """Guests of whom nothing here is of that time or later, or may still be missed."""
        return Q()

    def forget(self, player: uuid.UUID) -> None:
        """Delete what would protect the row of an idle guest."""

    def tidy(self) -> None:
        """Idle guests have been deleted: delete what is nobody's now."""

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        """Sections of `download`."""
        return {}

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        nothing: dict[str, object] = {section: [] for kept in self.kept for section in kept.held.values()}
        player: Player | None = getattr(user, "player", None)
        return nothing if player is None else nothing | dict(self.of_player(player, absolute))

    def download_of_guest(self, *, guest: Guest, absolute: Callable[[str], str]) -> dict[str, object]:
        player: Player | None = getattr(guest, "player", None)
        return {} if player is None else dict(self.of_player(player, absolute))


def player_data() -> Iterator[PlayerData]:
    """From the lowest slice up."""
    return (each() for each in reversed(ACCOUNT_DATA) if issubclass(each, PlayerData))
