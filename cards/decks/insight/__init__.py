"""Deck analysis: what is wrong with a deck, what can live on what, and how it performs in play.

Every study takes a deck's `Contents` and, by key, the record-format card objects of everything it names. Only
the engine knows the rules. Long studies (resilience, trials) run game by game, and games can be stored as
JSON.
"""
