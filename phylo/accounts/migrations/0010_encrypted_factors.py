"""The secrets of second factors are encrypted."""

from typing import Any

from django.db import migrations

from phylo.accounts.factor_keys import decrypt, encrypt, rewrite


def seal(apps: Any, _editor: object) -> None:
    rewrite(apps.get_model("mfa", "Authenticator"), encrypt)


def open_again(apps: Any, _editor: object) -> None:
    rewrite(apps.get_model("mfa", "Authenticator"), decrypt)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_token_limits"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(seal, open_again)]
