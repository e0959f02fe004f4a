from django.urls import path, register_converter
from django.urls.converters import SlugConverter

from cards.card_page.pages import card_page, card_record
from cards.services.card_file import RESERVED_KEYS


class CardKey(SlugConverter):
    """No word that is the address of another page, which a slice below may bring."""

    regex = rf"(?!(?:{'|'.join(sorted(RESERVED_KEYS))})/){SlugConverter.regex}"


register_converter(CardKey, "card_key")

urlpatterns = [
    path("cards/<card_key:key>/", card_page, name="card"),
    path("cards/<slug:key>/record.json", card_record, name="card-record"),
]
