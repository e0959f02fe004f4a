"""The formats of card files. Each is read into entries, one per card, that are not yet validated."""

from cards.exchange.entry import Entry, ExchangeError, complaint
from cards.exchange.formats import FORMATS, read, read_rows
from cards.exchange.tables import about_encoding, csv_rows

__all__ = [
    "FORMATS",
    "Entry",
    "ExchangeError",
    "about_encoding",
    "complaint",
    "csv_rows",
    "read",
    "read_rows",
]
