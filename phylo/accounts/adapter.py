"""How django-allauth signs people up and in here: our names, guests, mails and limits."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from phylo.accounts import factor_keys, services, sign_in_log
from phylo.accounts.forms import TAKEN, free_name
from phylo.accounts.guests import adopt_guest
from phylo.accounts.languages import written_to
from phylo.accounts.models import User
from phylo.accounts.visitors import is_own
from phylo.http.languages import several
from phylo.http.limits import client_address
from phylo.jobs.outbox import queue_durably

LOCKED = "too_many_login_attempts"
"""The code of the error when too many passwords or codes were wrong."""


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar[dict[str, Any]] = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and this password do not belong together."),
        "username_taken": TAKEN["username"],
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your password."),
        LOCKED: _(
            "Too many wrong passwords or codes. Try again in 15 minutes. Instead of a forgotten password, a "
            "new one by e-mail works at once."
        ),
    }

    def is_safe_url(self, url: str) -> bool:
        return is_own(self.request, url)

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request) or "0.0.0.0"

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(username, shallow=True)
        return name if shallow else free_name(name)

    def clean_password(self, password: str, user: User | None = None) -> str:
        if len(password) > services.LONGEST_PASSWORD:
            raise ValidationError(
                _("At most %(most)s characters."), params={"most": services.LONGEST_PASSWORD}
            )
        given: str = super().clean_password(password, user)
        return given

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Hashed by the form, so that the transaction is short."""
        user.username, user.email = form.cleaned_data["username"], form.cleaned_data["email"]
        user.password = form.hashed
        if several():
            user.language = get_language() or ""
        user.save(force_insert=True)
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            sign_in_log.refused(credentials, locked=True)
            raise

    def login(self, request: HttpRequest, user: User) -> None:
        with transaction.atomic():
            request.adopted = adopt_guest(session=request.session, user=user)  # type: ignore[attr-defined]
            super().login(request, user)

    def set_password(self, user: User, password: str) -> None:
        services.set_password(user=user, password=password)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        return redirect(settings.LOGIN_URL)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account")

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        address = emailconfirmation.email_address
        if not services.may_write_to(address.email, kind="confirmation"):
            return
        owner = User.objects.filter(emailaddress__email=address.email, emailaddress__verified=True).first()
        context = {
            "user": address.user,
            "owner": owner,
            "link": services.site_of(request)
            + reverse("account_confirm_email", args=[emailconfirmation.key]),
        }
        with written_to(owner or address.user):
            self.send_mail("accounts/mails/confirmation", address.email, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Stored in the transaction of what it is about, and sent by a worker."""
        context = {"site": services.site_of(self.request), **context}
        message = self.render_mail(template_prefix, email, context)
        queue_durably("accounts.mail", message.subject, message.body, email)

    def format_email_subject(self, subject: str) -> str:
        return subject

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """A name is counted for one address, however it is written: nobody can lock out others."""
        name = credentials.get("username") or credentials.get("email", "")
        return services.tries_of(name, self.get_client_ip(request))


class FactorAdapter(DefaultMFAAdapter):
    def _get_user_identifier(self, user: User) -> str:
        """What apps and devices show: never the e-mail address."""
        return user.username

    def encrypt(self, text: str) -> str:
        return factor_keys.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return factor_keys.decrypt(encrypted_text)
