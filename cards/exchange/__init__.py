"""The formats of card files. Each is read into entries, one per card, that are not yet validated."""

from cards.exchange.entry import Entry, ExchangeError
from cards.exchange.formats import FORMATS, read

__all__ = ["FORMATS", "Entry", "ExchangeError", "read"]
