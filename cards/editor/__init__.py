"""The card editor: a form with a live preview, checked by the engine."""
