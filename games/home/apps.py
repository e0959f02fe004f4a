from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HomeConfig(AppConfig):
    name = "games.home"
    verbose_name = _("Home")
    of_others = ("games.home.pages.overviews.play", "games.home.pages.overviews.community")
