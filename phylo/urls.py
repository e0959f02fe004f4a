from django.urls import include, path

from phylo.health import health

urlpatterns = [
    path("", include("games.urls")),
    path("cards/", include("cards.urls")),
    path("healthz", health, name="health"),
]
