"""The pages of the card database."""
