from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from phylo.jobs.regular import NIGHTLY, Regular

END_CLASSES = Regular("games.tasks.end_classes", NIGHTLY, expires=3600.0)


class ClassesConfig(AppConfig):
    name = "games.classes"
    verbose_name = _("Classes")
    fragments = ("games.classes.fragments.FRAGMENTS",)
    account_data = ("games.classes.account_data.Classes",)
    contact_rules = ("games.classes.services.contact_rules.ClassRules",)
    jobs = ("games.classes.services.ending.ENDINGS", "games.classes.archive.ARCHIVES")
    regular_tasks = ("games.classes.apps.END_CLASSES",)
    known_guests = ("games.classes.known.KnownPupil",)
    paused = ("games.classes.services.lessons.attention.is_paused",)
    guards = ("games.classes.allowed_pages.ClassGuard",)
    of_others = ("games.classes.pages.teach.teach", "games.classes.pages.joining.class_join")
