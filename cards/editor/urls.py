from django.urls import path

from cards.editor import pages, uploads
from phylo.http.work import Work, asks

urlpatterns = [
    path("cards/propose/", pages.propose, name="card-propose"),
    path("cards/propose/names/", pages.names_found, name="names-found"),
    path("cards/sketch/<str:signed>.svg", pages.sketch, name="card-sketch"),
    path("cards/<slug:slug>/edit/", pages.edit_card, name="card-edit"),
    path("proposals/<int:pk>/edit/", pages.edit_proposal, name="proposal-edit"),
    path("art/drawings/<slug:family>/<slug:name>.svg", pages.drawing, name="drawing"),
    path("art/uploads/", asks(Work.SEARCH, uploads.art_upload), name="art-upload"),
    path("art/uploads/<slug:sha>.<slug:ext>", uploads.art_file, name="art-file"),
]
