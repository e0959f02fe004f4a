from django.urls import path

from cards.auditor import pages as auditor
from cards.evidence.pages import reality, value_sources
from cards.loading import pages
from cards.pages import pictures
from cards.pages.card import card_page, card_record
from cards.printing import pages as printing
from cards.search.pages import browse, saved_searches
from cards.search.pages.help import help_page

urlpatterns = [
    path("", browse.browse, name="cards"),
    path("help/", help_page, name="cards-help"),
    path("surprise/", browse.surprise, name="cards-surprise"),
    path("searches/", saved_searches.saved_searches, name="saved-searches"),
    path("searches/new/", saved_searches.save, name="saved-search-new"),
    path("searches/<int:pk>/name/", saved_searches.rename, name="saved-search-name"),
    path("searches/<int:pk>/delete/", saved_searches.delete, name="saved-search-delete"),
    path("data-sets/", value_sources.data_sets, name="data-sets"),
    path("food-web/", reality.food_web, name="food-web"),
    path("export/", browse.export, name="cards-export"),
    path("points/", auditor.points, name="card-points"),
    path("points/<int:pk>/", auditor.progress, name="card-points-progress"),
    path("points/<int:pk>/cancel/", auditor.cancel, name="card-points-cancel"),
    path("print/", printing.print_page, name="cards-print"),
    path("print.pdf", printing.print_pdf, name="cards-print-pdf"),
    path("import/", pages.imports, name="card-imports"),
    path("import/<int:pk>/", pages.card_import, name="card-import"),
    path("import/<int:pk>/mistakes.csv", pages.mistakes, name="card-import-mistakes"),
    path("import/<int:pk>/apply/", pages.apply, name="card-import-apply"),
    path("import/<int:pk>/check/", pages.check, name="card-import-check"),
    path("import/<int:pk>/cancel/", pages.cancel, name="card-import-cancel"),
    path("import/<int:pk>/<int:number>/<slug:side>.svg", pages.art, name="card-import-art"),
    path("<slug:key>/art/<slug:version>.svg", pictures.card_art, name="card-art"),
    path("<slug:key>/face/<slug:version>.svg", pictures.card_face, name="card-face"),
    path("<slug:key>/face/<slug:version>-<int:width>.png", pictures.card_face_png, name="card-face-png"),
    path("<slug:key>/face/<slug:version>.png", pictures.card_face_png, name="card-face-png"),
    path("<slug:key>/preview/<slug:version>.png", pictures.card_preview, name="card-preview"),
    path("back/<slug:version>.svg", pictures.card_back, name="card-back"),
    path("back/<slug:version>-<int:width>.png", pictures.card_back_png, name="card-back-png"),
    path("back/<slug:version>.png", pictures.card_back_png, name="card-back-png"),
    path("<slug:key>/", card_page, name="card"),
    path("<slug:key>/record.json", card_record, name="card-record"),
]
