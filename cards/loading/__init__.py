"""Loading cards and decks from files: the site's own, and imports by staff."""
