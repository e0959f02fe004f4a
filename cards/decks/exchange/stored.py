"""Deck codes of the cards that are stored: one query each."""

from cards.deck_contents import Contents
from cards.decks.exchange.code import decode, encode
from cards.models import Card


def code_of(contents: Contents) -> str:
    """The deck's code; raises DeckCodeError for a deck that has none."""
    keys = {*contents.cards, *contents.opening_hand, contents.starter} - {""}
    return encode(contents, dict(Card.objects.filter(key__in=keys).values_list("key", "number")))


def contents_of(code: str) -> Contents:
    """The deck of a code; raises DeckCodeError."""
    deck = decode(code)
    keys = dict(Card.objects.filter(number__in=deck.numbers).values_list("number", "key"))
    return deck.contents(keys)
