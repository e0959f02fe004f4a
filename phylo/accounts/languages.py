"""The language of an account: in which it is written to, and which it finds again on every device."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import translation

from phylo.accounts.models import User
from phylo.http.languages import keep, speaks


def written_to(user: User) -> AbstractContextManager[None]:
    """In the language of the account: for mails, whoever causes them."""
    return translation.override(user.language if speaks(user.language) else settings.LANGUAGE_CODE)


def speak(*, user: User, language: str) -> None:
    """Keep the language of the account; "" for that of each browser."""
    User.objects.filter(pk=user.pk).update(language=language)
    user.language = language


@receiver(user_logged_in)
def found_again(sender: object, request: HttpRequest, user: User, **rest: object) -> None:
    if speaks(user.language):
        keep(request, user.language)
