"""What follows when django-allauth has changed an account, in the same transaction."""

from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_added,
    email_changed,
    email_confirmed,
    email_removed,
    password_changed,
    password_reset,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from allauth.usersessions.models import UserSession
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from phylo.accounts.languages import written_to
from phylo.accounts.models import User
from phylo.accounts.services import tell_owner


@receiver(email_confirmed)
def free_from_claims(email_address: EmailAddress, **more: object) -> None:
    """An address has an owner now: accounts that only claimed it lose it."""
    for claim in EmailAddress.objects.filter(email=email_address.email).exclude(pk=email_address.pk):
        claim.remove()


@receiver(password_reset)
def confirm_address(request: HttpRequest, user: User, **more: object) -> None:
    """Whoever opened the link has the mailbox."""
    verify_email_indirectly(request, user, user.email)


@receiver([password_changed, password_reset])
def tell_of_password(request: HttpRequest, user: User, **more: object) -> None:
    with written_to(user):
        tell_owner(user, _("Your account has a new password. Its API tokens have ended."), request=request)


@receiver(email_added)
def tell_of_wish(request: HttpRequest, user: User, email_address: EmailAddress, **more: object) -> None:
    with written_to(user):
        text = _("Somebody wants your account to have another e-mail address: %(address)s.")
        tell_owner(user, text % {"address": email_address.email}, request=request)


@receiver(email_changed)
def tell_of_change(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **more: object,
) -> None:
    if from_email_address and from_email_address.verified:
        with written_to(user):
            text = _("Your account has another e-mail address now: %(address)s.")
            text %= {"address": to_email_address.email}
            tell_owner(user, text, request=request, address=from_email_address.email)


@receiver(email_removed)
def tell_of_removal(request: HttpRequest, user: User, email_address: EmailAddress, **more: object) -> None:
    if email_address.verified:
        with written_to(user):
            text = _("Your account has this e-mail address no longer.")
            tell_owner(user, text, request=request, address=email_address.email)


@receiver([authenticator_added, authenticator_removed, authenticator_reset])
def tell_of_factor(
    signal: Signal, request: HttpRequest, user: User, authenticator: Authenticator, **more: object
) -> None:
    with written_to(user):
        if signal is authenticator_added:
            text = _("Your account has a new second factor: %(factor)s.")
        elif signal is authenticator_removed:
            text = _("Your account has this second factor no longer: %(factor)s.")
        else:
            text = _("Your account has new recovery codes.")
        tell_owner(user, text % {"factor": authenticator.get_type_display()}, request=request)


@receiver(authenticator_added)
def end_what_began_without(
    request: HttpRequest, user: User, authenticator: Authenticator, **more: object
) -> None:
    """With the first factor: sessions and tokens of before began without one and would get its rights."""
    codes = Authenticator.Type.RECOVERY_CODES
    others = user.authenticator_set.exclude(pk=authenticator.pk).exclude(type=codes)
    if authenticator.type == codes or others.exists():
        return
    for session in UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key):
        session.end()
    user.api_tokens.all().delete()
