"""
Taking along: what somebody has played and built on a device or another site comes to this one, once each,
from the file "download my data" (docs/account-data.md).

Stores imports with their items until the next ones push them out, and for good what was taken, so that it is
taken once. Offers a page, /account/data/import/, and the API of the same name. Nothing is built on it. Games
are judged by `games.replays`, lessons and puzzles by their slices; decks and sets are made by their services.
"""
