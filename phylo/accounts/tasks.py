"""
Celery tasks for accounts: mails, so that requests for them neither wait nor reveal anything by their timing,
and nightly clean-up.
"""

from celery import shared_task
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.core.management import call_command
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from phylo.accounts import services
from phylo.accounts.guests import forget_idle_guests
from phylo.accounts.models import User

FORGOTTEN_AT_MOST = 1000
"""The most guests that are deleted in a night."""


@shared_task(name="accounts.mail_confirmation")
def mail_confirmation(user_id: int, site: str) -> None:
    """`site` is scheme and host, such as "https://phylo.example"."""
    user = User.objects.filter(pk=user_id, is_active=True, email_confirmed=False).exclude(email="").first()
    if user is None:
        return
    path = reverse("email-confirm", args=[services.confirmation_token(user)])
    owner = User.objects.claiming(user.email).filter(email_confirmed=True).first()
    _mail(user, _("Your e-mail address at Phylo"), "confirmation", site, link=site + path, owner=owner)


@shared_task(name="accounts.mail_reset")
def mail_reset(address: str, site: str) -> None:
    for user in User.objects.at(address):
        if user.is_active and services.may_mail(user=user, column="reset_mailed"):
            uid = urlsafe_base64_encode(force_bytes(user.pk))
            token = default_token_generator.make_token(user)
            link = site + reverse("password-reset-confirm", args=[uid, token])
            _mail(user, _("A new password for Phylo"), "reset", site, link=link)


def _mail(user: User, subject: str, template: str, site: str, **context: object) -> None:
    body = render_to_string(f"accounts/mails/{template}.txt", {"user": user, "site": site, **context})
    send_mail(subject, body, None, [user.email])


@shared_task(name="accounts.forget_sessions")
def forget_sessions() -> None:
    """Delete expired sessions."""
    call_command("clearsessions")


@shared_task(name="accounts.forget_guests")
def forget_guests() -> int:
    """Delete idle guests who have nothing. Returns how many."""
    return forget_idle_guests(before=timezone.now() - settings.GUESTS_KEPT, at_most=FORGOTTEN_AT_MOST)
