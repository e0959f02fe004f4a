from django.urls import path

from cards.evidence.api import DataSets
from cards.evidence.pages import food_web, value_sources

urlpatterns = [
    path("cards/data-sets/", value_sources.data_sets, name="data-sets"),
    path("cards/food-web/", food_web.food_web, name="food-web"),
    path("api/v1/data-sets/", DataSets.as_view(), name="api-data-sets"),
]
