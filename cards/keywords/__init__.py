"""How the site presents abilities and effects.

Each is described once, for faces, glossary, editor, filters, search and API. What they do in play is up to
the engine (`engine/phylo/cards.py`).
"""
