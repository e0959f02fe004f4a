"""Searches that accounts keep under names."""

from django.db import IntegrityError, transaction

from cards.search.models import LONGEST_NAME, SavedSearch
from cards.search.services.search import CardSearch
from phylo.accounts.models import User

MOST = 100
"""The most searches that an account may keep."""


class NameTaken(ValueError):
    """The account has another search with this name, ignoring case."""


class BadName(ValueError):
    """The name is empty or too long."""


class NothingToSave(ValueError):
    """The search for all cards has no terms."""


class TooMany(ValueError):
    """The account keeps as many searches as allowed."""


def save_search(*, user: User, name: str, query: str) -> SavedSearch:
    """
    Keep a search. The same search under the same name is kept once. Raises QueryError for an invalid query,
    BadName, NothingToSave, NameTaken or TooMany.
    """
    name, text = _cleaned(name), CardSearch(query).text
    if not text:
        raise NothingToSave
    with transaction.atomic():
        # One at a time per account, so that the limit holds.
        User.objects.select_for_update().get(pk=user.pk)
        kept = SavedSearch.objects.of(user)
        same = kept.filter(name__iexact=name).first()
        if same is not None:
            if same.query == text:
                return same
            raise NameTaken(name)
        if kept.count() >= MOST:
            raise TooMany
        return _stored(SavedSearch(user=user, name=name, query=text))


def rename_search(*, search: SavedSearch, name: str) -> None:
    """Raises BadName or NameTaken."""
    before, search.name = search.name, _cleaned(name)
    try:
        _stored(search)
    except NameTaken:
        search.name = before
        raise


def delete_search(*, search: SavedSearch) -> None:
    SavedSearch.objects.filter(pk=search.pk).delete()


def _cleaned(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadName(name)
    return name


def _stored(search: SavedSearch) -> SavedSearch:
    try:
        with transaction.atomic():
            search.save()
    except IntegrityError as error:
        raise NameTaken(search.name) from error
    return search
