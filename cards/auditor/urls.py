from django.urls import path

from cards.auditor import pages
from phylo.http.work import Work, asks

urlpatterns = [
    path("cards/points/", asks(Work.SEARCH, pages.points), name="card-points"),
    path("cards/points/<int:pk>/", pages.progress, name="card-points-progress"),
    path("cards/points/<int:pk>/cancel/", pages.cancel, name="card-points-cancel"),
]
