from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintingConfig(AppConfig):
    name = "cards.printing"
    verbose_name = _("Printing")
    fragments = ("cards.printing.fragments.FRAGMENTS",)
