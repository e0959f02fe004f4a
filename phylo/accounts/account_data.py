"""The interface to the apps that keep data for people: what accounts ask of them, in a fixed order."""

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime

from phylo.accounts.kept import OF_ACCOUNTS, Kept
from phylo.accounts.models import Guest, User
from phylo.slices import Extension


class AccountData:
    """
    What an app keeps for a person; a subclass has what it needs. `adopt` and `release` run in a transaction
    with the account's row locked.
    """

    kept: tuple[Kept, ...] = ()
    """What the app stores of people, in words, and where."""

    def name_of(self, *, guest: uuid.UUID) -> str:
        """The name that the guest has chosen; "" if the app knows none."""
        return ""

    def adopt(self, *, guest: Guest, user: User) -> bool:
        """
        A guest has signed up or in: give everything of the guest's to the account, so that nothing refers to
        the guest any more. True if there was anything.
        """
        return False

    def binds(self, *, guest: uuid.UUID) -> bool:
        """Whether the guest is bound to something, such as a class, so that no account takes them over."""
        return False

    def moved(self, *, old: Guest, new: Guest) -> None:
        """All rows that refer to a guest refer to another now: whatever else names them follows."""

    def erase(self, *, guest: Guest) -> None:
        """The guest is about to be deleted with all that is theirs: delete or detach it."""

    def release(self, *, user: User) -> None:
        """The account is about to be deleted: detach or delete its data."""

    def suspend(self, *, user: User | None, guest: uuid.UUID | None) -> None:
        """An account or a guest has been suspended: let nobody wait for them."""

    def disarm(self, *, user: User, since: datetime) -> list[str]:
        """
        A thief had the account since then: take away its rights and undo what they decided. Returns what is
        left for people to decide, a line each.
        """
        return []

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """Sections of "download my data", as JSON; `absolute` turns a path into an absolute URL."""
        return {}

    def download_of_guest(self, *, guest: Guest, absolute: Callable[[str], str]) -> dict[str, object]:
        """The same of a guest, in the same words."""
        return {}

    def forget_idle(self, *, before: datetime, at_most: int) -> None:
        """Delete what guests abandoned before that moment and nobody will miss, `at_most` so many rows."""


ACCOUNT_DATA = Extension[type[AccountData]]("account_data")


def account_data() -> Iterator[AccountData]:
    """From the highest app down: what it keeps goes before that on which it depends."""
    return (each() for each in ACCOUNT_DATA)


def all_kept() -> list[Kept]:
    """What the site stores of people."""
    return [*OF_ACCOUNTS, *(kept for each in account_data() for kept in each.kept)]
