"""What the site says of abilities and effects: one description of each, from which faces, glossary, editor,
filters, search and API take what they need. What they do in play is the engine's (`engine/phylo/cards.py`).
"""
