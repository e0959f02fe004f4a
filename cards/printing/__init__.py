"""Cards on paper: a PDF with nine on a sheet, each exactly 63 by 88 mm, and with the credits at the end."""

from collections.abc import Sequence
from typing import Any

from cards.printing.options import MOST_COPIES, PAPERS, Imprint, Options

__all__ = ["MOST_COPIES", "PAPERS", "Imprint", "Options", "print_cards"]


def print_cards(cards: Sequence[tuple[str, dict[str, Any]]], options: Options, imprint: Imprint) -> bytes:
    """
    A PDF of the cards, given as key and face (`Card.as_face`), a card as often as it stands there.

    The same bytes for the same cards, options, imprint and language. Without cards it has only the credits.
    Raises UnknownDrawing for a picture that cannot be drawn in PDF.
    """
    # Here, since ReportLab takes a while to load, and most processes print nothing.
    from cards.printing.document import document

    return document(cards, options, imprint)
