"""What the archive has of people: their public games, without who they are."""

from django.utils.translation import gettext_lazy as _

from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import PLAYERS, Kept

KEPT = (
    Kept(
        what=_(
            "Games that everybody could watch, in files that anybody may download: what was played, with "
            "what ready deck and rating, without names"
        ),
        whose=PLAYERS,
        why=_("For everybody who studies the game or trains a program."),
        how_long=_("For good. If you do not want that, play games that nobody may watch."),
        stays=_("The files stay as they are; your name is not in them. That of a program of yours is."),
    ),
)


class Archived(AccountData):
    kept = KEPT
