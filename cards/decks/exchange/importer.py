"""The importer: reads a deck from whatever people paste or upload, and applies their corrections."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from cards.decks.exchange.as_json import read_json
from cards.decks.exchange.code import contents_of
from cards.decks.exchange.parsed import DeckUnreadable, Line, ParsedDeck
from cards.decks.exchange.text import lines_of, read_text
from cards.decks.models.contents import Contents
from cards.exchange import ExchangeError
from cards.exchange.tables import ANYBODY, decoded, is_workbook, workbook_rows
from cards.models import Card, Kind
from engine.deck_forms.code_numbers import GROUP, compact, opened
from engine.deck_forms.lines import MOST_BYTES, Role
from engine.deck_forms.sentences import CodeError

MOST_FILE = 2 * MOST_BYTES
"""Bytes: UTF-16 takes two for a letter, and a workbook has more than its text."""
ADDRESS = re.compile(r"^[<(]?(?:https?://|/|\?)?\S*?(?:^|[?&])code=([^&#>)]*)", re.IGNORECASE)
TOKEN = re.compile(r"[0-9A-Za-z-]+")
# What counts as a damaged code.
SHORTEST = 2 * GROUP - 1
MIXED = re.compile(r"(?=.*\d)(?=.*[A-Za-z]).{4,}")


def read_anything(text: str, collection: int | None = None) -> ParsedDeck:
    """
    The deck in a text: a code, alone or in an address; JSON; or lines of cards. `collection` is the primary
    key of the set whose own cards it may name. Raises DeckUnreadable
    (DeckCodeError for a code) if the text is not valid in its form.
    """
    lines_of(text)
    text = text.strip("\ufeff \t\r\n")
    address = ADDRESS.match(text)
    if address:
        return _of_code(_in_address(unquote(address[1])))
    if text[0] in "{[" and not re.match(r"\[[^\[\]{}\",]+\]\s*$", text.splitlines()[0]):
        return read_json(text, collection)
    if _is_code(text):
        return _of_code(text)
    return read_text(text, collection)


def text_of(content: bytes) -> str:
    """The text of a file; of a workbook, a line for each row of its first sheet. Raises DeckUnreadable."""
    try:
        if not is_workbook(content):
            return decoded(content)[0]
        rows = [cells for _place, cells in workbook_rows(content, ANYBODY)]
    except ExchangeError as error:
        raise DeckUnreadable(str(error)) from error
    return "\n".join("\t".join(" ".join(cell.split()) for cell in cells if cell) for cells in rows)


def _of_code(code: str) -> ParsedDeck:
    return ParsedDeck(contents=contents_of(code), form="code")


def _in_address(text: str) -> str:
    """The part that is the code: all of it if line breaks have split the address, else the first word."""
    return text if _opens(text) else (text.split() or [""])[0]


def _is_code(text: str) -> bool:
    """Whether the text is a deck code, intact or damaged."""
    if _opens(text):
        return True
    words = text.split()
    if not all(map(TOKEN.fullmatch, words)) or len(compact(text)) < SHORTEST:
        return False
    return 2 * sum(len(word) for word in words if MIXED.fullmatch(word)) >= sum(map(len, words))


def _opens(text: str) -> bool:
    try:
        opened(text)
    except CodeError:
        return False
    return True


def chosen(parsed: ParsedDeck, choices: Mapping[int, str | None]) -> Contents:
    """
    The contents with the user's corrections. `choices` maps the index of a line in `parsed.lines` to the key
    of the right card, or to None to leave the line out; other lines stay as they were read.
    """
    if not choices:
        return parsed.contents
    lines = [(choices[place], line) if place in choices else (_key(line), line)
             for place, line in enumerate(parsed.lines)]  # fmt: skip
    cards: Counter[str] = Counter()
    for key, copies in _of(lines, Role.CARD):
        cards[key] += copies
    starter = next((key for key, _copies in _of(lines, Role.STARTER)), "")
    hand = [key for key, copies in _of(lines, Role.HAND) for _copy in range(copies)]
    if starter and Card.objects.filter(key=starter, kind=Kind.HOME).exists():
        starter = ""
    return Contents.of(cards, parsed.contents.rules, starter, hand, parsed.contents.collection)


def _key(line: Line) -> str | None:
    return line.card.key if line.card else None


def _of(lines: list[tuple[str | None, Line]], role: Role) -> Iterator[tuple[str, int]]:
    """Keys and copies of the lines with that role, in order."""
    for key, line in lines:
        if key is not None and line.role == role:
            yield key, line.asked
