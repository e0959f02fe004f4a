from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.jobs.regular import NIGHTLY, Regular

WRITE_ARCHIVE = Regular("games.tasks.write_archive", NIGHTLY, expires=3600.0)


class ArchiveConfig(AppConfig):
    name = "games.archive"
    verbose_name = _("Archive of games")
    fragments = ("games.archive.fragments.FRAGMENTS",)
    account_data = ("games.archive.account_data.Archived",)
    regular_tasks = ("games.archive.apps.WRITE_ARCHIVE",)
