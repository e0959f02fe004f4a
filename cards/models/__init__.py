from cards.models.artwork import Artwork
from cards.models.attributes import Climate, Diet, Kind, Terrain
from cards.models.builder import Builder, Visibility
from cards.models.card import Card, CardNumbers, CardSet
from cards.models.card_revision import CardRevision
from cards.models.card_text import CardText
from cards.models.derived import derive

__all__ = [
    "Artwork", "Builder", "Card", "CardNumbers", "CardRevision", "CardSet", "CardText", "Climate", "Diet",
    "Kind", "Terrain", "Visibility", "derive",
]  # fmt: skip
