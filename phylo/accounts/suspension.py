"""
Keeps suspended people out. Whoever is suspended gets, in place of every page that asks who they are, one that
says why, until when, and how to appeal. What is the same for everybody, such as pictures, stays open.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from django.db.models import UUIDField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from phylo.accounts.guests import guest_in
from phylo.accounts.models import Guest, User
from phylo.accounts.tokens import bearer_of
from phylo.http.prepared import Prepared
from phylo.http.problems import Refused, wants_page

OPEN = {
    "suspended", "account_login", "account_logout", "account_reauthenticate", "account-data",
    "account-delete",
}  # fmt: skip
"""The addresses, by name, that suspended people keep."""

guest_of = Prepared(lambda guest: Guest.objects.filter(pk=guest), UUIDField())


class Suspended(Refused):
    code = "suspended"

    def __init__(self, who: User | Guest) -> None:
        if who.suspended_until is None:
            words = _("Suspended: %(why)s")
        else:
            words = _("Suspended until %(until)s: %(why)s")
        until = date_format(localtime(who.suspended_until), "DATETIME_FORMAT") if who.suspended_until else ""
        super().__init__(words % {"until": until, "why": who.suspended_because})
        self.who = who

    def details(self) -> Mapping[str, object]:
        return {"until": self.who.suspended_until.isoformat() if self.who.suspended_until else None}


def whoever(request: HttpRequest) -> User | Guest | None:
    """The account, or the stored guest of the session; None if there is neither."""
    if isinstance(request.user, User):
        return request.user
    guest = guest_in(request.session)
    return next(iter(guest_of(guest)), None) if guest is not None else None


class SuspensionMiddleware(MiddlewareMixin):
    """
    Looks when a view asks for the user, not before: whatever does not depend on the visitor costs nothing and
    may be cached. Must come last, as what other middleware asks for is no matter.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], arguments: object, named: object
    ) -> None:
        match = request.resolver_match
        if match is not None and match.url_name in OPEN and bearer_of(request) is None:
            return
        known = request.user

        def let_in() -> object:
            request.user = known
            who = whoever(request)
            if who is not None and who.suspended:
                raise Suspended(who)
            return known

        checked = SimpleLazyObject(let_in)
        request.user = checked  # type: ignore[assignment]
        request.beside = (checked, known)  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        self._restore(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        # The pages about errors show who is signed in.
        self._restore(request)
        if not isinstance(error, Suspended):
            return None
        return suspended_page(request, error.who) if wants_page(request) else error.as_problem()

    def _restore(self, request: HttpRequest) -> None:
        """The view is done: who asks now is not kept out. Signing in has put another user there."""
        beside = getattr(request, "beside", None)
        if beside is not None and request.user is beside[0]:
            request.user = beside[1]


def suspended_page(request: HttpRequest, who: User | Guest, **more: object) -> HttpResponse:
    context = {"who": who, "account": isinstance(who, User)} | more
    response = render(request, "accounts/suspended.html", context, status=HTTPStatus.FORBIDDEN)
    response["Cache-Control"] = "no-store"
    return response
