"""Version 1 of the API: the card database as JSON for programs (docs/api.md)."""
