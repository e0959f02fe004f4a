"""
Loading cards and decks from files: the site's own, and imports by staff and by command. Stores the files that
staff send. It stands above all other slices of the cards, since it fills them.
"""
