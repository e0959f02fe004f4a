"""Cards and decks that come in from files: those of the site, and those of its staff."""
