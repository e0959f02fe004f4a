"""
The home page: running matches, a new match against the computer, and what other slices offer to visitors.

Stores nothing.
"""
