"""
The page of a card, which puts together what all other capabilities know of it: its face and what its values
mean, the food web around it, the search in which it was found, ready decks with it, sources and downloads.
Stores nothing, and offers nothing but its addresses. It stands above those whose knowledge it shows.
"""
