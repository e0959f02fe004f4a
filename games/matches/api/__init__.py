"""Matches for programs, below /api/v1/: with a token, everything that the pages can do (docs/bots.md)."""
