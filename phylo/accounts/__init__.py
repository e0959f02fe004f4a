"""Accounts and guests: signing up and in, settings, tokens, deletion. Knows nothing of cards and matches."""
