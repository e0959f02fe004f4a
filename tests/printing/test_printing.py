"""Cards on paper: the boxes, fonts, words and credits of the PDF."""

import io
import re
from dataclasses import replace
from datetime import date

import pypdf
import pytest

from cards.art import face_edge
from cards.printing import CannotPrint, Options, document, print_cards
from tests.printing.prints import (
    FACES,
    IMPRINT,
    MM,
    NUMBER,
    contents,
    deck,
    in_mm,
    labels,
    opened,
    places,
    printed,
    words,
)

pytestmark = pytest.mark.once

MARK = re.compile(
    rf"q 1 0 0 -1 {NUMBER} {NUMBER} cm/c\d+ CS [\d. ]+SCN 0.25 w "
    rf"[^\n]*?{NUMBER} {NUMBER} m {NUMBER} {NUMBER} l\s"
)
"""A crop mark: where its axes lie, and both of its ends."""


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
@pytest.mark.parametrize("bleed", [False, True])
def test_nine_cards_of_exactly_63_by_88_mm_stand_in_the_middle_of_a_sheet(paper, size, bleed):
    reader = printed(deck(9), paper=paper, bleed=bleed)
    page = reader.pages[0]
    assert in_mm(page.mediabox) == [0, 0, *size]
    stand = places(page)
    assert len(stand) == 9
    gap = 6 if bleed else 0
    left, top = (size[0] - 3 * 63 - 2 * gap) / 2, (size[1] - 3 * 88 - 2 * gap) / 2
    wanted = [(left + column * (63 + gap), top + row * (88 + gap)) for row in range(3) for column in range(3)]
    assert stand == [pytest.approx(place, abs=0.01) for place in wanted]
    trim = [left, top, size[0] - left, size[1] - top]
    assert in_mm(page.trimbox) == pytest.approx(trim, abs=0.01)
    more = 3 if bleed else 0
    bled = [
        max(left - more, 0),
        max(top - more, 0),
        min(size[0] - left + more, size[0]),
        min(size[1] - top + more, size[1]),
    ]
    assert in_mm(page.bleedbox) == pytest.approx(bled, abs=0.01)


def test_bleed_carries_the_edge_of_each_card_on_and_never_reaches_a_neighbour():
    cards = deck(9)
    data = print_cards(cards, Options(bleed=True, marks=False), IMPRINT)
    stand = places(pypdf.PdfReader(io.BytesIO(data)).pages[0])
    with opened(data) as document:
        sheet = document[0].render(scale=10 / MM).to_pil().convert("RGB")
    for (_key, face), (x, y) in zip(cards, stand, strict=True):
        edge = tuple(bytes.fromhex(face_edge(face)))
        around = [
            (x - 2.8, y + 44),
            (x + 65.8, y + 44),
            (x + 31, y - 2.8),
            (x + 31, y + 90.8),
            (x + 0.3, y + 0.3),
        ]
        for at in around:
            assert sheet.getpixel((round(at[0] * 10), round(at[1] * 10))) == pytest.approx(edge, abs=2)
    left = min(x for x, _y in stand)
    assert sheet.getpixel((round((left - 3.3) * 10), 1500)) == (255, 255, 255)


@pytest.mark.parametrize("bleed", [False, True])
def test_crop_marks_lie_in_line_with_the_cuts_and_outside_every_card(bleed):
    page = printed(deck(9), bleed=bleed).pages[0]
    stand = places(page)
    lines = [[float(value) / MM for value in found] for found in MARK.findall(contents(page))]
    assert len(lines) >= 16
    xs = {round(x + more, 2) for x, _y in stand for more in (0, 63)}
    ys = {round(y + more, 2) for _x, y in stand for more in (0, 88)}
    for line in lines:
        at_x, at_y, x, y, to_x, to_y = line
        x, to_x, y, to_y = at_x + x, at_x + to_x, 297 - at_y + y, 297 - at_y + to_y
        if x == to_x:
            assert min(abs(x - each) for each in xs) < 0.02
        else:
            assert y == to_y
            assert min(abs(y - each) for each in ys) < 0.02
        for left, top in stand:
            beside = max(x, to_x) <= left - 1.4 or min(x, to_x) >= left + 64.4
            above = max(y, to_y) <= top - 1.4 or min(y, to_y) >= top + 89.4
            assert beside or above
    assert not MARK.search(contents(printed(deck(9), marks=False, bleed=bleed).pages[0]))


def test_backs_are_mirrored_also_behind_a_sheet_that_is_not_full():
    reader = printed(deck(11), backs=True)
    assert labels(reader) == ["Sheet 1", "Sheet 1, back", "Sheet 2", "Sheet 2, back", "Credits"]
    for number in (0, 2):
        fronts, backs = places(reader.pages[number]), places(reader.pages[number + 1])
        assert [(round(210 - x - 63, 2), y) for x, y in fronts] == backs
    assert [x for x, _y in places(reader.pages[3])] == [136.5, 73.5]
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    assert "/Duplex" not in printed(deck(2)).trailer["/Root"]["/ViewerPreferences"]


def test_copies_of_a_card_lie_side_by_side():
    [(key, face), (other, other_face)] = deck(2)
    reader = printed([(key, face), (other, other_face), (key, face)], copies=4)
    text = [words(page) for page in reader.pages]
    assert [page.count(face["fact"][:12]) for page in text[:2]] == [5, 3]
    assert [page.count(other_face["fact"][:12]) for page in text[:2]] == [4, 0]


@pytest.mark.parametrize(("cards", "options", "pages"), [
    (1, {}, 2), (9, {}, 2), (10, {}, 3), (10, {"backs": True}, 5), (4, {"copies": 3}, 3), (0, {}, 1),
    (0, {"backs": True}, 1),
])  # fmt: skip
def test_as_many_pages_as_the_cards_need_and_the_credits(cards, options, pages):
    reader = printed(deck(cards) if cards else [], **options)
    assert len(reader.pages) == pages
    assert labels(reader)[-1] == "Credits"
    assert IMPRINT.title in words(reader.pages[-1])


def test_the_file_tells_what_it_is_and_asks_to_be_printed_as_large_as_it_is():
    reader = printed(deck(2))
    assert reader.metadata.title == "Meadow and pond"
    assert reader.metadata.author == "Ada Weaver"
    assert reader.metadata.creation_date_raw == "D:20261121000000Z"
    root = reader.trailer["/Root"]
    assert (root["/Lang"], root["/ViewerPreferences"]["/PrintScaling"]) == ("en", "/None")


def test_letters_that_no_font_has_are_boxes_and_everything_else_is_set():
    imprint = replace(IMPRINT, title="Žluťoučký (kůň) 草 🦊", code="")
    reader = printed(deck(1), imprint)
    assert reader.metadata.title == imprint.title
    assert "Žluťoučký (kůň)" in words(reader.pages[-1])


def test_every_object_of_the_file_can_be_read_strictly():
    data = print_cards(deck(30), Options(backs=True, bleed=True), IMPRINT)
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    for number in range(1, reader.trailer["/Size"]):
        assert reader.get_object(number) is not None


def test_the_same_cards_give_the_same_bytes_and_another_day_others():
    def made(day: int) -> bytes:
        return print_cards(deck(3), Options(backs=True), replace(IMPRINT, day=date(2026, 11, day)))

    assert made(21) == made(21)
    assert made(21) != made(22)


def test_letters_are_text_in_embedded_fonts_and_there_is_no_raster_picture():
    cards = deck(9)
    reader = printed(cards)
    fonts = reader.pages[0]["/Resources"]["/Font"]
    assert len(fonts) >= 6
    for font in fonts.values():
        [inner] = font.get_object()["/DescendantFonts"]
        descriptor = inner.get_object()["/FontDescriptor"].get_object()
        assert re.match(r"/[A-Z]{6}\+Phylo-", descriptor["/FontName"])
        assert descriptor["/FontFile2"].get_object().get_data()
        assert "/ToUnicode" in font.get_object()
    text = words(reader.pages[0])
    for _key, face in cards:
        for word in f"{face['name']} {face.get('latin_name', '')} {face['fact']}".split():
            assert word.lower() in text.lower()
    kinds = [reader.get_object(number) for number in range(1, reader.trailer["/Size"])]
    assert not any(isinstance(each, dict) and each.get("/Subtype") == "/Image" for each in kinds)


def test_credits_name_every_artist_licence_and_source_that_was_used_and_no_other():
    owl = FACES["barn-owl"] | {"subject": "game-icons:barn-owl #B58A4F"}
    fox = FACES["moose"] | {"subject": "fluent-emoji-flat:moose"}
    own = FACES["bladderwrack"] | {"credit": "Kelp by Nora Sand, CC BY-SA 4.0", "source": "Sand 1998, page 4"}
    reader = printed([("barn-owl", owl), ("moose", fox), ("bladderwrack", own)])
    text = words(reader.pages[-1])
    for said in (
        "Meadow and pond", "What grows and what eats it", "by Ada Weaver", "Deck code: P1-7QK2",
        "https://phylo.example/decks/meadow/", "3 cards", "one sheet of A4", "63 × 88 mm",
        "Phylo Online, CC BY 4.0", "Phylo Online, CC0",
        "Game Icons by Lorc, Delapouite and contributors, CC BY 3.0",
        "Fluent Emoji by Microsoft, MIT", "Bricolage Grotesque", "Source Sans 3 by Adobe", "Newsreader",
        "SIL Open Font License 1.1", "Barn Owl · Tyto alba", "Kelp by Nora Sand, CC BY-SA 4.0",
        "Sand 1998, page 4", "phylogame.org",
    ):  # fmt: skip
        assert said in text, said
    assert "Noto" not in text
    links = {note.get_object()["/A"]["/URI"] for note in reader.pages[-1]["/Annots"]}
    assert {"https://phylo.example/decks/meadow/", "https://creativecommons.org/licenses/by/3.0/"} <= links
    assert fox["source"] in links


def test_own_cards_of_a_set_are_credited_to_it_under_its_licence():
    terms = {"own": ("set-card-1-",), "licence": "CC-BY-NC-4.0"}
    imprint = replace(IMPRINT, title="Pond of 5b", author="", code="", **terms)
    own = ("set-card-1-", FACES["moose"])
    alone, both = (
        words(printed(cards, imprint).pages[-1]).replace(" ", "")
        for cards in ([own], [own, ("barn-owl", FACES["barn-owl"])])
    )
    assert "owncards:theset“Pondof5b”,CCBY-NC4.0." in alone
    assert "cards:PhyloOnline" not in alone
    assert "publishedcards:PhyloOnline,CCBY4.0." in both
    assert both.count("Owncardoftheset“Pondof5b”,CCBY-NC4.0") == 1


def test_credits_of_many_cards_go_on_over_several_pages_and_name_them_all():
    cards = deck(180)
    reader = printed(cards)
    pages = reader.pages[20:]
    assert labels(reader)[20:] == [f"Credits {number}" for number in range(1, len(pages) + 1)]
    text = " ".join(words(page) for page in pages)
    for _key, face in cards:
        assert face["name"] in text


def test_a_long_word_is_broken_where_the_page_ends():
    code = "P1-" + "7QK2M9" * 40
    text = printed([], replace(IMPRINT, code=code)).pages[0].extract_text()
    assert code in text.replace("\n", "")


def test_with_bleed_the_back_has_no_rim():
    data = print_cards(deck(1), Options(backs=True, bleed=True, marks=False), IMPRINT)
    with opened(data) as document:
        sheet = document[1].render(scale=10 / MM).to_pil().convert("RGB")
    across = [sheet.getpixel((at, 400)) for at in range(1397, 2083)]
    assert max(green for _red, green, _blue in across) < 160
    assert across[0] == across[-1] == (0x1F, 0x4A, 0x38)


def test_30_cards_with_backs_are_small():
    assert len(print_cards(deck(30), Options(backs=True, bleed=True, copies=2), IMPRINT)) < 3 * 1024**2


def test_what_typst_refuses_is_told(monkeypatch):
    monkeypatch.setattr(document, "face_svg", lambda face, key: "<svg>")
    with pytest.raises(CannotPrint, match="SVG"):
        print_cards(deck(1), Options(), IMPRINT)
