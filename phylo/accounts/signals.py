"""What follows when django-allauth has changed an account, in the same transaction."""

from typing import Any

from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset
from django.dispatch import receiver
from django.http import HttpRequest

from phylo.accounts.models import User


@receiver(email_confirmed)
def free_from_claims(email_address: EmailAddress, **_more: Any) -> None:
    """An address has an owner now: accounts that only claimed it lose it."""
    for claim in EmailAddress.objects.filter(email=email_address.email).exclude(pk=email_address.pk):
        claim.remove()


@receiver(password_reset)
def confirm_address(request: HttpRequest, user: User, **_more: Any) -> None:
    """Whoever opened the link has the mailbox."""
    verify_email_indirectly(request, user, user.email)
