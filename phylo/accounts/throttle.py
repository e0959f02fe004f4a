"""Wrong passwords lock a name for a while, for the address that they came from (django-axes)."""

from datetime import timedelta
from http import HTTPStatus
from math import ceil
from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext

from phylo.accounts.models import User
from phylo.http.problems import problem, wants_page

# A whole school may share an address. It is locked for all names after this many times a name's limit.
NAMES_AN_ADDRESS = 10


class Throttle(AxesDatabaseHandler):
    """Counts a name's failures from an address, or a tenth of all failures from there if that is more."""

    def get_failures(self, request: Any, credentials: dict[str, object] | None = None) -> int:
        of_name: int = super().get_failures(request, credentials)
        if request.axes_ip_address is None:
            return of_name
        from_there = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address, attempt_time__gte=get_cool_off_threshold(request)
        ).aggregate(count=Sum("failures_since_start"))["count"]
        return max(of_name, (from_there or 0) // NAMES_AN_ADDRESS)


def name_tried(request: HttpRequest, credentials: dict[str, object] | None = None) -> str:
    """The lower-case username of the account whose name or e-mail address was typed, or else the text."""
    typed = str((credentials or {}).get("username") or request.POST.get("username") or "").strip()
    if "\0" in typed:
        return ""
    meant = User.objects.known_as(typed).values_list("username", flat=True)
    return (next(iter(meant), None) or typed)[:150].lower()


def locked_out(request: HttpRequest, *context: object) -> HttpResponse:
    """The response of django-axes's middleware instead of the view's."""
    seconds = seconds_left(request, getattr(request, "axes_credentials", None))
    minutes = ceil(seconds / 60)
    words = ngettext(
        "Too many wrong passwords. Try again in %(count)d minute.",
        "Too many wrong passwords. Try again in %(count)d minutes.",
        minutes,
    ) % {"count": minutes}
    if wants_page(request):
        response = render(
            request, "accounts/locked.html", {"words": words}, status=HTTPStatus.TOO_MANY_REQUESTS
        )
    else:
        response = problem("locked", words)
    response.headers["Retry-After"] = str(seconds)
    return response


def seconds_left(request: Any, credentials: dict[str, object] | None) -> int:
    """Seconds until the last counted failure is forgotten; at least 1."""
    cool_off: timedelta = settings.AXES_COOLOFF_TIME
    from_there = AccessAttempt.objects.filter(ip_address=request.axes_ip_address)
    of_name = from_there.filter(username=get_client_username(request, credentials))
    latest = (
        of_name.aggregate(at=Max("attempt_time"))["at"] or from_there.aggregate(at=Max("attempt_time"))["at"]
    )
    left = (latest + cool_off - timezone.now()) if latest else cool_off
    return max(1, ceil(left.total_seconds()))


def forget_failures(user: User) -> None:
    """Lift the lock of somebody who has proven otherwise that the account is theirs."""
    AccessAttempt.objects.filter(username=user.username.lower()).delete()
