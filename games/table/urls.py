from django.urls import path

from games.table.api import matches, streams, talk
from games.table.draft import pictures
from games.table.pages import match, watchers

one = "api/v1/matches/<uuid:match_id>/"

urlpatterns = [
    path("matches/<uuid:match_id>/", match.table_page, name="match"),
    path("matches/<uuid:match_id>/table/", match.table_fragment, name="match-table"),
    path("matches/<uuid:match_id>/rematch/", match.match_rematch, name="match-rematch"),
    path("matches/<uuid:match_id>/leave/", match.match_leave, name="match-leave"),
    path("matches/<uuid:match_id>/watchers/", watchers.watchers, name="match-watchers"),
    path("matches/<uuid:match_id>/share/", match.match_share, name="match-share"),
    path("draft-cards/<slug:kind>/<slug:version>.svg", pictures.picture, name="draft-picture"),
    path("api/v1/stream/", streams.PlayerStream.as_view(), name="api-stream"),
    path("api/v1/matches/", matches.MatchList.as_view(), name="api-matches"),
    path(one, matches.MatchDetail.as_view(), name="api-match"),
    path(f"{one}view/", matches.MatchView.as_view(), name="api-match-view"),
    path(f"{one}actions/", matches.MatchActions.as_view(), name="api-match-actions"),
    path(f"{one}why/", matches.MatchWhy.as_view(), name="api-match-why"),
    path(f"{one}spaces/", matches.MatchSpaces.as_view(), name="api-match-spaces"),
    path(f"{one}stream/", streams.MatchStream.as_view(), name="api-match-stream"),
    path(f"{one}flag/", matches.MatchFlag.as_view(), name="api-match-flag"),
    path(f"{one}resign/", matches.MatchResign.as_view(), name="api-match-resign"),
    path(f"{one}offers/", talk.MatchOffers.as_view(), name="api-match-offers"),
    path(f"{one}chat/", talk.MatchChat.as_view(), name="api-match-chat"),
    path(f"{one}watchers/", talk.MatchWatchers.as_view(), name="api-match-watchers"),
    path(f"{one}mute/", talk.MatchMute.as_view(), name="api-match-mute"),
    path(f"{one}report/", talk.MatchReport.as_view(), name="api-match-report"),
    path(f"{one}record/", matches.MatchRecord.as_view(), name="api-match-record"),
]
