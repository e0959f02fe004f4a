from django.urls import path

from cards.sets.api import own_cards, people, sets

SET = "v1/collections/<slug:slug>/"

# `join` before slugs, which end in random digits.
urlpatterns = [
    path("v1/collections/", sets.Collections.as_view(), name="api-collections"),
    path("v1/collections/join/", people.Joining.as_view(), name="api-collection-join"),
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
