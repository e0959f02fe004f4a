from django.urls import path

from cards.sets.api import own_cards, people, sets
from cards.sets.pages import cards, files, lists, page, settings, tables
from phylo.http.work import Work, asks

# Fixed words before slugs.
SET = "api/v1/collections/<slug:slug>/"

urlpatterns = [
    path("sets/", lists.sets, name="sets"),
    path("sets/new/", lists.new_set, name="set-new"),
    path("sets/table/", tables.bring_table, name="set-table"),
    path("sets/put/", cards.put, name="set-put"),
    path("sets/join/<slug:code>/", settings.join, name="set-join"),
    path("sets/<slug:slug>/", page.set_page, name="set"),
    path("sets/<slug:slug>/cards/", cards.fill, name="set-cards"),
    path("sets/<slug:slug>/settings/", settings.set_settings, name="set-settings"),
    path("sets/<slug:slug>/delete/", settings.delete, name="set-delete"),
    path("sets/<slug:slug>/people/", settings.people, name="set-people"),
    path("sets/<slug:slug>/leave/", settings.leave, name="set-leave"),
    path("sets/<slug:slug>/hide/", page.hide, name="set-hide"),
    path("sets/<slug:slug>/print/", asks(Work.SEARCH, files.print_page), name="set-print"),
    path("sets/<slug:slug>/set.pdf", asks(Work.SEARCH, files.print_pdf), name="set-pdf"),
    path("sets/<slug:slug>/set.json", files.set_json, name="set-json"),
    path("sets/<slug:slug>/own/new/", cards.new_card, name="set-card-new"),
    path("sets/<slug:slug>/own/<int:pk>/edit/", cards.edit_card, name="set-card-edit"),
    path("sets/<slug:slug>/own/<int:pk>/face.svg", cards.face, name="set-card-face"),
    path("sets/<slug:slug>/own/<int:pk>/<slug:step>/do/", cards.act, name="set-card-step"),
    path("api/v1/collections/", sets.Collections.as_view(), name="api-collections"),
    path("api/v1/collections/join/", people.Joining.as_view(), name="api-collection-join"),
    path(SET, sets.CollectionDetail.as_view(), name="api-collection"),
    path(f"{SET}cards/", sets.CollectionCards.as_view(), name="api-collection-cards"),
    path(f"{SET}cards/<slug:key>/", sets.CollectionCard.as_view(), name="api-collection-card"),
    path(f"{SET}own/", own_cards.OwnCards.as_view(), name="api-set-cards"),
    path(f"{SET}own/<int:card>/", own_cards.OwnCard.as_view(), name="api-set-card"),
    path(f"{SET}own/<int:card>/shown/", own_cards.OwnCardShown.as_view(), name="api-set-card-shown"),
    path(f"{SET}own/<int:card>/propose/", own_cards.OwnCardProposal.as_view(), name="api-set-card-propose"),
    path(f"{SET}people/", people.People.as_view(), name="api-set-people"),
    path(f"{SET}people/<int:person>/", people.Person.as_view(), name="api-set-person"),
    path(f"{SET}links/", people.Links.as_view(), name="api-set-links"),
    path(f"{SET}leave/", people.Leaving.as_view(), name="api-set-leave"),
]
