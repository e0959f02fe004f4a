from django.urls import path

from cards.sets.pages import files, filling, lists, moderating, own, page, people, settings

# Words before slugs.
urlpatterns = [
    path("", lists.sets, name="sets"),
    path("new/", lists.new_set, name="set-new"),
    path("put/", filling.put, name="set-put"),
    path("join/<slug:code>/", people.join, name="set-join"),
    path("<slug:slug>/", page.set_page, name="set"),
    path("<slug:slug>/cards/", filling.fill, name="set-cards"),
    path("<slug:slug>/settings/", settings.set_settings, name="set-settings"),
    path("<slug:slug>/delete/", settings.delete, name="set-delete"),
    path("<slug:slug>/people/", people.people, name="set-people"),
    path("<slug:slug>/leave/", people.leave, name="set-leave"),
    path("<slug:slug>/hide/", moderating.hide, name="set-hide"),
    path("<slug:slug>/print/", files.print_page, name="set-print"),
    path("<slug:slug>/set.pdf", files.print_pdf, name="set-pdf"),
    path("<slug:slug>/set.json", files.set_json, name="set-json"),
    path("<slug:slug>/own/new/", own.new_card, name="set-card-new"),
    path("<slug:slug>/own/<int:pk>/edit/", own.edit_card, name="set-card-edit"),
    path("<slug:slug>/own/<int:pk>/face.svg", own.face, name="set-card-face"),
    path("<slug:slug>/own/<int:pk>/<slug:step>/do/", own.act, name="set-card-step"),
]
