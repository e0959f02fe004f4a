"""Decks in and out: the deck code and its QR picture, plain text and JSON."""

from cards.decks.exchange.as_json import deck_object, read_json, write_json
from cards.decks.exchange.code import in_fours
from cards.decks.exchange.door import decoded, read_anything
from cards.decks.exchange.qr import qr_svg
from cards.decks.exchange.reading import DeckCodeError, DeckUnreadable, Line, Named, Reading, Status
from cards.decks.exchange.stored import code_of, contents_of
from cards.decks.exchange.text import read_text, write_text

__all__ = [
    "DeckCodeError", "DeckUnreadable", "Line", "Named", "Reading", "Status", "code_of", "contents_of",
    "deck_object", "decoded", "in_fours", "qr_svg", "read_anything", "read_json", "read_text", "write_json",
    "write_text",
]  # fmt: skip
