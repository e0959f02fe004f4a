"""The query language of cards: text -> tree -> one typed predicate -> a Django Q.

Others use `cards.services.search.CardSearch` (docs/search.md). `compile.py` alone turns predicates into Q.
"""
