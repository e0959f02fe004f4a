"""Who sends a request, and the plain values in it."""

from django.http import Http404, HttpRequest

from phylo.accounts.models import User
from phylo.http.input import whole


def reader_of(request: HttpRequest) -> User | None:
    """The account; None for a visitor without one."""
    return request.user if isinstance(request.user, User) else None


def member_of(request: HttpRequest) -> User:
    """The account, on pages that need one."""
    assert isinstance(request.user, User)
    return request.user


def line_in(text: str, most: int = 80) -> str:
    """A word or a name from a form or an address; "" for what no database takes as a text."""
    return text.strip()[:most] if text.isprintable() else ""


def number_in(text: str, *, default: int = 0) -> int:
    """From a form or an address; what is not a whole number counts as not given."""
    number = whole(text)
    return default if number is None else number


def page_in(request: HttpRequest, name: str = "page") -> int:
    """`?page=`, from 1; raises Http404 for anything else."""
    number = number_in(request.GET.get(name, "1"))
    if number < 1:
        raise Http404("no such page")
    return number
