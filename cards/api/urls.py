from django.urls import path, re_path
from django.views.generic import RedirectView

from cards.api.bulk import BulkFile, BulkIndex
from cards.api.serializers import RELATIONS
from cards.decks.api import decks
from cards.search.api import picks, views
from cards.taxonomy import api

relations, vocabularies = "|".join(RELATIONS), "|".join(views.VOCABULARIES)

urlpatterns = [
    path("v1/", views.Entry.as_view(), name="api-entry"),
    path("v1/cards/", views.CardList.as_view(), name="api-cards"),
    path("v1/cards/<slug:key>/", views.CardDetail.as_view(), name="api-card"),
    re_path(
        rf"^v1/cards/(?P<key>[-a-zA-Z0-9_]+)/(?P<relation>{relations})/$",
        views.CardRelation.as_view(),
        name="api-card-relation",
    ),
    path("v1/search/keys/", picks.Picks.as_view(), name="api-picks"),
    path("v1/search/random/", picks.RandomCard.as_view(), name="api-random"),
    path("v1/search/explain", views.Explain.as_view(), name="api-explain"),
    # All other lists end in a slash.
    path("v1/search/explain/", RedirectView.as_view(pattern_name="api-explain", query_string=True)),
    re_path(rf"^v1/(?P<vocabulary>{vocabularies})/$", views.Vocabulary.as_view(), name="api-vocabulary"),
    path("v1/decks/", decks.DeckList.as_view(), name="api-decks"),
    path("v1/decks/<slug:slug>/", decks.DeckDetail.as_view(), name="api-deck"),
    path("v1/decks/<slug:slug>/copy/", decks.DeckCopy.as_view(), name="api-deck-copy"),
    path("v1/decks/<slug:slug>/versions/", decks.DeckVersions.as_view(), name="api-deck-versions"),
    path(
        "v1/decks/<slug:slug>/versions/<int:number>/",
        decks.DeckVersionDetail.as_view(),
        name="api-deck-version",
    ),
    path("v1/decks/<slug:slug>/problems/", decks.DeckProblems.as_view(), name="api-deck-problems"),
    path("v1/names/", api.NameList.as_view(), name="api-names"),
    path("v1/data-sets/", views.DataSets.as_view(), name="api-data-sets"),
    path("v1/rule-sets/", views.RuleSets.as_view(), name="api-rule-sets"),
    path("v1/bulk/", BulkIndex.as_view(), name="api-bulk"),
    path("v1/bulk/<str:name>", BulkFile.as_view(), name="api-bulk-file"),
]
