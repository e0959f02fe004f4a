from cards.models.attributes import Climate, Diet, Kind, Terrain
from cards.models.card import Card
from cards.models.card_import import CardImport
from cards.models.card_numbers import CardNumbers
from cards.models.card_set import CardSet
from cards.models.deck import Builder, Deck, DeckCard, DeckVersion, Visibility
from cards.models.deck_study import DeckStudy
from cards.models.deck_talk import DeckComment, DeckLike
from cards.models.derived import derive
from cards.models.saved_search import SavedSearch

__all__ = [
    "Builder", "Card", "CardImport", "CardNumbers", "CardSet", "Climate", "Deck", "DeckCard", "DeckComment",
    "DeckLike", "DeckStudy", "DeckVersion", "Diet", "Kind", "SavedSearch", "Terrain", "Visibility", "derive",
]  # fmt: skip
