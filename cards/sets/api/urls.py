from django.urls import path

from cards.sets.api import own_cards, people, sets

# `join` before slugs, which end in digits of chance.
urlpatterns = [
    path("v1/collections/", sets.Collections.as_view(), name="api-collections"),
    path("v1/collections/join/", people.Joining.as_view(), name="api-collection-join"),
    path("v1/collections/<slug:slug>/", sets.CollectionDetail.as_view(), name="api-collection"),
    path("v1/collections/<slug:slug>/cards/", sets.CollectionCards.as_view()),
    path("v1/collections/<slug:slug>/cards/<slug:key>/", sets.CollectionCard.as_view()),
    path("v1/collections/<slug:slug>/own/", own_cards.OwnCards.as_view()),
    path("v1/collections/<slug:slug>/own/<int:card>/", own_cards.OwnCard.as_view(), name="api-set-card"),
    path("v1/collections/<slug:slug>/own/<int:card>/shown/", own_cards.OwnCardShown.as_view()),
    path("v1/collections/<slug:slug>/own/<int:card>/propose/", own_cards.OwnCardProposal.as_view()),
    path("v1/collections/<slug:slug>/people/", people.People.as_view()),
    path("v1/collections/<slug:slug>/people/<int:person>/", people.Person.as_view()),
    path("v1/collections/<slug:slug>/links/", people.Links.as_view()),
    path("v1/collections/<slug:slug>/leave/", people.Leaving.as_view()),
]
