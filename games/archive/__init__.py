"""
The archive: all public games of a month as a file for everybody, with ratings and ready decks, but without
the names of people (docs/archive.md).

Stores nothing in the database; the files are in VAR_DIR/archive, written once a month by `services.files`.
Offers a page, /archive/, and the API of the same name. Nothing is built on it.
"""
