from django.urls import include, path

from phylo.health import health

handler400 = "phylo.problems.bad_request"
handler404 = "phylo.problems.not_found"

urlpatterns = [
    path("", include("games.urls")),
    path("cards/", include("cards.urls")),
    path("healthz", health, name="health"),
]
