from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class SearchConfig(AppConfig):
    name = "cards.search"
    verbose_name = pgettext_lazy("region", "Search")
    account_data = ("cards.search.account_data.SavedSearches",)
