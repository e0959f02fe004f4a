from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.jobs.regular import NIGHTLY, Regular

FORGET_RECORDS = Regular("games.tasks.forget_records", NIGHTLY, expires=3600.0)


class ReplaysConfig(AppConfig):
    name = "games.replays"
    verbose_name = _("Replays")
    account_data = ("games.replays.account_data.Records",)
    judgements = ("games.replays.judgement.judgement",)
    jobs = ("games.replays.services.analyses.ANALYSES",)
    regular_tasks = ("games.replays.apps.FORGET_RECORDS",)
