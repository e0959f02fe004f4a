from cards.services.card_file import CardSetError
from cards.services.load import CARDS_PATH, DECKS_PATH, LoadResult, load_card_set

__all__ = ["CARDS_PATH", "DECKS_PATH", "CardSetError", "LoadResult", "load_card_set"]
