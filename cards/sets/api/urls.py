from django.urls import path

from cards.sets.api import views

urlpatterns = [
    path("v1/collections/", views.Collections.as_view(), name="api-collections"),
    path("v1/collections/<slug:slug>/", views.CollectionDetail.as_view(), name="api-collection"),
]
