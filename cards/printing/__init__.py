"""Printed cards: a PDF with nine cards per sheet, each exactly 63 by 88 mm, and credits at the end."""

from cards.printing.document import CannotPrint, print_cards
from cards.printing.sheets import MOST_COPIES, PAPERS, Imprint, Options

__all__ = ["MOST_COPIES", "PAPERS", "CannotPrint", "Imprint", "Options", "print_cards"]
