from django.urls import path

from cards.sets.api import collections

urlpatterns = [
    path("v1/collections/", collections.CollectionList.as_view(), name="api-collections"),
    path("v1/collections/<slug:slug>/", collections.CollectionDetail.as_view(), name="api-collection"),
]
