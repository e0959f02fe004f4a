from django.urls import path

from cards.sets.pages import cards, files, lists, page, settings

# Fixed words before slugs.
urlpatterns = [
    path("", lists.sets, name="sets"),
    path("new/", lists.new_set, name="set-new"),
    path("put/", cards.put, name="set-put"),
    path("join/<slug:code>/", settings.join, name="set-join"),
    path("<slug:slug>/", page.set_page, name="set"),
    path("<slug:slug>/cards/", cards.fill, name="set-cards"),
    path("<slug:slug>/settings/", settings.set_settings, name="set-settings"),
    path("<slug:slug>/delete/", settings.delete, name="set-delete"),
    path("<slug:slug>/people/", settings.people, name="set-people"),
    path("<slug:slug>/leave/", settings.leave, name="set-leave"),
    path("<slug:slug>/hide/", page.hide, name="set-hide"),
    path("<slug:slug>/print/", files.print_page, name="set-print"),
    path("<slug:slug>/set.pdf", files.print_pdf, name="set-pdf"),
    path("<slug:slug>/set.json", files.set_json, name="set-json"),
    path("<slug:slug>/own/new/", cards.new_card, name="set-card-new"),
    path("<slug:slug>/own/<int:pk>/edit/", cards.edit_card, name="set-card-edit"),
    path("<slug:slug>/own/<int:pk>/face.svg", cards.face, name="set-card-face"),
    path("<slug:slug>/own/<int:pk>/<slug:step>/do/", cards.act, name="set-card-step"),
]
