"""What becomes of an item, and whose it is."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.models import Builder
from games.matches.models import Player
from games.transfer.models import ImportItem, Kind, Taken
from phylo.http.problems import NotAllowed

Outcome = ImportItem.Outcome


@dataclass(frozen=True, slots=True)
class Result:
    """`page` is where it is now; `reason` what is to be known of it."""

    outcome: Outcome
    page: str = ""
    reason: str = ""


class Unfit(NotAllowed):
    """The item is refused; the message says why."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who takes something, as a player and as a builder."""

    player: Player
    builder: Builder

    @classmethod
    def of(cls, player: Player) -> "Owner":
        return cls(player, Builder(user=player.user, guest=player.guest_id))

    def claim(self, kind: Kind, source: str) -> Taken:
        """The note that it is theirs, in the transaction in which it is taken. Raises Unfit."""
        taken = Taken.objects.get_or_create(kind=kind, source=source, defaults={"player": self.player})[0]
        self.check(taken)
        return taken

    def check(self, taken: Taken | None) -> None:
        """Raises Unfit for what is somebody else's."""
        if taken is not None and taken.player_id != self.player.pk:
            raise not_yours()


def not_yours() -> Unfit:
    return Unfit(_("It belongs to somebody else on this site."))


def unreadable() -> Unfit:
    return Unfit(_("It is damaged: something in it is missing or of another type."))
