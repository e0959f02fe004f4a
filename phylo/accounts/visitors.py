"""The account of a request, and pages for staff only."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from phylo.accounts.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def staff_only(view: View[P]) -> View[P]:
    """Visitors are asked to sign in; accounts that are not staff get 404."""

    @wraps(view)
    def checked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.user.is_staff:
            raise Http404("not for members")
        return view(request, *args, **kwargs)

    return checked


def reader_of(request: HttpRequest) -> User | None:
    """The account; None for a visitor without one."""
    return request.user if isinstance(request.user, User) else None


def member_of(request: HttpRequest) -> User:
    """The account, on pages that need one."""
    assert isinstance(request.user, User)
    return request.user
