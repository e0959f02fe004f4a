from django.urls import path

from cards.taxonomy import api

urlpatterns = [
    path("api/v1/names/", api.NameList.as_view(), name="api-names"),
]
