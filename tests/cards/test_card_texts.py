"""Names and sentences of cards in the readers' languages."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from cards import texts
from cards.art import face_version
from cards.decks.models import Deck
from cards.loading.load import load_card_set
from cards.models import Card, CardText
from cards.search.api.resource import data_version
from cards.services.card_texts import load_texts, store_texts
from cards.services.version import Version
from cards.texts import local_name
from cards.words import criterion_words
from engine import Refusal, sets
from games.matches.models import Player
from games.matches.wording import sentence, short_name
from tests.factories import client_of, deal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_set")]
EAGLE = "bald-eagle"
GERMAN = [("en", "English"), ("de", "Deutsch")]


@pytest.fixture
def german(settings):
    settings.LANGUAGES = GERMAN
    return Client(headers={"accept-language": "de"})


def text_of(key: str, language: str = "de") -> CardText:
    return CardText.objects.select_related("card").get(card__key=key, language=language)


def shown(client: Client, path: str) -> str:
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def test_every_card_of_the_site_has_its_texts():
    for language in ("de", "es", "fr"):
        found = {
            text.card.key: text for text in CardText.objects.filter(language=language).select_related("card")
        }
        assert found.keys() == sets.texts(language).keys() == set(sets.cards())
        assert all(
            (text.of_name, text.of_fact) == (text.card.name, text.card.fact) for text in found.values()
        )


def test_names_are_those_of_the_readers_language():
    card, said = Card.objects.get(key=EAGLE), sets.texts("de")[EAGLE]
    assert (card.local_name, card.local_fact) == (card.name, card.fact)
    with translation.override("de"):
        assert (card.local_name, card.local_fact) == (said.name, said.fact)
        assert (card.as_face()["name"], card.as_record()["name"]) == (said.name, card.name)
        assert local_name("Nothing that is a card") == "Nothing that is a card"
        assert local_name("HOME") == "HEIMAT"
        assert criterion_words({"name": [card.name, "Nobody"]}) == f"{said.name} oder Nobody"
    with translation.override("nl"):
        assert card.local_name == card.name


def test_what_is_missing_or_out_of_date_is_english():
    text_of(EAGLE).delete()
    horse = Card.objects.get(key="horse")
    Card.objects.filter(pk=horse.pk).update(fact="It has another sentence now.")
    horse.refresh_from_db()
    texts.forget()
    with translation.override("de"):
        assert local_name("Bald Eagle") == "Bald Eagle"
        assert horse.local_fact == "It has another sentence now."
        assert horse.local_name == sets.texts("de")["horse"].name


def test_loading_again_changes_nothing_and_leaves_what_people_changed():
    cards = list(Card.objects.all())
    assert load_texts(cards) == 0
    text = text_of(EAGLE)
    text.name, text.version = "Seeadler", text.version + 1
    store_texts([text])
    load_card_set()
    assert text_of(EAGLE).name == "Seeadler"


def test_a_file_that_says_something_new_is_taken(tmp_path, monkeypatch):
    lines = (sets.TEXTS_PATH / "de.csv").read_text(encoding="utf-8").splitlines()
    eagle = next(line for line in lines if line.startswith(f"{EAGLE},"))
    new = eagle.replace(sets.texts("de")[EAGLE].name, "Seeadler")
    (tmp_path / "de.csv").write_text("\n".join([lines[0], new]), encoding="utf-8")
    monkeypatch.setattr(sets, "TEXTS_PATH", tmp_path)
    before, version = Card.objects.get(key=EAGLE).changed_at, Version.now()
    api = data_version()
    assert load_texts(list(Card.objects.all())) == 1
    assert (text_of(EAGLE).name, text_of(EAGLE).version) == ("Seeadler", 2)
    assert Card.objects.get(key=EAGLE).changed_at == before
    assert Version.now() != version
    assert data_version() != api
    with translation.override("de"):
        assert local_name("Bald Eagle") == "Seeadler"


def test_what_is_drawn_after_a_change_has_their_present_texts():
    """Though another process has changed them, of which this one hears seconds later: it is kept for long."""
    Version.now()
    with translation.override("de"):
        assert local_name("Bald Eagle") != "Seeadler"
        at = timezone.now()
        CardText.objects.filter(card__key=EAGLE, language="de").update(name="Seeadler", changed_at=at)
        Version.now()
        assert local_name("Bald Eagle") == "Seeadler"


def test_texts_that_were_read_before_a_change_are_not_kept_after_it(monkeypatch):
    """One thread reads them while another one changes them, and keeps them last."""
    read = texts._read

    def slowly(language):
        found = read(language)
        monkeypatch.setattr(texts, "_read", read)
        text = text_of(EAGLE)
        text.name = "Seeadler"
        store_texts([text])
        texts.state_of_texts()
        return found

    texts.forget()
    monkeypatch.setattr(texts, "_read", slowly)
    with translation.override("de"):
        assert local_name("Bald Eagle") != "Seeadler"
        assert local_name("Bald Eagle") == "Seeadler"


def test_pages_speak_the_readers_language(german):
    name, fact = sets.texts("de")[EAGLE].name, sets.texts("de")[EAGLE].fact
    page = shown(german, reverse("card", args=[EAGLE]))
    assert f"<h1>{name}</h1>" in page
    assert '<span lang="en">Bald Eagle</span>' in page
    assert fact in page
    assert name in shown(german, "/cards/?q=key:bald-eagle")
    assert "<h1>Bald Eagle</h1>" in shown(Client(), reverse("card", args=[EAGLE]))
    deck = Deck.objects.ready().filter(entries__card__key=EAGLE).first()
    assert name in shown(german, reverse("deck", args=[deck.slug]))


def test_pictures_speak_the_language_of_their_address(german):
    address, name = reverse("card-face", args=[EAGLE, "x"]), sets.texts("de")[EAGLE].name
    assert name in german.get(address, {"lang": "de"}, follow=True).content.decode()
    assert name not in german.get(address, follow=True).content.decode()


def test_the_address_of_a_picture_changes_with_the_name_of_a_card_that_it_names():
    clownfish = Card.objects.get(key="clownfish")
    with translation.override("de"):
        before = face_version(clownfish.as_face(), "clownfish")
        anemone = CardText.objects.get(card__name="Magnificent Sea Anemone", language="de")
        anemone.name = "Prachtanemone von hier"
        store_texts([anemone])
        assert face_version(clownfish.as_face(), "clownfish") != before


def test_what_the_api_and_files_call_a_card_stays_english(german):
    card = german.get(reverse("api-card", args=[EAGLE])).json()
    assert (card["name"], card["fact"]) == ("Bald Eagle", Card.objects.get(key=EAGLE).fact)
    assert german.get(reverse("card-record", args=[EAGLE])).json()[EAGLE]["name"] == "Bald Eagle"
    assert "Bald Eagle" in b"".join(german.get("/cards/export/?q=key:bald-eagle&format=csv")).decode()


def test_a_table_speaks_the_readers_language_and_its_record_english(settings):
    settings.LANGUAGES = GERMAN
    player = Player.objects.create(name="Ada")
    mine, theirs = Deck.objects.ready().filter(rules="phylo-1.4a").order_by("slug")[:2]
    match = deal(player, deck=mine, opponent_deck=theirs)
    client = client_of(player, headers={"accept-language": "de"})
    page = shown(client, reverse("match", args=[match.pk]))
    german_names = {key: text.name for key, text in sets.texts("de").items()}
    assert any(german_names[key] in page for key in match.decks[0])
    english = {card["name"] for card in match.cards.values()}
    assert english <= {card["name"] for card in sets.cards().values()} | {"HOME"}


def test_explanations_of_the_engine_name_cards_in_the_readers_language():
    with translation.override("de"):
        name = sets.texts("de")["horse"].name
        refused = Refusal("x", "P15", "%(card)s has no food.", {"card": "Horse"})
        assert name in sentence(refused)


def test_a_short_name_says_what_the_card_is():
    said = {
        "en": {"Western Honeybee": "Honeybee", "": ""},
        "de": {"Westliche Honigbiene": "Honigbiene"},
        "fr": {"Mésange à tête noire": "Mésange", "Grand bleu": "Grand bleu", "": ""},
        "es": {"Cóndor andino": "Cóndor"},
    }
    for language, names in said.items():
        with translation.override(language):
            assert {name: short_name(name) for name in names} == names
