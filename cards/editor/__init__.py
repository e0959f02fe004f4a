"""Writing a card without code: a form with a live card, tried by the engine."""
