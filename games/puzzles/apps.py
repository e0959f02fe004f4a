from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"
    verbose_name = _("Puzzles")
    of_replays = ("games.puzzles.of_replays.puzzle_url",)
    fragments = ("games.puzzles.fragments.FRAGMENTS",)
    account_data = ("games.puzzles.account_data.Puzzles",)
    give_back = ("games.puzzles.services.runs.give_back",)
    sweeps = ("games.puzzles.tasks.sweep",)
