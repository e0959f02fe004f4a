from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.jobs.regular import NIGHTLY, Regular

FORGET_GUESTS = Regular("accounts.forget_guests", NIGHTLY, expires=3600.0)
FORGET_SESSIONS = Regular("accounts.forget_sessions", NIGHTLY, expires=3600.0)


class AccountsConfig(AppConfig):
    name = "phylo.accounts"
    label = "accounts"
    verbose_name = _("Accounts")
    regular_tasks = ("phylo.accounts.apps.FORGET_GUESTS", "phylo.accounts.apps.FORGET_SESSIONS")

    def ready(self) -> None:
        from phylo.accounts import languages, mail_servers, sign_in_log, signals  # noqa: F401

        mail_servers.use_known_name()
