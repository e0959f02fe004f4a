"""Printed cards look as on the pages."""

import io
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from cards.art import back_svg, face_edge, face_svg, lettering
from cards.art.png import png_of
from cards.printing import Options, print_cards
from tests.printing.prints import FACES, IMPRINT, MM, deck, opened, places

pytestmark = pytest.mark.once

SHEET = Path(__file__).with_name("printed_sheet.png")


def picture(
    document: pypdfium2.PdfDocument, number: int, place: tuple[float, float], width: int
) -> Image.Image:
    """The card that lies on the page at `place`, as a picture so many pixels wide."""
    page = document[number]
    left, low = place[0] * MM, page.get_mediabox()[3] - (place[1] + 88) * MM
    page.set_cropbox(left, low, left + 63 * MM, low + 88 * MM)
    return page.render(scale=(width - 0.001) / (63 * MM)).to_pil().convert("RGB")


def drawn(svg: str, width: int, edge: str) -> Image.Image:
    """The picture as the pages show it, on the colour of its edge."""
    face = Image.open(io.BytesIO(png_of(svg, width))).convert("RGBA")
    ground = Image.new("RGBA", face.size, f"#{edge}")
    ground.alpha_composite(face)
    return ground.convert("RGB")


def difference(one: Image.Image, other: Image.Image, tiles: tuple[int, int] = (21, 29)) -> tuple[float, int]:
    """The mean difference of the pixels, and that of the worst tile of 3 mm; 255 is black on white."""
    assert one.size == other.size
    mean = sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3
    coarse = [each.resize(tiles, Image.Resampling.BOX) for each in (one, other)]
    worst = max(high for _low, high in ImageChops.difference(*coarse).getextrema())
    return mean, worst


LOOKED_AT = [
    "home", "wildfire", "light-pollution", "food-chain-disruption", "boreal-bog", "coral-lagoon", "savanna",
    "barn-owl", "moose", "bladderwrack", "highland-midge", "bullfinch", "great-white-shark", "polar-bear",
    "common-dandelion", "biocrust-cyanobacteria",
]  # fmt: skip


def test_printed_cards_look_as_on_the_pages():
    cards = [(key, FACES[key]) for key in LOOKED_AT]
    terrains = {terrain for _key, face in cards for terrain in face.get("terrains", [])}
    assert len(terrains) == 7
    assert {face["kind"] for _key, face in cards} == {"species", "event", "habitat", "home"}
    data = print_cards(cards, Options(marks=False), IMPRINT)
    reader = pypdf.PdfReader(io.BytesIO(data))
    with opened(data) as document:
        for number, (key, face) in enumerate(cards):
            sheet, on_sheet = divmod(number, 9)
            x, y = places(reader.pages[sheet])[on_sheet]
            got = picture(document, sheet, (x, y), 378)
            mean, worst = difference(got, drawn(face_svg(face, key), 378, face_edge(face)))
            assert (mean < 3, worst < 20) == (True, True), (key, mean, worst)


def test_the_printed_back_looks_as_on_the_pages():
    data = print_cards(deck(1), Options(backs=True, marks=False), IMPRINT)
    with opened(data) as document:
        got = picture(document, 1, (136.5, 16.5), 378)
    mean, worst = difference(got, drawn(back_svg(), 378, "FFFFFF"))
    assert (mean < 1, worst < 8) == (True, True)


KEPT = [
    ("meadow", {
        "name": "Meadow Grass", "latin_name": "Poa exempla", "kind": "species", "scale": 4, "food_chain": 1,
        "diet": "photosynthetic", "terrains": ["grassland"], "climates": ["cool", "warm"], "points": 3,
        "abilities": {"spread": {"count": 1, "needs": ["wind"]}}, "subject": "noto:herb",
        "fact": "It bends and stands up again.",
    }),
    ("pond", {
        "name": "Pond", "kind": "habitat", "terrains": ["freshwater"], "climates": ["cool"], "points": 1,
        "subject": "shape:reed", "fact": "Still water, deep in summer.",
    }),
    ("late-frost", {
        "name": "Late Frost", "kind": "event", "duration": 2, "subject": "noto:snowflake",
        "effects": [{"do": "shift-climate", "by": -1}], "fact": "One night in May.",
    }),
    ("home", {"name": "Home", "kind": "home"}),
    ("reef-fish", {
        "name": "Reef Fish", "latin_name": "Piscis exempla", "kind": "species", "scale": 5, "food_chain": 2,
        "diet": "herbivore", "terrains": ["ocean"], "climates": ["warm", "hot"], "points": 4,
        "abilities": {"move": 2}, "subject": "noto:tropical-fish", "fact": "It sleeps in coral.",
    }),
]  # fmt: skip


def test_a_sheet_looks_as_the_kept_picture():
    """When the look of the cards has changed on purpose, delete the picture: this writes it anew, once."""
    with opened(print_cards(KEPT, Options(), IMPRINT)) as document:
        got = document[0].render(scale=0.8).to_pil().convert("RGB")
    if not SHEET.exists():
        got.save(SHEET, optimize=True)
        pytest.fail("the picture was missing and is written: look at it")
    with Image.open(SHEET) as kept:
        mean, worst = difference(got, kept.convert("RGB"), (60, 84))
    assert (mean < 1, worst < 12) == (True, True), (mean, worst)


def test_faces_can_be_drawn_by_many_threads_at_once():
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    lettering.font.cache_clear()
    try:
        with ThreadPoolExecutor(8) as threads:
            drawings = [threads.submit(face_svg, face, key) for key, face in deck(24)]
            assert all(each.result().endswith("</svg>") for each in drawings)
    finally:
        sys.setswitchinterval(usual)
