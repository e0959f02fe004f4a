"""Cards are found by their names in any language."""

import pytest
from django.test import Client
from django.utils import translation

from cards.decks.listing import UnknownCard, cards_named
from cards.models import Card, CardText
from cards.search.indexed import IndexedVocabulary
from cards.search.local_names import OtherName
from cards.search.services import search as service
from cards.search.services.search import CardSearch
from cards.services.card_texts import store_texts
from cards.services.version import Version
from tests.factories import CardFactory

pytestmark = pytest.mark.django_db

NAMES = {
    "bald-eagle": ("Bald Eagle", "Weißkopfseeadler", "Pygargue à tête blanche"),
    "brown-bear": ("Brown Bear", "Braunbär", "Ours brun"),
    "barnacle": ("Bay Barnacle", "Seepocke", "Balane"),
    "lynx": ("Eurasian Lynx", "Luchs", "Lynx boréal"),
}


@pytest.fixture(autouse=True)
def cards(db):
    for key, (english, german, french) in NAMES.items():
        card = CardFactory(key=key, name=english, latin_name=f"Genus {key}", fact="")
        store_texts(
            CardText(card=card, language=language, name=name, gender="m", state="sure", of_name=english)
            for language, name in (("de", german), ("fr", french))
        )


def found(text: str, language: str = "en") -> list[str]:
    with translation.override(language):
        search = CardSearch(text)
        keys = [card.key for card in search.page()]
        assert search.count == len(keys)
        assert not search.corrections, search.corrections
        return keys


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Weißkopfseeadler", "bald-eagle"), ("weisskopf", "bald-eagle"), ("name:luchs", "lynx"),
        ("name=luchs", "lynx"), ("braunbär", "brown-bear"), ('"tête blanche"', "bald-eagle"),
        ("bald eagle", "bald-eagle"), ("pygargue", "bald-eagle"),
    ],
)  # fmt: skip
def test_a_name_in_any_language_finds_its_card(text, key, language):
    assert found(text, language) == [key]


def test_a_word_of_english_names_finds_no_others_for_who_reads_english():
    assert found("bar", "en") == ["barnacle"]
    assert found("ours", "en") == ["brown-bear"]


def test_names_of_the_readers_language_are_searched_like_english_ones():
    assert set(found("bär", "de")) == {"barnacle", "brown-bear"}
    assert found("brun", "de") == ["brown-bear"]
    assert found("-bär", "de") == ["lynx", "bald-eagle"]
    assert found("name!=Luchs", "de") == ["brown-bear", "barnacle", "bald-eagle"]


def test_best_matches_of_the_readers_language_come_first():
    CardFactory(key="alpha", name="Alpha Seabird", latin_name="Genus alpha")
    assert found("see", "de")[0] == "barnacle"


@pytest.fixture
def sorted_cards():
    Card.objects.all().delete()
    named = {
        "a": ("Zebra", 2, "de", "Äffchen"), "b": ("Yak", 1, "de", "Zebu"), "c": ("Otter", 2, "de", "Adler"),
        "d": ("Ant", 1, "de", "Ameise"), "e": ("Bee", 2, "es", "Nandú"), "f": ("Cow", 2, "es", "Ñandú"),
        "g": ("Dog", 2, "es", "Nutria"), "h": ("Elk", 2, "es", "Oso"),
    }  # fmt: skip
    for key, (english, scale, language, name) in named.items():
        card = CardFactory(key=key, name=english, scale=scale)
        text = CardText(card=card, language=language, name=name, gender="m", state="sure", of_name=english)
        store_texts([text])


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    ("language", "text", "keys"),
    [
        ("en", "", "defghcba"), ("en", "sort:-name", "abchgfed"), ("en", "sort:scale", "dbefghca"),
        ("de", "", "cadefghb"), ("de", "sort:-name", "bhgfedac"), ("de", "sort:-scale", "caefghdb"),
        ("es", "key:e or key:f or key:g or key:h", "egfh"),
    ],
)  # fmt: skip
def test_cards_are_sorted_by_the_name_that_is_shown(sorted_cards, monkeypatch, language, text, keys, indexed):
    if indexed:
        known = IndexedVocabulary.build(Version.now())
        monkeypatch.setattr(service, "vocabulary", lambda: known)
    with translation.override(language):
        search = CardSearch(text)
        assert "".join(card.key for card in search.page()) == keys
        assert "".join(card.key for card in search.cards()) == keys
        assert "".join(card.key for card in search.page(2, 3)) == keys[3:6]
        near = CardSearch(text).neighbours(keys[1])
        assert near.previous == Card.objects.get(key=keys[0])
        assert near.next == Card.objects.get(key=keys[2])
        assert near.position == 2
        ends = CardSearch(text).neighbours(keys[0]), CardSearch(text).neighbours(keys[-1])
        assert (ends[0].previous, ends[1].next, ends[1].position) == (None, None, len(keys))
        assert CardSearch(text).neighbours("none").position is None


def test_many_cards_keep_the_order_of_english_names(sorted_cards, monkeypatch):
    monkeypatch.setattr(service, "MOST_SORTED", 7)
    with translation.override("de"):
        assert "".join(card.key for card in CardSearch("").page()) == "defghcba"
        assert "".join(card.key for card in CardSearch("scale:1").page()) == "db"


def test_other_lists_are_sorted_by_the_name_that_is_shown(sorted_cards):
    with translation.override("de"):
        cards = sorted(Card.objects.all(), key=lambda card: card.by_name)
        assert "".join(card.key for card in cards) == "cadefghb"


def test_slips_are_forgiven_in_other_languages():
    with translation.override("de"):
        search = CardSearch("luhcs")
        assert [card.key for card in search.page()] == ["lynx"]
        assert search.corrections[0].taken == ["luchs"]
    assert [card.key for card in CardSearch("seepoke").page()] == ["barnacle"]


def test_relations_know_names_of_any_language():
    assert CardSearch("beside:luchs").count == CardSearch("beside:lynx").count > 0


def test_the_name_by_which_it_was_found_is_shown_beside_another():
    lynx = Card.objects.get(key="lynx")
    assert CardSearch("luchs").found_by(lynx) == OtherName("de", "Luchs")
    assert CardSearch("lynx").found_by(lynx) is None
    with translation.override("de"):
        assert CardSearch("eurasian").found_by(lynx) == OtherName("en", "Eurasian Lynx")
        assert CardSearch("luchs").found_by(lynx) is None
    page = Client().get("/cards/?q=luchs").content.decode()
    assert '<p class="found-by" lang="de">Luchs</p>' in page
    assert "found-by" not in Client().get("/cards/?q=lynx").content.decode()


def test_a_changed_name_is_found_at_once():
    text = CardText.objects.get(card__key="lynx", language="de")
    assert found("luchs") == ["lynx"]
    text.name = "Pinselohr"
    store_texts([text])
    assert found("pinselohr") == ["lynx"]


def test_the_index_answers_alike(monkeypatch):
    plainly = {
        (text, language): found(text, language)
        for language in ("en", "de")
        for text in ("bär", "-bär", "luchs", "name=luchs", "name!=luchs", "see", "weiss", "lynx")
        if not (text == "bär" and language == "en")
    }
    known = IndexedVocabulary.build(Version.now())
    monkeypatch.setattr(service, "vocabulary", lambda: known)
    assert {asked: found(*asked) for asked in plainly} == plainly


def test_decks_are_asked_for_cards_by_the_readers_names():
    with translation.override("de"):
        assert [[card.key for card in each] for each in cards_named("Braunbär, seeadler, lynx")] == [
            ["brown-bear"], ["bald-eagle"], ["lynx"],
        ]  # fmt: skip
        with pytest.raises(UnknownCard, match="haubentaucher"):
            cards_named("Haubentaucher")
    with translation.override("en"), pytest.raises(UnknownCard):
        cards_named("Braunbär")
