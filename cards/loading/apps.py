from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LoadingConfig(AppConfig):
    name = "cards.loading"
    verbose_name = _("Loading")
    jobs = ("cards.loading.staff_imports.IMPORTS",)
    account_data = ("cards.loading.account_data.Imports",)
