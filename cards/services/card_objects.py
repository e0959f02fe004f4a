"""A card as data that leaves the site: what the API answers, and a line of the bulk file."""

from typing import Any

from cards.models import Card
from cards.models.card import IDENTIFIERS


def card_object(card: Card) -> dict[str, Any]:
    """
    The card object of the record format, and what no rule reads: `key`, `set`, `fact`, `source`, `subject`,
    `estimated` (names of fields) and `identifiers` (those that are known).
    """
    return {
        "key": card.key,
        **card.as_record(),
        "set": card.card_set_id,
        "fact": card.fact,
        "source": card.source,
        "subject": card.subject,
        "estimated": card.estimated,
        "identifiers": {name: getattr(card, name) for name in IDENTIFIERS if getattr(card, name)},
    }


def moment(at: Any) -> str:
    """A time as the API writes it: UTC, with a Z."""
    text: str = at.isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
