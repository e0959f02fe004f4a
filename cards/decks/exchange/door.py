"""The one door for decks from outside: whatever somebody pastes or sends."""

import re
from urllib.parse import unquote

from django.utils.translation import gettext as _

from cards.decks.exchange.as_json import read_json
from cards.decks.exchange.frame import GROUP, compact, opened
from cards.decks.exchange.reading import DeckCodeError, DeckUnreadable, Reading
from cards.decks.exchange.stored import contents_of
from cards.decks.exchange.text import MOST_BYTES, lines_of, read_text

ADDRESS = re.compile(r"^[<(]?(?:https?://|/|\?)?\S*?(?:^|[?&])code=([^&#>)]*)", re.IGNORECASE)
TOKEN = re.compile(r"[0-9A-Za-z-]+")
# Of what is taken for a code that has lost something.
SHORTEST = 2 * GROUP - 1
MIXED = re.compile(r"(?=.*\d)(?=.*[A-Za-z]).{4,}")


def read_anything(text: str) -> Reading:
    """
    The deck in a text: a code, alone or in an address, JSON, or lines of cards.

    Raises DeckUnreadable (DeckCodeError for a code) when it cannot be read as what it is.
    """
    lines_of(text)
    text = text.strip("\ufeff \t\r\n")
    address = ADDRESS.match(text)
    if address:
        return _of_code(_in_address(unquote(address[1])))
    if text[0] in "{[" and not re.match(r"\[[^\[\]{}\",]+\]\s*$", text.splitlines()[0]):
        return read_json(text)
    if _is_code(text):
        return _of_code(text)
    return read_text(text)


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; raises DeckUnreadable."""
    if len(content) > 2 * MOST_BYTES + 2:
        raise DeckUnreadable(_("The text is longer than %(most)s kB.") % {"most": MOST_BYTES // 1024})
    utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return content.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeckUnreadable(_("The file is not UTF-8: byte %(at)d.") % {"at": error.start + 1}) from error


def _of_code(code: str) -> Reading:
    return Reading(contents=contents_of(code), form="code")


def _in_address(text: str) -> str:
    """What belongs to the code: all of it if a line break has cut the address, else its first word."""
    return text if _opens(text) else (text.split() or [""])[0]


def _is_code(text: str) -> bool:
    """Whether it is one, or was one before something happened to it."""
    if _opens(text):
        return True
    words = text.split()
    if not all(map(TOKEN.fullmatch, words)) or len(compact(text)) < SHORTEST:
        return False
    return 2 * sum(len(word) for word in words if MIXED.fullmatch(word)) >= sum(map(len, words))


def _opens(text: str) -> bool:
    try:
        opened(text)
    except DeckCodeError:
        return False
    return True
