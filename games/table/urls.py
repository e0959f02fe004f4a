from django.urls import path

from games.table.api import matches, streams, talk
from games.table.draft import pictures
from games.table.pages import match, watchers
from phylo.http.work import Work, asks

one = "api/v1/matches/<uuid:match_id>/"

urlpatterns = [
    path("matches/<uuid:match_id>/", asks(Work.TABLE, match.table_page), name="match"),
    path("matches/<uuid:match_id>/table/", asks(Work.TABLE, match.table_fragment), name="match-table"),
    path("matches/<uuid:match_id>/rematch/", match.match_rematch, name="match-rematch"),
    path("matches/<uuid:match_id>/leave/", match.match_leave, name="match-leave"),
    path("matches/<uuid:match_id>/watchers/", watchers.watchers, name="match-watchers"),
    path("matches/<uuid:match_id>/share/", match.match_share, name="match-share"),
    path("draft-cards/<slug:kind>/<slug:version>.svg", pictures.picture, name="draft-picture"),
    path("api/v1/stream/", asks(Work.STREAM, streams.PlayerStream.as_view()), name="api-stream"),
    path("api/v1/matches/", matches.MatchList.as_view(), name="api-matches"),
    path(one, asks(Work.TABLE, matches.MatchDetail.as_view()), name="api-match"),
    path(f"{one}view/", asks(Work.TABLE, matches.MatchView.as_view()), name="api-match-view"),
    path(f"{one}actions/", asks(Work.MOVE, matches.MatchActions.as_view()), name="api-match-actions"),
    path(f"{one}why/", asks(Work.TABLE, matches.MatchWhy.as_view()), name="api-match-why"),
    path(f"{one}spaces/", asks(Work.TABLE, matches.MatchSpaces.as_view()), name="api-match-spaces"),
    path(f"{one}stream/", asks(Work.STREAM, streams.MatchStream.as_view()), name="api-match-stream"),
    path(f"{one}flag/", asks(Work.MOVE, matches.MatchFlag.as_view()), name="api-match-flag"),
    path(f"{one}resign/", asks(Work.MOVE, matches.MatchResign.as_view()), name="api-match-resign"),
    path(f"{one}offers/", asks(Work.MOVE, talk.MatchOffers.as_view()), name="api-match-offers"),
    path(f"{one}chat/", asks(Work.TABLE, talk.MatchChat.as_view()), name="api-match-chat"),
    path(f"{one}watchers/", talk.MatchWatchers.as_view(), name="api-match-watchers"),
    path(f"{one}mute/", talk.MatchMute.as_view(), name="api-match-mute"),
    path(f"{one}report/", talk.MatchReport.as_view(), name="api-match-report"),
    path(f"{one}record/", matches.MatchRecord.as_view(), name="api-match-record"),
]
