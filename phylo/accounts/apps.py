from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "phylo.accounts"
    label = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from phylo.accounts import entering, signals  # noqa: F401
