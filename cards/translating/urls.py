from django.urls import path

from cards.translating import pages

urlpatterns = [
    path("translations/", pages.languages, name="translations"),
    path("translations/<slug:language>/", pages.language, name="translation"),
    path("translations/<slug:language>/<int:proposal>/do/", pages.act, name="translation-step"),
]
