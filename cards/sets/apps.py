from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SetsConfig(AppConfig):
    name = "cards.sets"
    verbose_name = _("Sets")
    fragments = ("cards.sets.fragments.FRAGMENTS",)
    own_cards = ("cards.sets.services.playing.shown_cards",)
    shows_picture = ("cards.sets.services.playing.shows_picture",)
    card_lists = ("cards.sets.searched.PUBLIC_SETS",)
    account_data = ("cards.sets.account_data.Sets",)
    reportable = ("cards.sets.moderated.Sets",)
