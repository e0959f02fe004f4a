"""
Decks: building, analysing, printing and sharing them (docs/decks.md).

Stores decks with their cards and versions, likes, comments, and studies: long work on one version. `services`
is the only code that writes decks; `models.contents` is the list as a value, `fields` says what may be
entered. `insight` analyses a deck without the database; `exchange` reads and writes it as text or code.
"""
