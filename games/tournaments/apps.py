from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    verbose_name = _("Tournaments")
    match_end = ("games.tournaments.services.results.GameEnd",)
    sweeps = ("games.tournaments.tasks.sweep",)
