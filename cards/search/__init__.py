"""The query language of cards: text -> tree -> one typed predicate -> a Django Q, or sets in memory.

Other packages use `services.search.CardSearch` (docs/search.md). Only `compile.py` turns predicates into Q,
and only `sets.py` into sets. Slices above bring the lists of cards that a query may name (`lists.py`).
"""
