from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "games.table"
    verbose_name = _("Tables")
    checkups = ("games.table.checkup.streams",)

    def ready(self) -> None:
        from games.table.api import refusals

        refusals.register()
