from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TranslatingConfig(AppConfig):
    name = "cards.translating"
    verbose_name = _("Translations of cards")
    fragments = ("cards.translating.fragments.FRAGMENTS",)
    reportable = ("cards.translating.moderated.ProposedTexts",)
    account_data = ("cards.translating.account_data.Translations",)
    undoing_in_curation = ("cards.translating.services.undo_all",)
    of_others = ("cards.translating.pages.languages",)
