"""Decks: building, analysing, printing and sharing them."""
