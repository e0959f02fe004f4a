"""
Sets that people put together: a region, a school class, a museum (docs/sets.md).

Stores sets with their published cards, the people in them, and the cards that exist in one set only.
`services` is the only code that writes them; `access` says what a person may do. Decks register what happens
to them when somebody leaves a set (`leaving_set`) or one of its cards changes (`own_cards_changed`).
"""
