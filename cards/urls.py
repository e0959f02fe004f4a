from django.urls import path

from cards import views

urlpatterns = [
    path("<slug:key>/art/<slug:version>.svg", views.card_art, name="card-art"),
]
