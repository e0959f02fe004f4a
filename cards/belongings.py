"""What cards keep for an account."""

from collections.abc import Callable
from typing import Any

from cards.models import SavedSearch
from phylo.accounts.belongings import Belongings
from phylo.accounts.models import User


class SavedSearches(Belongings):
    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
        kept = [
            {"name": each.name, "query": each.query, "saved": each.created.isoformat()}
            for each in SavedSearch.objects.of(user)
        ]
        return {"saved_searches": kept}
