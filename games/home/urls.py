from django.urls import path

from games.home import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("matches/", pages.match_create, name="match-create"),
]
