"""Cards are found by their names in any language."""

import pytest
from django.test import Client
from django.utils import translation

from cards.decks.listing import UnknownCard, cards_named
from cards.models import Card, CardText
from cards.search.local_names import OtherName
from cards.search.services.search import CardSearch
from cards.services.card_texts import store_texts
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
    assert found("-bär", "de") == ["bald-eagle", "lynx"]
    assert found("name!=Luchs", "de") == ["bald-eagle", "barnacle", "brown-bear"]


def test_best_matches_of_the_readers_language_come_first():
    CardFactory(key="alpha", name="Alpha Seabird", latin_name="Genus alpha")
    assert found("see", "de")[0] == "barnacle"


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
    from cards.search.indexed import IndexedVocabulary
    from cards.search.services import search as service
    from cards.services.version import Version

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
