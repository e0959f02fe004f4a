from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TransferConfig(AppConfig):
    name = "games.transfer"
    verbose_name = _("Taking along")
    account_data = ("games.transfer.account_data.Transfers",)
    fragments = ("games.transfer.fragments.FRAGMENTS",)
    jobs = ("games.transfer.services.importing.DATA_IMPORTS",)
