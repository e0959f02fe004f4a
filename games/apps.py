from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.api.refusals import answer_to


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Matches")

    def ready(self) -> None:
        from games.api.part import REFUSED, refuse

        for kind in REFUSED:
            answer_to(kind, refuse)
