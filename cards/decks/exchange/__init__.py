"""Decks that come and go as files: the deck code, plain text and JSON. `importer` reads any of them."""
