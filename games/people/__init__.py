"""
People beyond a single match: profiles, ratings and leaders, friends, and the level that suits a player.

Stores ratings with their changes, and who follows whom. `services.ratings` rates a match in the transaction
that ends it; `services.friends` says who is blocked and who is there; `services.suggested` is the level for
a player.
"""
