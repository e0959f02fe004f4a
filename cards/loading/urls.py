from django.urls import path

from cards.loading import pages

urlpatterns = [
    path("cards/import/", pages.imports, name="card-imports"),
    path("cards/import/<int:pk>/", pages.card_import, name="card-import"),
    path("cards/import/<int:pk>/mistakes.csv", pages.mistakes, name="card-import-mistakes"),
    path("cards/import/<int:pk>/apply/", pages.apply, name="card-import-apply"),
    path("cards/import/<int:pk>/check/", pages.check, name="card-import-check"),
    path("cards/import/<int:pk>/cancel/", pages.cancel, name="card-import-cancel"),
    path("cards/import/<int:pk>/<int:number>/<slug:side>.svg", pages.art, name="card-import-art"),
]
