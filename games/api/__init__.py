"""Matches for programs, below /api/v1/: with a token, the same as the pages do (docs/bots.md)."""
