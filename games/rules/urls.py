from django.urls import path

from games.rules import pages as rules

urlpatterns = [
    path("rules/", rules.how_to_play, name="rules"),
    path("rules/<str:key>/", rules.rule_set, name="rule-set"),
]
