from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "phylo.moderation"
    label = "moderation"
    verbose_name = _("Moderation")
    account_data = ("phylo.moderation.account_data.Reports",)
    reportable = ("phylo.moderation.kinds.Names", "phylo.moderation.kinds.Appeals")
