"""What tests of printing share: real faces, a PDF read again, and where cards stand on its pages."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pypdf
import pypdfium2
import pytest

from cards.exchange.site_files import read_cards
from cards.printing import Imprint, Options, print_cards
from cards.services.card_file import read_sets
from engine.sets import CARDS_PATH, SETS_PATH

MM = 72 / 25.4
IMPRINT = Imprint(
    title="Meadow and pond",
    site="https://phylo.example/decks/meadow/",
    day=date(2026, 11, 21),
    subtitle="What grows and what eats it",
    author="Ada Weaver",
    code="P1-7QK2",
)
SETS = [each.key for each in read_sets(SETS_PATH)]
FACES = {card.key: card.as_face() for card in read_cards(CARDS_PATH, SETS)}


def deck(size: int) -> list[tuple[str, dict]]:
    """So many different cards of all kinds."""
    return list(FACES.items())[:: len(FACES) // size][:size]


def printed(cards: list[tuple[str, dict]], imprint: Imprint = IMPRINT, **options) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(print_cards(cards, Options(**options), imprint)))


def in_mm(box) -> list[float]:
    return [round(float(value) / MM, 2) for value in box]


NUMBER = r"(-?[\d.]+)"
CLIP = re.compile(rf"q {NUMBER} {NUMBER} m {NUMBER} \2 l \3 {NUMBER} l \1 \4 l\s+h\s+W\s+n")


def places(page) -> list[tuple[float, float]]:
    """Where cards lie on a page, in millimetres from the left and the top: what is cut to 63 by 88 mm."""
    height = float(page.mediabox.height)
    found = []
    for clip in CLIP.finditer(contents(page)):
        left, top, right, bottom = map(float, clip.groups())
        if ((right - left) / MM, (top - bottom) / MM) == pytest.approx((63, 88), abs=0.001):
            found.append((round(left / MM, 2), round((height - top) / MM, 2)))
    return list(dict.fromkeys(found))


def contents(page) -> str:
    return page.get_contents().get_data().decode("latin-1")


def labels(reader: pypdf.PdfReader) -> list[str]:
    return reader.page_labels


def words(page) -> str:
    return " ".join(page.extract_text().split())


@contextmanager
def opened(data: bytes) -> Iterator[pypdfium2.PdfDocument]:
    document = pypdfium2.PdfDocument(data)
    try:
        yield document
    finally:
        document.close()
