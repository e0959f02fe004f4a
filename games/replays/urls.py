from django.urls import path

from games.replays import api
from games.replays.pages import analysis, play_on, replays
from phylo.http.work import Work, asks

one = "api/v1/matches/<uuid:match_id>/"

urlpatterns = [
    path("matches/<uuid:match_id>/replay/", replays.replay, name="match-replay"),
    path("matches/<uuid:match_id>/analysis/", analysis.match_analysis, name="match-analysis"),
    path("matches/<uuid:match_id>/play-on/", play_on.match_play_on, name="match-play-on"),
    path("replays/import/", asks(Work.SEARCH, replays.import_record), name="replay-import"),
    path("replays/imported/<slug:key>/delete/", replays.delete_imported, name="replay-imported-delete"),
    path("replays/imported/<slug:key>/", replays.imported, name="replay-imported"),
    path("replays/imported/<slug:key>/record/", replays.imported_record, name="replay-imported-record"),
    path("replays/<slug:slug>/", replays.example, name="replay"),
    path(f"{one}analysis/", api.MatchAnalysisResource.as_view(), name="api-match-analysis"),
    path(f"{one}play-on/", api.MatchPlayOn.as_view(), name="api-match-play-on"),
]
