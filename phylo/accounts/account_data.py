"""The seam to the apps that keep something for people: what accounts ask of them, in a fixed order."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from phylo.accounts.models import Guest, User


class AccountData:
    """
    What one app keeps for a person. Such an app subclasses this where it needs to and is named in
    settings.ACCOUNT_DATA. `adopt` and `release` run in a transaction, the account's row locked.
    """

    def adopt(self, *, guest: Guest, user: User) -> bool:
        """
        A guest has signed up or in: give the account all that is the guest's, so that nothing refers to the
        guest any more. True when there was something.
        """
        return False

    def release(self, *, user: User) -> None:
        """The account is about to be deleted: give up or delete what is its own."""

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, Any]:
        """Sections of "download my data", as JSON; `absolute` makes a whole address of a path."""
        return {}

    def forget_idle(self, *, before: datetime, at_most: int) -> None:
        """Delete what guests left before that moment and nobody misses, `at_most` so many rows."""


def account_data() -> Iterator[AccountData]:
    """In the order of the setting: players and their matches first, others may build on them."""
    for path in settings.ACCOUNT_DATA:
        yield import_string(path)()
