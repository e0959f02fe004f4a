from cards.models.attributes import Climate, Diet, Kind, Terrain
from cards.models.card import Card
from cards.models.card_import import CardImport
from cards.models.card_set import CardSet
from cards.models.deck import Deck, DeckCard
from cards.models.derived import derive
from cards.models.saved_search import SavedSearch

__all__ = [
    "Card", "CardImport", "CardSet", "Climate", "Deck", "DeckCard", "Diet", "Kind", "SavedSearch", "Terrain",
    "derive",
]  # fmt: skip
