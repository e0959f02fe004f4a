"""
Celery tasks for accounts: mails, so that requests for them neither wait nor reveal anything by their timing,
and nightly clean-up.
"""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.usersessions.models import UserSession
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.mail import send_mail
from django.core.management import call_command
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from phylo.accounts.guests import forget_idle_guests
from phylo.accounts.languages import written_to
from phylo.accounts.models import User

FORGOTTEN_AT_MOST = 1000
"""The most guests that are deleted in a night."""


@shared_task(name="accounts.mail")
def mail(subject: str, body: str, address: str) -> None:
    send_mail(subject, body, None, [address])


@shared_task(name="accounts.mail_reset")
def mail_reset(address: str, site: str) -> None:
    """
    Mail a link to the accounts at that address. `site` is scheme and host, such as "https://phylo.example".
    The link is made here and stored nowhere.
    """
    for user in User.objects.at(address):
        if not user.is_active:
            continue
        key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
        link = site + reverse("account_reset_password_from_key", kwargs=key)
        with written_to(user):
            context = {"user": user, "site": site, "link": link}
            body = render_to_string("accounts/mails/reset_message.txt", context)
            send_mail(_("A new password for Phylo"), body, None, [address])


@shared_task(name="accounts.forget_sessions")
def forget_sessions() -> None:
    """Delete expired sessions, and where they were that are over."""
    call_command("clearsessions")
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


@shared_task(name="accounts.forget_guests")
def forget_guests() -> int:
    """Delete idle guests who have nothing. Returns how many."""
    return forget_idle_guests(before=timezone.now() - settings.GUESTS_KEPT, at_most=FORGOTTEN_AT_MOST)
