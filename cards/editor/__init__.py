"""Writing a card without code: a form that is a live card, and what the engine makes of it."""
