"""Cards as a file, in a format that can be read back."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from cards.art.uploads import LICENCES
from cards.models import Card
from cards.models.card import IDENTIFIERS
from cards.services.card_file import EXPORT_COLUMNS, card_row

EXPORTS = {"csv": "text/csv", "jsonl": "application/jsonl", "record": "application/json"}
"""Maps formats to media types; the format is also the file extension, except for `record`."""


def exported(cards: Iterable[Card], form: str) -> Iterator[str]:
    """The text of a file with these cards, in pieces."""
    match form:
        case "csv":
            yield from _rows(cards)
        case "jsonl":
            for card in cards:
                yield json.dumps(card_object(card), ensure_ascii=False, separators=(",", ":")) + "\n"
        case "record":
            yield from _record(cards)


def _rows(cards: Iterable[Card]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, EXPORT_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for card in cards:
        writer.writerow(card_row(card))
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _record(cards: Iterable[Card]) -> Iterator[str]:
    """Maps keys to card objects, like the `cards` of a game record."""
    opening = "{\n"
    for card in cards:
        yield f"{opening}{json.dumps(card.key)}: {json.dumps(card.as_record(), ensure_ascii=False)}"
        opening = ",\n"
    yield "{}\n" if opening == "{\n" else "\n}\n"


def card_object(card: Card) -> dict[str, object]:
    """
    The card object of the record format, with what no rule reads: `key`, `set`, `fact`, `source`, `subject`,
    `sources` (by field), `estimated` (names of fields), the known `identifiers`, and `art`, the credit of an
    uploaded picture.
    """
    return {
        "key": card.key,
        **card.as_record(),
        "set": card.card_set_id,
        "fact": card.fact,
        "source": card.source,
        "subject": card.subject,
        "sources": card.sources,
        "estimated": card.estimated,
        "identifiers": {name: getattr(card, name) for name in IDENTIFIERS if getattr(card, name)},
        "art": _credit(card.art),
    }


def _credit(art: Mapping[str, str]) -> dict[str, str | None] | None:
    """`file`, `artist`, `source`, `licence` and its address, if it has one; None for a composed picture."""
    licence = LICENCES.get(art.get("licence", ""))
    return {**art, "licence_url": licence.address if licence and licence.address else None} if art else None


def moment(at: datetime) -> str:
    """A time in the format of the API: UTC, with a Z."""
    text = at.isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
