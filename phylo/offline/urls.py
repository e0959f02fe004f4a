from django.urls import path

from phylo.offline import pages

urlpatterns = [
    path("offline/", pages.page, name="offline"),
    path("offline/manifest.json", pages.manifest, name="offline-manifest"),
    path("offline/files/<path:path>", pages.file, name="offline-file"),
    path("offline/here/", pages.here, name="offline-copy"),
    path("offline/here/<path:path>", pages.here),
    path("sw.js", pages.service_worker, name="service-worker"),
    path("app.<str:language>.webmanifest", pages.app, name="app"),
]
