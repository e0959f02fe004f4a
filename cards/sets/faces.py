"""The faces of cards that live in one set alone."""

from typing import Any

from cards.editor.live import sketched
from cards.models import SetCard
from cards.services.contents import card_from


def key_of(card: SetCard) -> str:
    """What stands for a key where its face is drawn; no published card has it."""
    return f"set-card-{card.pk}-"


def drawn(card: SetCard) -> dict[str, Any]:
    """For `{% card_face %}`."""
    return sketched(card.contents | {"key": key_of(card)})


def printed(card: SetCard) -> tuple[str, dict[str, Any]]:
    """Key and face, as `Card.as_face` gives them."""
    return key_of(card), card_from(card.contents | {"key": "set-card"}, strict=False).as_face()
