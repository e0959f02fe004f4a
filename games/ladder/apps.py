from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "games.ladder"
    verbose_name = _("Ladder")
    fragments = ("games.ladder.fragments.FRAGMENTS",)
    account_data = ("games.ladder.account_data.Programs",)
    match_end = ("games.ladder.services.results.LadderEnd",)
    sweeps = ("games.ladder.tasks.sweep",)
    program_rules = ("games.ladder.services.programs.check_owner",)
    refused = ("games.ladder.services.programs.note_refusal",)
    of_others = ("games.ladder.pages.ladder.ladder",)
