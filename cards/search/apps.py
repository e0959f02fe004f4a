from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SearchConfig(AppConfig):
    name = "cards.search"
    verbose_name = _("Search")
    account_data = ("cards.search.account_data.SavedSearches",)
