"""Players that are programs, for each game."""
