from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class KioskConfig(AppConfig):
    name = "games.kiosk"
    verbose_name = _("Kiosk")
    fragments = ("games.kiosk.fragments.FRAGMENTS",)
    account_data = ("games.kiosk.account_data.Visits",)
    sweeps = ("games.kiosk.tasks.sweep",)
    guards = ("games.kiosk.screens.KioskGuard",)
