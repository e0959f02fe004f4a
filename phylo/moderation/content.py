"""
What can be reported. An app describes each kind of content that it keeps by a subclass of `Kind`, so that
moderation knows neither cards nor matches.
"""

import uuid
from dataclasses import dataclass, field
from functools import cache

from django.http import HttpRequest

from phylo.accounts.guests import guest_in
from phylo.accounts.models import Guest, User
from phylo.accounts.visitors import reader_of
from phylo.slices import Extension


@dataclass(frozen=True, slots=True)
class Person:
    """An account or a guest; with neither, somebody who has left or is not known."""

    user: User | None = None
    guest: uuid.UUID | None = None

    @property
    def known(self) -> bool:
        return self.user is not None or self.guest is not None

    @property
    def row(self) -> User | Guest | None:
        """The account or guest as it is stored now, with the columns of `Suspendable`."""
        if self.user is not None:
            return User.objects.filter(pk=self.user.pk).first()
        if self.guest is None:
            return None
        return Guest.objects.filter(pk=self.guest).first()


def person_of(request: HttpRequest) -> Person:
    user = reader_of(request)
    return Person(user=user) if user is not None else Person(guest=guest_in(request.session))


def id_in(key: str) -> uuid.UUID:
    """The id of a guest or player; for any other text one that nobody has."""
    try:
        return uuid.UUID(key)
    except ValueError:
        return uuid.UUID(int=0)


@dataclass(frozen=True, slots=True)
class Content:
    """What a moderator is shown. `address` is the path of the page that has it, "" if there is none."""

    title: str
    text: str
    address: str = ""
    author: Person = field(default_factory=Person)
    hidden: bool = False


class Kind:
    """A kind of content. Keys are texts from addresses: anything may be asked for."""

    name = ""

    def find(self, key: str) -> Content | None:
        """None if it is gone, or private by now."""
        raise NotImplementedError

    def open_to(self, key: str, person: Person) -> bool:
        """Whether the person can read it, and so may report it."""
        raise NotImplementedError

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        """
        Hide it from everybody but its author, or show it again. Returns what showing it again will be given
        as `before`. Runs in a transaction with the author's account locked; the caller checks permissions.
        """
        raise NotImplementedError


REPORTABLE = Extension[type[Kind]]("reportable")


@cache
def kinds() -> dict[str, Kind]:
    return {kind.name: kind() for kind in REPORTABLE}


def content_of(kind: str, key: str) -> Content | None:
    return kinds()[kind].find(key) if kind in kinds() else None
