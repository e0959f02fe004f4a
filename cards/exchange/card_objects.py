"""Card objects: those of the record format by key, and those of the API, a line each or in a list."""

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from cards.exchange.entry import Entry, ExchangeError, Sheet
from cards.exchange.json_text import loads
from cards.models.card import IDENTIFIERS
from cards.services.card_file import COLUMNS

# What an answer of the API says besides.
TOLD_ONLY = {"images", "page", "api", "relations", "changed_at"}
KNOWN = {*COLUMNS, "identifiers"} - set(IDENTIFIERS) | TOLD_ONLY


def read_lines(text: str) -> Iterator[Entry]:
    """JSON Lines: one object of the API a line."""
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        place = _("line %(line)d") % {"line": number}
        try:
            value = loads(line)
        except ExchangeError as error:
            yield Entry(place, {}, problem=("", str(error)))
            continue
        yield _entry(place, value)


def read_objects(values: Iterable[Any]) -> Iterator[Entry]:
    for number, value in enumerate(values, start=1):
        yield _entry(_("card %(number)d") % {"number": number}, value)


def read_record(value: Any) -> Iterator[Entry]:
    """Key -> card object, alone or as the `cards` of a game record."""
    cards = value.get("cards") if isinstance(value, Mapping) and "format" in value else value
    if not isinstance(cards, Mapping) or not all(isinstance(card, Mapping) for card in cards.values()):
        raise ExchangeError(_("The file is neither a game record nor an object of cards by key."))
    for key, card in cards.items():
        if "key" in card:
            yield Entry(key, {"key": key}, problem=("key", _("stands outside the card in this format")))
        else:
            yield _entry(key, {"key": key, **card})


def _entry(place: str, value: Any) -> Entry:
    if not isinstance(value, Mapping):
        return Entry(place, {}, problem=("", _("is no object")))
    unknown = sorted(set(value) - KNOWN)
    if unknown:
        return Entry(place, {"key": value.get("key")}, problem=(unknown[0], _("no such field")))
    sheet: Sheet = {name: each for name, each in value.items() if name in COLUMNS}
    identifiers = value.get("identifiers", {})
    if not isinstance(identifiers, Mapping) or set(identifiers) - set(IDENTIFIERS):
        return Entry(place, sheet, problem=("identifiers", _("no such identifiers")))
    return Entry(place, sheet | dict(identifiers))
