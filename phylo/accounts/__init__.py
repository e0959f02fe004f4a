"""Accounts and guests: signing up and in, settings, tokens, deletion. Knows nothing about cards or matches."""
