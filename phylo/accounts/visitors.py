"""The account of a request, pages for staff only, and where a form leads."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from phylo.accounts.demanded_factors import lacks_factor, led_to_factors
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
        if lacks_factor(request.user):
            return led_to_factors(request)
        return view(request, *args, **kwargs)

    return checked


def reader_of(request: HttpRequest) -> User | None:
    """The account; None for a visitor without one."""
    return request.user if isinstance(request.user, User) else None


def member_of(request: HttpRequest) -> User:
    """The account, on pages that need one."""
    assert isinstance(request.user, User)
    return request.user


def status_of(*forms: object) -> HTTPStatus:
    wrong = any(getattr(form, "is_bound", False) for form in forms)
    return HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK


def next_page(request: HttpRequest) -> str:
    return safe_next(request) or resolve_url("home")


def safe_next(request: HttpRequest) -> str:
    """`next` if it is a URL of this site, else ""."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if is_own(request, wanted) else ""


def is_own(request: HttpRequest, url: str) -> bool:
    """Whether the URL is one of the site as the visitor calls it, and not just of another of its names."""
    return url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
