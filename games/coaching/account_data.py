"""The account data of coaching: the hints that were asked for in matches."""

from django.utils.translation import gettext_lazy as _

from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import PLAYERS, Kept

KEPT = (
    Kept(
        what=_("Hints: in which match and at which move one was asked for, and what it said"),
        whose=PLAYERS,
        why=_("To show them again, and so that everybody sees that a game was played with hints."),
        how_long=_("As long as the match."),
        stays=_("Hints stay with the match."),
        tables=("coaching.Hint",),
    ),
)


class Hints(AccountData):
    kept = KEPT
