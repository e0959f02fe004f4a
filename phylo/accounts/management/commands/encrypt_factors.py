"""manage.py encrypt_factors: the secrets of second factors, under the present SECRET_KEY (docs/deploy.md)."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from phylo.accounts.factor_keys import decrypt, encrypt, rewrite


class Command(BaseCommand):
    help = (
        "Encrypt the secrets of second factors with SECRET_KEY, reading them with SECRET_KEY_FALLBACKS too."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        unread = rewrite(Authenticator, lambda stored: encrypt(decrypt(stored)))
        if unread:
            names = ", ".join(sorted({row.user.username for row in unread}))
            raise CommandError(f"No key fits the second factors of: {names}. The others are done.")
        self.stdout.write("Every secret is encrypted with SECRET_KEY: SECRET_KEY_FALLBACKS can go.")
