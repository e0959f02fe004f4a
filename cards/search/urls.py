from django.urls import path, re_path
from django.views.generic import RedirectView

from cards.api.serializers import RELATIONS
from cards.search.api import picks, views
from cards.search.pages import browse, saved_searches
from cards.search.pages.help import help_page
from phylo.http.work import Work, asks

relations, vocabularies = "|".join(RELATIONS), "|".join(views.VOCABULARIES)

urlpatterns = [
    path("cards/searches/", saved_searches.saved_searches, name="saved-searches"),
    path("cards/searches/new/", saved_searches.save, name="saved-search-new"),
    path("cards/searches/<int:pk>/name/", saved_searches.rename, name="saved-search-name"),
    path("cards/searches/<int:pk>/delete/", saved_searches.delete, name="saved-search-delete"),
    path("cards/", asks(Work.SEARCH, browse.browse), name="cards"),
    path("cards/surprise/", asks(Work.SEARCH, browse.surprise), name="cards-surprise"),
    path("cards/export/", asks(Work.SEARCH, browse.export), name="cards-export"),
    path("cards/help/", help_page, name="cards-help"),
    path("api/v1/", views.Entry.as_view(), name="api-entry"),
    path("api/v1/cards/", asks(Work.SEARCH, views.CardList.as_view()), name="api-cards"),
    path("api/v1/cards/<slug:key>/", views.CardDetail.as_view(), name="api-card"),
    re_path(
        rf"^api/v1/cards/(?P<key>[-a-zA-Z0-9_]+)/(?P<relation>{relations})/$",
        views.CardRelation.as_view(),
        name="api-card-relation",
    ),
    path("api/v1/search/keys/", asks(Work.SEARCH, picks.Picks.as_view()), name="api-picks"),
    path("api/v1/search/random/", asks(Work.SEARCH, picks.RandomCard.as_view()), name="api-random"),
    path("api/v1/search/explain", asks(Work.SEARCH, views.Explain.as_view()), name="api-explain"),
    # All other lists end in a slash.
    path("api/v1/search/explain/", RedirectView.as_view(pattern_name="api-explain", query_string=True)),
    re_path(rf"^api/v1/(?P<vocabulary>{vocabularies})/$", views.Vocabulary.as_view(), name="api-vocabulary"),
    path("api/v1/rule-sets/", views.RuleSets.as_view(), name="api-rule-sets"),
]
