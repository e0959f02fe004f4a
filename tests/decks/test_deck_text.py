"""Decks as plain text: what is written reads back, and what people write is understood or told."""

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.decks.exchange.importer import read_anything, text_of
from cards.decks.exchange.names import MOST_GUESSED
from cards.decks.exchange.parsed import DeckUnreadable, Status
from cards.decks.exchange.text import read_text, write_text
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.loading.load import load_card_set
from cards.models import Card, CardText
from cards.services.card_texts import store_texts
from engine.deck_forms.lines import parse_line
from tests.cards.test_exchange import workbook
from tests.factories import CardFactory, cards_of

UNDERSTOOD, GUESSED, NOT_UNDERSTOOD = Status
pytestmark = pytest.mark.once


@pytest.fixture
def cards(db):
    cards_of(
        {
            "valley-oak": {"name": "Valley Oak", "latin_name": "Quercus lobata"},
            "bur-oak": {"name": "Bur Oak", "latin_name": "Quercus macrocarpa"},
            "red-oat-grass": {"name": "Red Oat Grass", "latin_name": "Themeda triandra"},
            "muellers-aeolidia": {
                "name": "Müller’s Æolidia",
                "latin_name": "Æolidia mülleri",
                "animal": True,
            },
            "thomsons-gazelle": {
                "name": "Thomson's Gazelle",
                "latin_name": "Eudorcas thomsonii",
                "animal": True,
            },
            "xerus": {"name": "Xerus", "latin_name": "Xerus rutilus", "animal": True},
            "phage-t4": {"name": "Phage T4", "latin_name": ""},
            "lynx": {"name": "Lynx", "latin_name": "Lynx lynx", "animal": True},
            "robin": {"name": "Robin", "latin_name": "Erithacus rubecula", "animal": True},
            "robin-phylo": {"name": "Robin", "latin_name": "Turdus migratorius", "animal": True},
            "fire": {"name": "Fire", "event": True},
            "pond": {"name": "Pond", "habitat": True},
            "home": {"name": "Home", "home": True},
        }
    )


def only(text: str):
    """The one line of a text with one."""
    [line] = read_text(text).lines
    return line


@pytest.mark.parametrize(
    ("line", "copies", "key"),
    [("2 Valley Oak", 2, "valley-oak"), ("2x Valley Oak", 2, "valley-oak"),
     ("2 x Valley Oak", 2, "valley-oak"), ("2X Valley Oak", 2, "valley-oak"),
     ("2×Valley Oak", 2, "valley-oak"), ("2xValley Oak", 2, "valley-oak"),
     ("2 × Valley Oak", 2, "valley-oak"), ("2* Valley Oak", 2, "valley-oak"),
     ("x2 Valley Oak", 2, "valley-oak"), ("Valley Oak x2", 2, "valley-oak"),
     ("Valley Oak ×2", 2, "valley-oak"), ("Valley Oak x 2", 2, "valley-oak"),
     ("Valley Oak (x2)", 2, "valley-oak"), ("Valley Oak (2)", 2, "valley-oak"),
     ("Valley Oak [2]", 2, "valley-oak"), ("Valley Oak, 2", 2, "valley-oak"),
     ("Valley Oak;2", 2, "valley-oak"), ("Valley Oak: 2", 2, "valley-oak"),
     ("Valley Oak\t2", 2, "valley-oak"), ("Valley Oak 2", 2, "valley-oak"),
     ("Valley Oak 2x", 2, "valley-oak"), ('"Valley Oak",2', 2, "valley-oak"),
     ('2,"Valley Oak"', 2, "valley-oak"), ("2\tValley Oak", 2, "valley-oak"),
     ("2;Valley Oak", 2, "valley-oak"), ("Valley Oak", 1, "valley-oak"), ("valley oak", 1, "valley-oak"),
     ("2 valley-oak", 2, "valley-oak"), ("2 VALLEY OAK", 2, "valley-oak"),
     ("2 Quercus lobata", 2, "valley-oak"), ("2 quercus  LOBATA", 2, "valley-oak"),
     ("2 [valley-oak]", 2, "valley-oak"), ("2 Valley Oak (Quercus lobata)", 2, "valley-oak"),
     ("2 Valley Oak [valley-oak]", 2, "valley-oak"), ("99 Valley Oak", 99, "valley-oak"),
     ("02 Valley Oak", 2, "valley-oak"), ("２ Valley Oak", 2, "valley-oak"),
     ("  \t 2 \t Valley   Oak  ", 2, "valley-oak"), ("- 2 Valley Oak", 2, "valley-oak"),
     ("* 2 Valley Oak", 2, "valley-oak"), ("•2 Valley Oak", 2, "valley-oak"),
     ("– Valley Oak", 1, "valley-oak"), ("2) 3 Valley Oak", 3, "valley-oak"),
     ("1. 2x Valley Oak", 2, "valley-oak"), ("2 Valley Oak # tall", 2, "valley-oak"),
     ("2 Valley Oak // tall", 2, "valley-oak"), ("2 Valley\u00a0Oak", 2, "valley-oak"),
     ("2 Valley\u200b Oak\u200e", 2, "valley-oak"), ("2 Mullers Aeolidia", 2, "muellers-aeolidia"),
     ("2 MÜLLER'S ÆOLIDIA", 2, "muellers-aeolidia"), ("2 Thomsons Gazelle", 2, "thomsons-gazelle"),
     ("2 Thomson’s gazelle", 2, "thomsons-gazelle"), ("2 Xerus", 2, "xerus"), ("2xXerus", 2, "xerus"),
     ("2x Xerus", 2, "xerus"), ("Lynx 3", 3, "lynx"), ("Phage T4", 1, "phage-t4"),
     ("3 Phage T4", 3, "phage-t4"), ("Phage T4 x2", 2, "phage-t4"), ("1 robin-phylo", 1, "robin-phylo"),
     ("1 Robin [robin]", 1, "robin"), ("1 Robin (Turdus migratorius)", 1, "robin-phylo"),
     ("1 Turdus migratorius", 1, "robin-phylo"), ("1 fire", 1, "fire"), ("1 Pond", 1, "pond")],
)  # fmt: skip
def test_a_line_is_understood(cards, line, copies, key):
    found = only(line)
    assert (found.status, found.copies, found.card and found.card.key) == (UNDERSTOOD, copies, key)
    assert (found.sure, found.reason) == (1.0, "")
    assert dict(read_text(line).contents.cards) == {key: copies}


@pytest.mark.parametrize(
    ("line", "copies", "key"),
    [("2 Valey Oak", 2, "valley-oak"), ("Vallye Oak x3", 3, "valley-oak"),
     ("2 Quercus lobatta", 2, "valley-oak"), ("2 Oat Grass", 2, "red-oat-grass"),
     ("1 Oak, Valley", 1, "valley-oak"), ("2xValey Oak", 2, "valley-oak"),
     ("1. Valley Oak", 1, "valley-oak"), ("2 Valley Oak (rare)", 2, "valley-oak"),
     ("2 Valley Oak [valley-tree]", 2, "valley-oak"), ("2 Valley Oak / Quercus lobata", 2, "valley-oak")],
)  # fmt: skip
def test_a_line_is_guessed(cards, line, copies, key):
    found = only(line)
    assert (found.status, found.copies, found.card.key) == (GUESSED, copies, key)
    assert 0 < found.sure < 1
    assert found.reason
    assert dict(read_text(line).contents.cards) == {key: copies}


@pytest.fixture
def local_names(cards):
    named = {
        "valley-oak": {"de": "Kalifornische Weißeiche", "fr": "Chêne blanc de Californie"},
        "lynx": {"de": "Luchs", "fr": "Lynx boréal"},
        "robin": {"de": "Rotkehlchen", "fr": "Rouge-gorge"},
        "xerus": {"de": "Robin", "fr": "Fouisseur"},  # as another card in English
        "bur-oak": {"de": "Fouisseur", "fr": "Chêne à gros fruits"},  # as another card in French
        "fire": {"de": "Doppelt", "fr": "Feu"},
        "pond": {"de": "Doppelt", "fr": "Étang"},
    }
    store_texts(
        CardText(card=card, language=language, name=name, gender="m", state="sure", of_name=card.name)
        for card in Card.objects.filter(key__in=named)
        for language, name in named[card.key].items()
    )


@pytest.mark.parametrize(
    ("language", "line", "status", "key"),
    [("de", "2 Luchs", UNDERSTOOD, "lynx"), ("de", "2x kalifornische WEISSEICHE", UNDERSTOOD, "valley-oak"),
     ("de", "2 Lynx", UNDERSTOOD, "lynx"), ("de", "2 Quercus lobata", UNDERSTOOD, "valley-oak"),
     ("de", "2 lynx boreal", UNDERSTOOD, "lynx"),
     ("en", "2 Chêne blanc de Californie", UNDERSTOOD, "valley-oak"),
     ("de", "2 Luchs (Lynx lynx)", UNDERSTOOD, "lynx"), ("fr", "2 Lynx (Lynx boréal)", UNDERSTOOD, "lynx"),
     ("de", "2 Fouisseur", UNDERSTOOD, "bur-oak"), ("fr", "2 Fouisseur", UNDERSTOOD, "xerus"),
     ("fr", "2 Fouiseur", GUESSED, "xerus"), ("de", "2 Weißeiche", GUESSED, "valley-oak")],
)  # fmt: skip
def test_names_are_understood_in_any_language(local_names, language, line, status, key):
    with translation.override(language):
        found = only(line)
        assert (found.status, found.card and found.card.key, found.copies) == (status, key, 2)


@pytest.mark.parametrize(
    ("language", "name", "keys"),
    [("de", "Robin", ["robin", "robin-phylo"]), ("de", "Doppelt", ["fire", "pond"]),
     ("en", "Fouisseur", ["bur-oak", "xerus"])],
)  # fmt: skip
def test_names_of_several_cards_are_told(local_names, language, name, keys):
    with translation.override(language):
        found = only(f"1 {name}")
        assert (found.status, found.card, [each.key for each in found.others]) == (NOT_UNDERSTOOD, None, keys)
        assert f"[{keys[0]}]" in found.reason


@pytest.mark.parametrize(
    ("line", "reason", "others"),
    [("2 Oak", "Several cards may be meant by “Oak”.", ["bur-oak", "valley-oak"]),
     ("1 Robin", "2 cards are called “Robin”. Write the key as well, as in “[robin]”.",
      ["robin", "robin-phylo"]),
     ("1 Robni", "Several cards may be meant by “Robni”.", ["robin", "robin-phylo"]),
     ("1 Valley Elm Tree", "No card is called “Valley Elm Tree”.", ["valley-oak"]),
     ("1 Qwrtzpsdfg", "No card is called “Qwrtzpsdfg”.", []),
     ("0 Valley Oak", "Copies are whole numbers from 1 to 99.", []),
     ("100 Valley Oak", "Copies are whole numbers from 1 to 99.", []),
     ("-2 Valley Oak", "Copies are whole numbers from 1 to 99.", []),
     ("Valley Oak x100", "Copies are whole numbers from 1 to 99.", []),
     ("1" * 5000 + " Valley Oak", "Copies are whole numbers from 1 to 99.", []),
     ("² Valley Oak ⁹⁹⁹", "No card is called “Valley Oak 999”.", ["valley-oak"]),
     ("2", "No card is named.", []), ("2 []", "No card is named.", []), ("3 x", None, []),
     ("1 Home", "HOME is where a game starts, and cannot be in a deck.", []),
     ("Starter: Valley Oak", "A deck starts from HOME or from a habitat.", []),
     ("Opening hand: Valley Oak",
      "The opening hand is taken from the deck, which has fewer copies of it.", []),
     ("Rules: 9.9", "There are no rules of that name.", []),
     ("Rules: " + "a" * 5000, "There are no rules of that name.", []),
     ("<script>alert(1)</script>", None, []), ("'; DROP TABLE cards_card; --", None, []),
     ("%s %(name)s {0}", None, []), ("| | |a", None, []), ("a" * 60_000, None, []),
     ("\u202e2 kaO", None, []), ("🦁", None, None)],
)  # fmt: skip
def test_a_line_is_not_understood(cards, line, reason, others):
    reading = read_text(line)
    assert dict(reading.contents.cards) == {}
    if others is None:
        assert reading.lines == ()
        return
    [found] = reading.lines
    assert (found.status, found.card, found.copies) == (NOT_UNDERSTOOD, None, 0)
    assert [card.key for card in found.others] == others
    assert found.reason == reason if reason else found.reason
    assert len(found.text) <= 200
    assert len(found.reason) <= 200


@pytest.mark.parametrize(
    "line",
    ["", "   ", "# 2 Valley Oak", "// 2", "<!-- 2 -->", "----", "=====", "Plants:", "Trees of the valley:",
     "\u200b", "…", "Name:", "Starter:", "Rules: # soon"],
)  # fmt: skip
def test_a_line_says_nothing(cards, line):
    assert read_text(f"{line}\n1 Fire").lines[0].number == 2


def test_a_whole_deck(cards):
    text = (
        "\ufeff# A deck\r\nName:  Oak # 1 \r\nRULES: V1.3\r\nStarter: Pond\r\n"
        "Opening hand: 2 Valley Oak, fire\r\nNotes: One.\r\nNotes:\r\nNotes: Two: # and more.\r\n\r\n"
        "Trees:\r\n2 Valley Oak\r\n1 Valey Oak\r\n1 Fire\r\n3 Yeti Tree\r\n1 Valley Oak"
    )
    reading = read_text(text)
    assert reading.name == "Oak # 1"
    assert reading.notes == "One.\n\nTwo: # and more."
    assert reading.contents == Contents.of(
        {"valley-oak": 4, "fire": 1}, "phylo-1.3", "pond", ["valley-oak", "valley-oak", "fire"]
    )
    assert [(line.number, line.status) for line in reading.lines] == [
        *((number, UNDERSTOOD) for number in (2, 3, 4, 5, 5, 6, 7, 8, 11)), (12, GUESSED), (13, UNDERSTOOD),
        (14, NOT_UNDERSTOOD), (15, UNDERSTOOD),
    ]  # fmt: skip
    assert [line.place for line in reading.guessed] == ["line 12"]
    assert [line.text for line in reading.not_understood] == ["3 Yeti Tree"]
    assert not reading.understood


def test_what_a_deck_cannot_have_is_told_at_its_line(cards):
    reading = read_text(
        "60 Fire\n40 Fire\nStarter: Home\nStarter: Pond\nName: A\nName: B\n3 Bur Oak\n3 Lynx\n"
        "Hand: 2 Bur Oak; 2 Lynx; Fire; Lynx"
    )
    assert dict(reading.contents.cards) == {"fire": 60, "bur-oak": 3, "lynx": 3}
    assert (reading.name, reading.contents.starter) == ("A", "")
    assert list(reading.contents.opening_hand) == ["bur-oak", "bur-oak", "fire", "lynx", "lynx"]
    assert [(line.number, line.reason) for line in reading.not_understood] == [
        (2, "With the lines before, there would be more than 99 copies."),
        (4, "A deck starts from one place."), (6, "The deck has a name already."),
        (9, "An opening hand has 5 cards."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "nothing to read"), (" \r\n\t\n", "nothing to read"), ("\ufeff", "nothing to read"),
     ("1 Fire\0", "NUL"), ("1 Fire\n" * 501, "more than 500 lines"), ("a" * 65_537, "longer than 64 kB"),
     ("é" * 40_000, "longer than 64 kB"), (f"Name: {'a' * 81}", "at most 80 characters"),
     (f"Notes: {'a' * 4001}", "the notes have at most 4000")],
)  # fmt: skip
def test_what_is_not_read_at_all(cards, text, says):
    for read in (read_text, read_anything):
        with pytest.raises(DeckUnreadable, match=says):
            read(text)


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_of_any_editor(codec):
    assert text_of("2 Müller’s Æolidia\r\n".encode(codec)) == "2 Müller’s Æolidia\r\n"


def test_a_workbook_is_a_line_for_each_row(cards):
    content = workbook(["Valley Oak", 2], ["Snowy\nOwl", None, 1.0], [])
    assert text_of(content) == "Valley Oak\t2\nSnowy Owl\t1"


@pytest.mark.parametrize("text", ["Fire;2", '"Fire";"2"', "2;Fire", "Fire\t2", "2,Fire"])
def test_rows_of_spreadsheets(cards, text):
    assert read_anything(text).contents.cards == {"fire": 2}


@pytest.mark.parametrize("content", [b"2 M\x81ller", b"\xff\xfe2", workbook(*[["Fire", 1]] * 1001)])
def test_files_that_are_no_text(content):
    with pytest.raises(DeckUnreadable):
        text_of(content)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_line_says_something_or_nothing(line):
    found = parse_line(line)
    assert found is None or found.field or found.mentions or found.wrong


@pytest.mark.django_db
class TestWriting:
    def test_ready_decks_read_back(self):
        load_card_set()
        for deck in Deck.objects.ready():
            contents = deck.contents
            reading = read_anything(write_text(contents, deck.name, "Two\n\nlines."))
            assert (reading.form, reading.understood) == ("text", True)
            assert (reading.contents, reading.name, reading.notes) == (contents, deck.name, "Two\n\nlines.")

    def test_what_it_looks_like(self, cards):
        contents = Contents.of(
            {"valley-oak": 2, "robin": 1, "fire": 3, "pond": 1, "bur-oak": 1},
            "phylo-1.3", "pond", ["fire", "fire", "robin"],
        )  # fmt: skip
        assert write_text(contents, "Oaks", "Mine.") == (
            "Name: Oaks\nNotes: Mine.\nRules: 1.3\nStarter: Pond\nOpening hand: 2 Fire; 1 Robin [robin]\n"
            "\n# Food-chain number 1\n1 Bur Oak\n2 Valley Oak\n\n# Food-chain number 2\n1 Robin [robin]\n"
            "\n# Events\n3 Fire\n\n# Habitats\n1 Pond\n"
        )

    @pytest.mark.parametrize(
        "name",
        ["7 Spot Ladybird", "x2", "Oak; Red", "Oak, Red", "Name: Oak", "# Oak", "- Oak", "Oak (red)",
         "Oak [1]", "1. Oak", "Oak x2", "Oak:", "“Oak”", "///", "Oak // Red", "Œ", "Lobata Quercus 12",
         "٣ Oak", "Valley Oak", "valley OAK", "Quercus lobata", "2x", "fire", "Rules: 1.3", "½ Oak",
         "-1 Oak"],
    )  # fmt: skip
    def test_strange_names_read_back(self, cards, name):
        Card.objects.filter(key="fire").update(name="Blaze")
        odd = CardFactory(key="odd-card", name=name, latin_name="")
        contents = Contents.of({"odd-card": 3, "valley-oak": 1}, "phylo-1.3", "", ["odd-card", "odd-card"])
        assert odd.name == name
        reading = read_text(write_text(contents))
        assert (reading.contents, reading.understood) == (contents, True)

    def test_cards_that_are_gone_are_named_by_their_keys(self, cards):
        reading = read_text(write_text(Contents.of({"gone": 2, "fire": 1})))
        assert [line.text for line in reading.not_understood] == ["2 [gone]"]


@pytest.mark.django_db
class TestCost:
    def test_queries_do_not_grow_with_the_lines(self, cards, django_assert_max_num_queries):
        read_text("1 Fire")
        lines = [f"{number} Valley Oak" for number in (1, 2)] + [
            "1 Robin",
            "2 Bur Oak",
            "1 Valey Oak",
            "Yeti",
        ]
        with django_assert_max_num_queries(5):
            read_text("\n".join(lines * 15))
        with django_assert_max_num_queries(2):
            read_text("\n".join(["1 Fire", "1 Valley Oak"] * 20))

    def test_many_unknown_names_are_not_all_looked_up(self, cards):
        reading = read_text(
            "\n".join(f"1 Valley Oak{'k' * (number % 2)} {'z' * 9}{number}" for number in range(400))
        )
        assert len(reading.not_understood) == 400
        late = read_text("\n".join([*(f"zzz{n}qq" for n in range(MOST_GUESSED)), "Valey Oak"])).lines[-1]
        assert (late.status, late.reason) == (NOT_UNDERSTOOD, "No card is called “Valey Oak”.")
