from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EvidenceConfig(AppConfig):
    name = "cards.evidence"
    verbose_name = _("Evidence")
    value_rules = ("cards.evidence.rules.RULES",)
