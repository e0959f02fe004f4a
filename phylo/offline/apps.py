from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OfflineConfig(AppConfig):
    name = "phylo.offline"
    label = "offline"
    verbose_name = _("Copies on devices")
    fragments = ("phylo.offline.fragments.FRAGMENTS",)
