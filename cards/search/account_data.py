"""The account data of saved searches."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from cards.search.models import SavedSearch
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import ACCOUNTS, UNTIL_DELETED, Kept
from phylo.accounts.models import User

KEPT = (
    Kept(
        what=_("Searches that you have saved"),
        whose=ACCOUNTS,
        why=_("So that you need not type them again. Nobody else sees them."),
        how_long=UNTIL_DELETED,
        held={"search.SavedSearch.user": "saved_searches"},
    ),
)


class SavedSearches(AccountData):
    kept = KEPT

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        kept = [
            {"name": each.name, "query": each.query, "saved": each.created.isoformat()}
            for each in SavedSearch.objects.of(user)
        ]
        return {"saved_searches": kept}
