"""The API, version 1: what the card database knows, as JSON for programs (docs/api.md)."""
