"""The mails about an account."""

from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from phylo.accounts import services
from phylo.accounts.models import User


def send_confirmation(*, user_id: int, site: str) -> None:
    """`site` is scheme and host, as "https://phylo.example"."""
    user = User.objects.filter(pk=user_id, is_active=True, email_confirmed=False).exclude(email="").first()
    if user is None:
        return
    path = reverse("email-confirm", args=[services.confirmation_token(user)])
    owner = User.objects.claiming(user.email).filter(email_confirmed=True).first()
    mail(user, _("Your e-mail address at Phylo"), "confirmation", site, link=site + path, owner=owner)


def send_reset(*, address: str, site: str) -> None:
    for user in User.objects.at(address):
        if user.is_active and services.may_mail(user=user, column="reset_mailed"):
            uid = urlsafe_base64_encode(force_bytes(user.pk))
            token = default_token_generator.make_token(user)
            link = site + reverse("password-reset-confirm", args=[uid, token])
            mail(user, _("A new password for Phylo"), "reset", site, link=link)


def mail(user: User, subject: str, template: str, site: str, **context: Any) -> None:
    body = render_to_string(f"accounts/mails/{template}.txt", {"user": user, "site": site, **context})
    send_mail(subject, body, None, [user.email])
