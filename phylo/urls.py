from django.urls import include, path
from django.utils.module_loading import autodiscover_modules

from phylo.administration import site
from phylo.http.security_txt import security_txt
from phylo.serving.health import health, ready
from phylo.serving.status import status

handler400 = "phylo.http.problems.bad_request"
handler404 = "phylo.http.problems.not_found"
handler429 = "phylo.http.problems.too_many"
handler500 = "phylo.http.problems.server_error"

autodiscover_modules("administration", register_to=site)

urlpatterns = [
    path("admin/", site.urls),
    path("", include("games.table.urls")),
    path("", include("phylo.accounts.urls")),
    path("", include("phylo.moderation.urls")),
    path("", include("cards.editor.urls")),
    path("", include("cards.curation.urls")),
    path("cards/", include("cards.urls")),
    path("decks/", include("cards.decks.urls")),
    path("sets/", include("cards.sets.urls")),
    path("api/", include("phylo.api.urls")),
    path("api/", include("cards.api.urls")),
    path("api/", include("cards.curation.api.urls")),
    path("api/", include("cards.sets.api.urls")),
    path("api/", include("games.table.api.urls")),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("healthz", health, name="health"),
    path("status/", status, name="status"),
    path("readyz", ready, name="ready"),
]
