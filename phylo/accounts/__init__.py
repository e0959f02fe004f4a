"""People and their accounts: joining, signing in, changing, leaving. Knows nothing of cards and matches."""
