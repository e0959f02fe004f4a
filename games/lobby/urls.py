from django.urls import path

from games.lobby.api import open_tables as open_tables_api
from games.lobby.api import quick as quick_api
from games.lobby.pages import friends, lobby, one_device, open_tables, quick, watch

challenge = "api/v1/challenges/<slug:code>/"

urlpatterns = [
    path("matches/here/", one_device.match_here, name="match-here"),
    path("watch/", watch.watch, name="watch"),
    path("sets/<slug:slug>/games/", watch.set_games, name="set-games"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("friends/challenge/", friends.challenge, name="friends-challenge"),
    path("quick/", quick.seek, name="quick-seek"),
    path("quick/<slug:code>/", quick.search, name="quick"),
    path("quick/<slug:code>/meanwhile/", quick.meanwhile, name="quick-meanwhile"),
    path("quick/<slug:code>/away/", quick.away, name="quick-away"),
    path("challenges/", lobby.challenge_new, name="challenge-new"),
    path("tables/new/", open_tables.table_new, name="table-new"),
    # Links of earlier versions.
    path("c/<slug:code>/", open_tables.forward, {"name": "open-table"}, name="challenge"),
    path("c/<slug:code>/withdraw/", open_tables.forward, {"name": "open-table-leave"}),
    path("c/<slug:code>/qr/", open_tables.forward, {"name": "open-table-qr"}),
    path("t/<slug:code>/", open_tables.table, name="open-table"),
    path("t/<slug:code>/begin/", open_tables.table_begin, name="open-table-begin"),
    path("t/<slug:code>/leave/", open_tables.table_leave, name="open-table-leave"),
    path("t/<slug:code>/qr/", open_tables.table_qr, name="open-table-qr"),
    path("api/v1/quick/", quick_api.SearchList.as_view(), name="api-searches"),
    path("api/v1/quick/<slug:code>/", quick_api.SearchDetail.as_view(), name="api-search"),
    path("api/v1/tables/", open_tables_api.TableList.as_view(), name="api-tables"),
    path("api/v1/tables/start/", open_tables_api.TableStart.as_view(), name="api-table-start"),
    path("api/v1/tables/<slug:code>/", open_tables_api.TableDetail.as_view(), name="api-table"),
    path("api/v1/tables/<slug:code>/join/", open_tables_api.TableJoin.as_view(), name="api-table-join"),
    path("api/v1/tables/<slug:code>/begin/", open_tables_api.TableBegin.as_view(), name="api-table-begin"),
    path("api/v1/challenges/", open_tables_api.ChallengeList.as_view(), name="api-challenges"),
    path(challenge, open_tables_api.ChallengeDetail.as_view(), name="api-challenge"),
    path(f"{challenge}accept/", open_tables_api.ChallengeAccept.as_view(), name="api-challenge-accept"),
]
