"""The account data of staff who begin audits."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from cards.auditor.models import PointAudit
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import STAFF, Kept
from phylo.accounts.models import User

KEPT = (
    Kept(
        what=_("Audits of points that staff began"),
        whose=STAFF,
        why=_("So that others know who began what."),
        how_long=_("For good."),
        stays=_("Audits stay, without your name: their results are shown to everybody."),
        held={"auditor.PointAudit.user": "point_audits"},
    ),
)


class Audits(AccountData):
    kept = KEPT

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        audits = PointAudit.objects.filter(user=user).defer("given", "tallies", "part")
        return {
            "point_audits": [
                {"rules": each.rules, "status": each.status, "at": each.created_at.isoformat()}
                for each in audits
            ]
        }
