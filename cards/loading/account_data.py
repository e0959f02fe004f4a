"""The account data of staff who import cards."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from cards.loading.models import CardImport
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import STAFF, Kept
from phylo.accounts.models import User

KEPT = (
    Kept(
        what=_("Files of cards that staff imported"),
        whose=STAFF,
        why=_("So that others know who stored what."),
        how_long=_("For good."),
        stays=_("Imports stay, without your name: the cards came from them."),
        held={"loading.CardImport.user": "card_imports"},
    ),
)


class Imports(AccountData):
    kept = KEPT

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        imports = CardImport.objects.filter(user=user).defer("content", "plan", "mistakes")
        return {
            "card_imports": [
                {"name": each.name, "stage": each.stage, "at": each.created_at.isoformat()}
                for each in imports
            ]
        }
