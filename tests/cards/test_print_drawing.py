"""Printed cards look as on the pages, and what cannot be drawn is refused."""

import io
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from cards.art import back_svg, face_edge, face_svg, lettering
from cards.art.png import png_of
from cards.printing import Options, print_cards
from cards.printing.drawing import UnknownDrawing, draw
from cards.printing.file import Content, File
from cards.printing.matrix import IDENTITY, transform_of
from cards.printing.paths import ellipse, path, rectangle
from tests.cards.prints import FACES, IMPRINT, MM, deck, opened, places

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
            x, y, _name = places(reader.pages[sheet])[on_sheet]
            got = picture(document, sheet, (x, y), 378)
            mean, worst = difference(got, drawn(face_svg(face, key), 378, face_edge(face)))
            assert (mean < 3, worst < 16) == (True, True), (key, mean, worst)


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


def empty_content() -> Content:
    return Content(File(title="", author="", subject="", language="en", day=date(2026, 1, 1)))


@pytest.mark.parametrize("inside", [
    "<text>word</text>", "<image/>", "<foreignObject/>", '<g filter="url(#blur)"/>', '<g mask="url(#m)"/>',
    '<path d="M0 0h1v1z" style="fill:red"/>', '<path d="M0 0h1v1z" fill="red"/>', '<path d="M0 0X1 1"/>',
    '<path d="M0 0L1"/>', '<path d="M0 0h1v1z" fill="url(#none)"/>', '<use href="#none"/>',
    '<g transform="skewX(3)"/>', '<g transform="scale(1 2 3)"/>', '<g transform="turned"/>',
    '<rect width="1" height="1" ry="2"/>', '<rect width="50%" height="1"/>', '<g opacity="half"/>',
    '<g clip-path="url(#none)"/>', '<clipPath id="c"><g/></clipPath><g clip-path="url(#c)"/>',
    '<linearGradient id="l" spreadMethod="pad"><stop/></linearGradient><path d="M0 0h1v1" fill="url(#l)"/>',
    '<linearGradient id="l"/><path d="M0 0h1v1z" fill="url(#l)"/>', '<g id="g"><use href="#g"/></g>',
    '<g opacity=".5"><path d="M0 0h1" data-font="text-400" data-text="a"/></g>',
    '<path d="M0 0h1v1z" stroke="#000" stroke-linecap="odd"/>', "<g>",
])  # fmt: skip
def test_what_is_not_known_of_svg_is_refused(inside):
    with pytest.raises(UnknownDrawing):
        draw(empty_content(), f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>', IDENTITY)


def test_every_subject_and_shape_can_be_printed():
    art = Path(lettering.__file__).parent
    files = [*(art / "subjects").rglob("*.svg"), *(art / "shapes").glob("*.svg")]
    assert len(files) > 200
    for file in files:
        family = "shape" if file.parent.name == "shapes" else file.parent.name
        face = FACES["moose"] | {"subject": f"{family}:{file.stem}"}
        draw(empty_content(), face_svg(face, "moose"), IDENTITY)


@pytest.mark.parametrize(("shape", "box"), [
    (path("M1 2h3v4z"), (1, 2, 4, 6)),
    (path("m1 2 3 0 0 4z"), (1, 2, 4, 6)),
    (path("M0 0a1 1 0 0 1 2 0"), (0, -1, 2, 0)),
    (path("M0 0a1 1 0 012 0"), (0, -1, 2, 0)),
    (path("M0 0A1 1 0 1 0 2 0"), (0, 0, 2, 1)),
    (path("M0 0q1 2 2 0t2 0"), (0, -1, 4, 1)),
    (path("M0 0c0 4 4 4 4 0s4-4 4 0"), (0, -3, 8, 3)),
    (path("M0 0L1e1-.5.5.25"), (0, -0.5, 10, 0.25)),
    (path("M0 0a0 1 0 0 1 2 0"), (0, 0, 2, 0)),
    (rectangle(1, 2, 3, 4, 9), (1, 2, 4, 6)),
    (ellipse(5, 5, 2, 1), (3, 4, 7, 6)),
])  # fmt: skip
def test_the_box_of_a_shape(shape, box):
    assert shape.box == pytest.approx(box, abs=0.01)


def test_transforms_are_applied_from_right_to_left():
    assert transform_of("translate(1 2) scale(3)") == (3, 0, 0, 3, 1, 2)
    assert transform_of("rotate(90 1 1)") == pytest.approx((0, 1, -1, 0, 2, 0))
    assert transform_of("matrix(1,2,3,4,5,6)") == (1, 2, 3, 4, 5, 6)


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
