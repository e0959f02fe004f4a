"""The formats in which cards come: each is read into entries, one a card, that nobody has checked yet."""

from cards.exchange.entry import Entry, ExchangeError
from cards.exchange.formats import FORMATS, read

__all__ = ["FORMATS", "Entry", "ExchangeError", "read"]
