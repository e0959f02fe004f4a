from django.urls import path

from cards.loading import pages
from phylo.http.work import Work, asks

urlpatterns = [
    path("cards/import/", asks(Work.SEARCH, pages.imports), name="card-imports"),
    path("cards/import/<int:pk>/", asks(Work.SEARCH, pages.card_import), name="card-import"),
    path("cards/import/<int:pk>/mistakes.csv", pages.mistakes, name="card-import-mistakes"),
    path("cards/import/<int:pk>/apply/", asks(Work.SEARCH, pages.apply), name="card-import-apply"),
    path("cards/import/<int:pk>/check/", asks(Work.SEARCH, pages.check), name="card-import-check"),
    path("cards/import/<int:pk>/cancel/", pages.cancel, name="card-import-cancel"),
    path("cards/import/<int:pk>/<int:number>/<slug:side>.svg", pages.art, name="card-import-art"),
]
