"""Texts of people as they are stored."""

import unicodedata

from django.utils.translation import gettext as _

from cards.curation.errors import BadContents

LONGEST_KEY = 64


def text_of(field: str, text: str, most: int, *, needed: bool = False) -> str:
    """Lines of printable letters, with one empty line between two at most; raises BadContents."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs"))
    lines: list[str] = []
    for line in (line.rstrip() for line in text.strip().split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    text = "\n".join(lines)
    if needed and not any(unicodedata.category(sign)[0] in "LNPS" for sign in text):
        raise BadContents(field, _("Write something first."))
    if len(text) > most:
        raise BadContents(field, _("At most %(most)s letters.") % {"most": most})
    return text


def key_of(key: str, *, needed: bool = False) -> str:
    if len(key) > LONGEST_KEY or not key.isprintable() or (needed and not key):
        raise BadContents("key", _("A key has 1 to %(most)s letters or signs.") % {"most": LONGEST_KEY})
    return key
