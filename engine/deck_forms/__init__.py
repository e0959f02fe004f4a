"""Decks in and out (docs/deck-code.md): deck code, plain text and JSON, for the site and the command line."""
