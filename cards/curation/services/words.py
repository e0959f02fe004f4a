"""Texts of people as they are stored."""

from django.utils.translation import gettext as _

from cards.curation.errors import BadContents
from cards.texts import says_something, tidy

LONGEST_KEY = 64


def text_of(field: str, text: str, most: int, *, needed: bool = False) -> str:
    """Tidy lines; raises BadContents."""
    text = tidy(text)
    if needed and not says_something(text):
        raise BadContents(field, _("Write something first."))
    if len(text) > most:
        raise BadContents(field, _("At most %(most)s letters.") % {"most": most})
    return text


def key_of(key: str, *, needed: bool = False) -> str:
    if len(key) > LONGEST_KEY or not key.isprintable() or (needed and not key):
        raise BadContents("key", _("A key has 1 to %(most)s letters or signs.") % {"most": LONGEST_KEY})
    return key
