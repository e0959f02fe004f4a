"""API tokens: creating and deleting them, and finding the account of a request's token."""

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from enum import StrEnum

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from phylo.accounts.models import ApiToken, User
from phylo.http.problems import Refused, problem

PREFIX = "phylo_"
MOST_TOKENS = 20
SHOWN = len(PREFIX) + 5
OWN_PAGES = ("phylo.accounts.", "allauth.", "phylo.administration", "django.contrib.admin.")
"""The packages of the account's own pages and of the administration, for which tokens do not work."""
YEAR = timedelta(days=365)
NOTED = timedelta(minutes=1)
"""The precision of `last_used`."""


class Scope(StrEnum):
    """What a token may do. All may read."""

    READ = "read"
    PLAY = "play"
    EDIT = "edit"


WRITES = frozenset({Scope.PLAY, Scope.EDIT})


class TooManyTokens(ValueError):
    """The account has as many tokens as allowed."""


def create_token(
    *, user: User, name: str, scopes: Collection[Scope] = WRITES, expires_in: timedelta = YEAR
) -> str:
    """Create a token and return its secret, which cannot be read again. Raises TooManyTokens."""
    secret = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # Locked, so that concurrent requests cannot exceed the limit.
        User.objects.select_for_update().get(pk=user.pk)
        if user.api_tokens.count() >= MOST_TOKENS:
            raise TooManyTokens
        ApiToken.objects.create(
            user=user,
            name=name,
            digest=digest_of(secret),
            start=secret[:SHOWN],
            may_play=Scope.PLAY in scopes,
            may_edit=Scope.EDIT in scopes,
            expires=timezone.now() + expires_in,
        )
    return secret


def delete_token(*, user: User, pk: int) -> None:
    """Delete a token, which stops working at once. A missing one is no error."""
    ApiToken.objects.filter(user=user, pk=pk).delete()


def token_of(secret: str) -> ApiToken | None:
    """The token, with its active account; None if there is none or it has expired."""
    now = timezone.now()
    tokens = ApiToken.objects.select_related("user").filter(expires__gt=now, user__is_active=True)
    token = tokens.filter(digest=digest_of(secret)).first()
    if token is not None and (token.last_used is None or token.last_used < now - NOTED):
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)
    return token


def scopes_of(token: ApiToken) -> frozenset[Scope]:
    may = {Scope.READ: True, Scope.PLAY: token.may_play, Scope.EDIT: token.may_edit}
    return frozenset(scope for scope, allowed in may.items() if allowed)


def scopes_needed(view: Callable[..., object], method: str | None) -> frozenset[Scope]:
    """An address of the API says which scope its writing methods need; pages need all."""
    if method in {"GET", "HEAD", "OPTIONS"}:
        return frozenset({Scope.READ})
    scope: Scope | None = getattr(getattr(view, "cls", None), "scope", None)
    return frozenset({scope}) if scope else WRITES


def bearer_of(request: HttpRequest) -> str | None:
    """The bearer token of the request, valid or not; None without one."""
    scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


class NobodyKnown(Refused):
    """The request needs an account, by a valid token or by the session."""

    code = "token"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("Send the token of an account: Authorization: Bearer phylo_…"))

    def headers(self) -> Mapping[str, str]:
        return {"WWW-Authenticate": "Bearer"}


class BearerMiddleware(MiddlewareMixin):
    """
    Authenticates by `Authorization: Bearer phylo_…`, whatever cookies are sent too. No other site can make a
    browser send this header, so such a request needs no CSRF token. Must come before CsrfViewMiddleware.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], arguments: object, named: object
    ) -> HttpResponse | None:
        secret = bearer_of(request)
        if secret is None:
            return None
        token = token_of(secret)
        if token is None:
            return NobodyKnown(_("This token does not work (any more).")).as_problem()
        if view.__module__.startswith(OWN_PAGES):
            detail = _("A token opens neither the account nor the administration.")
            return problem("forbidden", detail)
        if missing := scopes_needed(view, request.method) - scopes_of(token):
            detail = _("This token lacks the scope: %(scopes)s.") % {"scopes": ", ".join(sorted(missing))}
            return problem("forbidden", detail)
        request.user = token.user
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return None


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
