"""Long studies of decks: how a deck does in games, and what it loses when events strike.

A study is of one version of a deck, pinned to the cards and opponents as they were (phylo/jobs/runner.py).
"""
