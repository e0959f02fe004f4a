"""
Names and sentences of cards in other languages, worked on by people: a page for each language shows what is
missing, not sure or out of date, and takes one card after the other.

It stores proposed texts, which go the way of proposals of cards (cards/curation/states.py); approved ones
become the card's (`cards.services.card_texts`).
"""
