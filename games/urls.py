from django.urls import path

from games import home, pages, people, rules_pages
from games.views import actions, events, matches

urlpatterns = [
    path("", home.home, name="home"),
    path("matches/", matches.match_create, name="match-create"),
    path("matches/<uuid:match_id>/", pages.table_page, name="match"),
    path("matches/<uuid:match_id>/table/", pages.table_fragment, name="match-table"),
    path("matches/<uuid:match_id>/replay/", pages.replay, name="match-replay"),
    path("matches/<uuid:match_id>/actions/", actions.match_actions, name="match-actions"),
    path("matches/<uuid:match_id>/why/", actions.match_why, name="match-why"),
    path("matches/<uuid:match_id>/spaces/", actions.match_spaces, name="match-spaces"),
    path("matches/<uuid:match_id>/state/", matches.match_state, name="match-state"),
    path("matches/<uuid:match_id>/record/", matches.match_record, name="match-record"),
    path("matches/<uuid:match_id>/rematch/", matches.match_rematch, name="match-rematch"),
    path("matches/<uuid:match_id>/events/", events.match_events, name="match-events"),
    path("people/<str:name>/", people.person, name="person"),
    path("replays/<slug:slug>/", pages.example, name="replay"),
    path("rules/", rules_pages.how_to_play, name="rules"),
    path("rules/<str:key>/", rules_pages.rule_set, name="rule-set"),
]
