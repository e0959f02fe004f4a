from cards.models.attributes import Climate, Diet, Kind, Terrain
from cards.models.card import Card
from cards.models.card_set import CardSet
from cards.models.deck import Deck, DeckCard

__all__ = ["Card", "CardSet", "Climate", "Deck", "DeckCard", "Diet", "Kind", "Terrain"]
