from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "cards.decks"
    verbose_name = _("Decks")
    jobs = ("cards.decks.studies.kinds.STUDIES",)
    cards_changed = ("cards.decks.services.checking.check_decks_holding",)
    own_cards_changed = ("cards.decks.services.checking.check_decks_of_set",)
    card_lists = ("cards.decks.searched.READY_DECKS",)
    decks_of_set = ("cards.decks.pages.tiles.tiles_of_set",)
    leaving_set = ("cards.decks.services.keeping.leave_set",)
    account_data = ("cards.decks.account_data.Decks",)
    reportable = ("cards.decks.moderated.Decks", "cards.decks.moderated.DeckComments")
