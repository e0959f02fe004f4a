from django.urls import path

from games.coaching import api as hints
from games.coaching import pages

one = "api/v1/matches/<uuid:match_id>/"

urlpatterns = [
    path("matches/<uuid:match_id>/coach/", pages.match_coach, name="match-coach"),
    path(f"{one}hint/", hints.MatchHint.as_view(), name="api-match-hint"),
]
