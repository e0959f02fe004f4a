from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassesConfig(AppConfig):
    name = "games.classes"
    verbose_name = _("Classes")
    contact_rules = ("games.classes.services.contact_rules.ClassRules",)
    jobs = ("games.classes.services.ending.ENDINGS", "games.classes.archive.ARCHIVES")
