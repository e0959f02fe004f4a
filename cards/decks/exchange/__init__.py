"""Decks in files: deck code, plain text and JSON. `importer` reads any of them."""
