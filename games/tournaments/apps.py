from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    verbose_name = _("Tournaments")
    fragments = ("games.tournaments.fragments.FRAGMENTS",)
    account_data = ("games.tournaments.account_data.Tournaments",)
    match_end = ("games.tournaments.services.results.GameEnd",)
    followed = ("games.tournaments.followed.versions",)
    occasions = ("games.tournaments.followed.occasion",)
    sweeps = ("games.tournaments.tasks.sweep",)
    match_parts = ("games.tournaments.match_parts.GameOfTournament",)
    program_rules = ("games.tournaments.services.entering.check_program",)
    of_others = ("games.tournaments.pages.lists.tournaments", "games.tournaments.pages.lists.tournament_new")

    def ready(self) -> None:
        from games.tournaments import signals  # noqa: F401
