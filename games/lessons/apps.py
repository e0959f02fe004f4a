from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    name = "games.lessons"
    verbose_name = _("Lessons")
    of_replays = ("games.lessons.of_replays.lesson_url",)
    fragments = ("games.lessons.fragments.FRAGMENTS",)
    account_data = ("games.lessons.account_data.Lessons",)
