"""Decks: building, understanding, printing and sharing them."""
