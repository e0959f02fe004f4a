"""
The secrets of second factors are stored encrypted: the keys are made from SECRET_KEY, the first, and from
SECRET_KEY_FALLBACKS, which still decrypt (docs/deploy.md).
"""

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from phylo.compiled import has
from phylo.http.missing import need

if TYPE_CHECKING or has("cryptography"):
    from cryptography.fernet import Fernet, InvalidToken, MultiFernet

SECRETS = ("secret", "seed")
"""What `Authenticator.data` has of an app and of recovery codes; of a passkey it has public keys alone."""


def encrypt(text: str) -> str:
    return _keys().encrypt(text.encode()).decode()


def decrypt(stored: str) -> str:
    """Raises ValidationError if neither key fits."""
    keys = _keys()
    try:
        return keys.decrypt(stored).decode()
    except InvalidToken as error:
        words = _("This site can no longer check your codes: its key has changed. Ask those who run it.")
        raise ValidationError(words) from error


def rewrite(factors: type[models.Model], change: Callable[[str], str]) -> list[Any]:
    """Store each secret changed. Returns the rows whose secrets cannot be read; they stay as they are."""
    unread = []
    with transaction.atomic():
        # Locked: a recovery code that is used meanwhile must not become a new one again.
        held: models.QuerySet[Any] = factors._base_manager.select_for_update()
        for row in held.exclude(type="webauthn").order_by("pk"):
            try:
                row.data |= {name: change(row.data[name]) for name in SECRETS if name in row.data}
            except ValidationError:
                unread.append(row)
            else:
                row.save(update_fields=["data"])
    return unread


def _keys() -> "MultiFernet":
    need("cryptography")
    # Of 256 bits: what is made of a key tells neither the key nor what else is made of it.
    made = (
        salted_hmac("phylo.accounts.factor_keys", "", secret=key, algorithm="sha256").digest()
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    )
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in made])
