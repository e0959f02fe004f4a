from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.jobs.regular import Regular

SWEEP = Regular("games.tasks.sweep", 5.0, expires=5.0)
TURN_MAILS = Regular("games.tasks.mail_turns", 60.0, expires=60.0)


class GamesConfig(AppConfig):
    name = "games.matches"
    # As before it was one of several: its tables and migrations are named by it.
    label = "games"
    verbose_name = _("Matches")
    account_data = ("games.matches.account_data.Matches",)
    reportable = ("games.matches.moderated.Messages", "games.matches.moderated.GuestNames")
    regular_tasks = ("games.matches.apps.SWEEP", "games.matches.apps.TURN_MAILS")
    behind = ("games.matches.stream_hub.behind",)
    wakes = ("games.matches.stream.wake",)
