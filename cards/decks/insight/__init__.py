"""Understanding a deck: what is wrong with it, who lives on whom, and how it does in play.

Every study takes a deck's `Contents` and the record-format card objects of what it names, by key. Only the
engine knows the rules. What takes long (resilience, trials) is done game by game,
and games can be stored as JSON.
"""
