"""The account data of screens in a hall: who plays there now."""

from django.utils.translation import gettext_lazy as _

from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import Kept

KEPT = (
    Kept(
        what=_("At a screen in a hall: which guest plays there now, with their games and lessons"),
        whose=_("Visitors of a screen"),
        why=_("To play. What remains is how many visits, games and lessons there were in a day."),
        how_long=_("Until the screen returns to its start, an hour after the last touch at most."),
        besides={"kiosk.KioskVisit.guest": "It is deleted with the guest when the visit ends."},
    ),
)


class Visits(AccountData):
    kept = KEPT
