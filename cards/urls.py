from django.urls import path

from cards.api.bulk import BulkFile, BulkIndex
from cards.pages import pictures

urlpatterns = [
    path("cards/<slug:key>/art/<slug:version>.svg", pictures.card_art, name="card-art"),
    path("cards/<slug:key>/face/<slug:version>.svg", pictures.card_face, name="card-face"),
    path(
        "cards/<slug:key>/face/<slug:version>-<int:width>.png", pictures.card_face_png, name="card-face-png"
    ),
    path("cards/<slug:key>/face/<slug:version>.png", pictures.card_face_png, name="card-face-png"),
    path("cards/<slug:key>/preview/<slug:version>.png", pictures.card_preview, name="card-preview"),
    path("cards/back/<slug:version>.svg", pictures.card_back, name="card-back"),
    path("cards/back/<slug:version>-<int:width>.png", pictures.card_back_png, name="card-back-png"),
    path("cards/back/<slug:version>.png", pictures.card_back_png, name="card-back-png"),
    path("api/v1/bulk/", BulkIndex.as_view(), name="api-bulk"),
    path("api/v1/bulk/<str:name>", BulkFile.as_view(), name="api-bulk-file"),
]
