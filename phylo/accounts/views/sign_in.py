"""Views of django-allauth with our templates: signing up and in, passwords, the e-mail address."""

from http import HTTPStatus
from typing import Any

from allauth.account import views as allauth
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from phylo.accounts.adapter import LOCKED
from phylo.accounts.forms import TAKEN
from phylo.accounts.guests import suggested_username
from phylo.accounts.visitors import member_of
from phylo.http.input import whole_number

LOCKED_FOR = 15 * 60
"""The seconds of the limit "login_failed" in settings.ACCOUNT_RATE_LIMITS."""


class AtomicForm:
    """What a form does is done in one transaction, mails included; a form that comes back has its status."""

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def form_valid(self, form: object) -> HttpResponse:
        with transaction.atomic():
            answer: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        if answer.status_code == HTTPStatus.OK:
            answer.status_code = HTTPStatus.BAD_REQUEST
        if any(error.code == LOCKED for errors in form.errors.as_data().values() for error in errors):
            answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
            answer.headers["Retry-After"] = str(LOCKED_FOR)
        return answer


class SignUp(AtomicForm, allauth.SignupView):
    template_name = "accounts/sign_up.html"

    def get_initial(self) -> dict[str, object]:
        return super().get_initial() | {"username": suggested_username(self.request.session)}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except IntegrityError:
            # Another account took the name a moment ago.
            form.add_error("username", TAKEN["username"])
            return self.form_invalid(form)


class SignIn(AtomicForm, allauth.LoginView):
    template_name = "accounts/sign_in.html"


class Reset(AtomicForm, allauth.PasswordResetView):
    template_name = "accounts/reset.html"


class ResetSent(allauth.PasswordResetDoneView):
    template_name = "accounts/reset_sent.html"


class ResetConfirm(AtomicForm, allauth.PasswordResetFromKeyView):
    template_name = "accounts/reset_confirm.html"
    success_url = reverse_lazy(settings.LOGIN_URL)


class ChangePassword(AtomicForm, allauth.PasswordChangeView):
    template_name = "accounts/password.html"


class ChangeEmail(AtomicForm, allauth.EmailView):
    template_name = "accounts/email.html"

    @transaction.atomic
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if "action_send" in request.POST and not self._did_send_verification_email:
            messages.warning(request, _("A mail is on its way already. Wait a minute before the next one."))
        return answer


class ConfirmEmail(AtomicForm, allauth.ConfirmEmailView):
    """
    The target of the link in the mail. Confirming takes a button, as mail programs open links by themselves.
    """

    template_name = "accounts/confirm_email.html"

    @transaction.atomic
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        return super().post(*args, **kwargs)

    def respond(self, success: bool) -> HttpResponse:
        return super().respond(True) if success else self.render_to_response(self.get_context_data())

    def render_to_response(self, context: dict[str, object], **more: object) -> HttpResponse:
        if not context["confirmation"]:
            more["status"] = HTTPStatus.NOT_FOUND
        elif not context["can_confirm"]:
            more["status"] = HTTPStatus.CONFLICT
        return super().render_to_response(context, **more)


class Reauthenticate(AtomicForm, allauth.ReauthenticateView):
    template_name = "accounts/reauthenticate.html"


class Sessions(AtomicForm, ListUserSessionsView):
    """POST ends all others, or that with the number `session`."""

    template_name = "accounts/sessions.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        raise_if_reauthentication_required(request, app="allauth.account")
        number = request.POST.get("session")
        if number is None:
            return super().post(request, *args, **kwargs)
        key = whole_number(number)
        with transaction.atomic():
            session = UserSession.objects.filter(user=member_of(request), pk=key).first()
            if session is not None and not session.is_current():
                session.end()
                messages.info(request, _("Signed out there."))
        return redirect("usersessions_list")
