"""
Log lines about signing in. They have the number of the account that was meant, and nothing that was typed:
people type passwords into the field of the name.
"""

import structlog
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver

from phylo.accounts.models import User

log = structlog.stdlib.get_logger("phylo.accounts")


@receiver(user_logged_in)
def signed_in(sender: object, user: User, **rest: object) -> None:
    log.info("signed in", account=user.pk)


@receiver(user_logged_out)
def signed_out(sender: object, user: User | None, **rest: object) -> None:
    log.info("signed out", account=user.pk if user else None)


@receiver(user_login_failed)
def refused(credentials: dict[str, object], *, locked: bool = False, **rest: object) -> None:
    """`locked`: after too many failures, so that the password was not looked at."""
    meant = User.objects.known_as(str(credentials.get("username") or credentials.get("email") or ""))
    log.warning("sign-in failed", account=meant.pk if meant else None, locked=locked)
