from django.urls import include, path
from django.utils.module_loading import autodiscover_modules

from phylo import slices
from phylo.administration import site
from phylo.http.security_txt import security_txt
from phylo.http.work import Work, asks
from phylo.serving.health import health, ready
from phylo.serving.status import status

handler400 = "phylo.http.problems.bad_request"
handler404 = "phylo.http.problems.not_found"
handler429 = "phylo.http.problems.too_many"
handler500 = "phylo.http.problems.server_error"

autodiscover_modules("administration", register_to=site)

urlpatterns = [
    path("admin/", site.urls),
    *slices.patterns(),
    path("api/", include("phylo.api.urls")),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("healthz", asks(Work.HEALTH, health), name="health"),
    path("status/", asks(Work.HEALTH, status), name="status"),
    path("readyz", asks(Work.HEALTH, ready), name="ready"),
]
