"""Understanding a deck: what is wrong with it, who lives on whom, and how it does in play.

Every study takes a deck's `Contents` and the record-format card objects of what it names, by key. The rules
are asked of the engine alone. What takes long (resilience, trials) is done in steps that can be stored as
JSON.
"""
