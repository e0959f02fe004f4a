from django.urls import path

from games.home.pages import computer, home, overviews

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", overviews.play, name="play"),
    path("play/computer/", computer.play_computer, name="play-computer"),
    path("learn/", overviews.learn, name="learn"),
    path("community/", overviews.community, name="community"),
    path("matches/", computer.match_create, name="match-create"),
]
