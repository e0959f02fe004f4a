"""What people write about a deck, as it is stored. Each function raises BadChange for what cannot be."""

from django.utils.translation import gettext as _

from cards.decks.errors import BadChange
from cards.models.deck import LONGEST_NAME, LONGEST_NOTES

LONGEST_KEY = 64
LONGEST_NOTE = 300


def checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadChange("name", _("A name has 1 to %(most)s letters or signs.") % {"most": LONGEST_NAME})
    return name


def checked_notes(notes: str) -> str:
    notes = notes.replace("\r\n", "\n").strip()
    if len(notes) > LONGEST_NOTES:
        raise BadChange("notes", _("Notes have at most %(most)s letters.") % {"most": LONGEST_NOTES})
    if not storable(notes):
        raise BadChange("notes", _("Notes have letters, digits and signs."))
    return notes


def checked_note(note: str) -> str:
    """On a version."""
    note = " ".join(note.split())
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise BadChange("note", _("A note has at most %(most)s letters or signs.") % {"most": LONGEST_NOTE})
    return note


def storable(text: str) -> bool:
    """Whether any database takes it: no NUL, and no half of a pair of UTF-16."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def check_key(key: str) -> None:
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise BadChange("key", _("A key has at most %(most)s letters or signs.") % {"most": LONGEST_KEY})
