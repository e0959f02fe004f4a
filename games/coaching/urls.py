from django.urls import path

from games.coaching import api as hints

one = "api/v1/matches/<uuid:match_id>/"

urlpatterns = [
    path(f"{one}hint/", hints.MatchHint.as_view(), name="api-match-hint"),
]
