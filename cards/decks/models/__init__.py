from cards.decks.models.contents import Contents
from cards.decks.models.deck import Deck, DeckCard, DeckComment, DeckLike, DeckVersion
from cards.decks.models.study import DeckStudy

__all__ = ["Contents", "Deck", "DeckCard", "DeckComment", "DeckLike", "DeckStudy", "DeckVersion"]
