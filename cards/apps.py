from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.jobs.regular import Regular

EXPORT_BULK = Regular("cards.tasks.export_bulk", 600.0, expires=600.0)


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards")
    regular_tasks = ("cards.apps.EXPORT_BULK",)
