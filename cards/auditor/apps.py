from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditorConfig(AppConfig):
    name = "cards.auditor"
    verbose_name = _("Auditor")
    jobs = ("cards.auditor.playing.AUDITS",)
    account_data = ("cards.auditor.account_data.Audits",)
