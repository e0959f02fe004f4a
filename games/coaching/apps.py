from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoachingConfig(AppConfig):
    name = "games.coaching"
    verbose_name = _("Coaching")
    helped = ("games.coaching.services.hints.given",)
    fragments = ("games.coaching.fragments.FRAGMENTS",)
    account_data = ("games.coaching.account_data.Hints",)
    match_parts = ("games.coaching.match_parts.Coaching",)
    accompanies = ("games.coaching.services.coach.accompany",)
