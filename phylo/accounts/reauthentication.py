"""The limit on what waits in a session while the password is asked for once more."""

from urllib.parse import urlencode

from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

MOST = 10_000
"""Bytes of a form. Ours have a few hundred."""


class FormsThatWaitMiddleware(MiddlewareMixin):
    """
    django-allauth keeps a whole request in the session, for a year, to go on with it afterwards. A large one
    is not kept: the form is shown again. Must come after AccountMiddleware, to see the exception first.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, ReauthenticationRequired) or not request.user.is_authenticated:
            return None
        if int(request.META.get("CONTENT_LENGTH") or 0) <= MOST:
            return None
        return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': request.path})}")
