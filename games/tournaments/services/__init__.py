"""
Tournaments (docs/tournaments.md): the only code that writes them, but for results, which
games/tournaments/services/results.py stores in the transaction that ends a match.

Whoever holds the row of a tournament never waits for a match, and locks players before it: rows are locked in
the order players, open tables, matches, ratings, tournaments.
"""
