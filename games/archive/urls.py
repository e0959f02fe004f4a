from django.urls import path

from games.archive import api
from games.archive.pages import archive

urlpatterns = [
    path("archive/", archive, name="archive"),
    path("api/v1/archive/", api.ArchiveIndex.as_view(), name="api-archive"),
    path("api/v1/archive/<str:name>", api.ArchiveFile.as_view(), name="api-archive-file"),
]
