from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CardPageConfig(AppConfig):
    name = "cards.card_page"
    verbose_name = _("Page of a card")
