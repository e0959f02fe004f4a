"""What somebody tried who wished decks ill."""

import pytest
from django.urls import reverse

from cards.decks.exchange.importer import read_anything
from cards.decks.exchange.parsed import DeckUnreadable
from cards.decks.insight.hands import MOST_WEIGHED, opening
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import copy_deck
from cards.decks.studies import beginning
from cards.decks.studies.beginning import StudyRefused, begin_study
from cards.models import Builder, Card
from engine.deck_forms.lines import LONGEST_LINE, parse_card
from tests.decks.conftest import built
from tests.factories import a_guest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


@pytest.mark.parametrize("filling", [",", ", ", " ", "\t", "; ", "( ", "[", "- ", "x", "x ", "1 "])
def test_a_line_as_long_as_a_text_can_be_is_judged_at_once(filling):
    """It took minutes: patterns tried every way to part a run of commas or blanks."""
    line = "a" + filling * (60_000 // len(filling)) + "b"
    meant = parse_card(line)
    assert meant.wrong or meant.mentions


def test_a_card_of_too_many_letters_is_refused_in_words():
    assert str(LONGEST_LINE) in parse_card("horse " * 200).wrong


@pytest.mark.parametrize("line", ["Clover,  x2", "Clover\t2", "Clover :  2", "2   Clover", "Clover (2)"])
def test_blanks_and_commas_round_a_number_are_still_passed_over(line):
    meant = parse_card(line)
    assert [(mention.copies, mention.name) for mention in meant.mentions][-1] == (2, "Clover")


def test_half_a_character_in_json_is_refused(client):
    text = '{"name": "\\ud800", "cards": []}'
    with pytest.raises(DeckUnreadable):
        read_anything(text)
    assert client.post(reverse("deck-import"), {"text": text}).status_code == 400


def test_going_back_and_replacing_with_another_list_under_the_same_key_is_a_conflict(ada, ada_client):
    deck = built(ada, {"clover": 2})
    sent = {"deck": deck.slug, "step": "make", "key": "once", "version": deck.version}
    assert ada_client.post(reverse("deck-import"), sent | {"text": "3 clover"}).status_code == 302
    answer = ada_client.post(reverse("deck-import"), sent | {"text": "4 clover"})
    assert answer.status_code == 409
    assert Deck.objects.get(pk=deck.pk).contents == Contents.of({"clover": 3})


@pytest.mark.parametrize("odd", ["card", "deck", "key"])
def test_what_no_database_takes_names_no_card_to_put_in(ada, ada_client, odd):
    deck = built(ada, {"clover": 2})
    sent = {"card": "clover", "deck": deck.slug, "key": "once"} | {odd: "\0"}
    assert ada_client.post(reverse("deck-put"), sent).status_code == 404
    assert ada_client.get(reverse("deck-put"), {"card": "\0"}).status_code == 404


def test_a_public_copy_does_not_tell_the_address_of_the_unlisted_deck_it_is_from(
    ada, ada_client, ben, ben_client, client
):
    deck = built(ada, visibility="unlisted")
    copy = copy_deck(deck=deck, builder=Builder(user=ben))
    Deck.objects.filter(pk=copy.pk).update(visibility="public")
    page = reverse("deck", args=[copy.slug])
    for visitor in (client, ben_client):
        assert deck.slug not in visitor.get(page).content.decode()
    # Its maker knows it, and everybody once it is public.
    assert deck.slug in ada_client.get(page).content.decode()
    Deck.objects.filter(pk=deck.pk).update(visibility="public")
    assert deck.slug in client.get(page).content.decode()


def test_the_contents_of_a_deck_take_one_query(ada, django_assert_num_queries):
    deck = Deck.objects.get(pk=built(ada).pk)
    with django_assert_num_queries(1):
        assert deck.contents.size == 24


def test_guests_who_are_new_each_time_leave_room_for_studies_of_others(ada, monkeypatch):
    monkeypatch.setattr(beginning, "MOST_OF_GUESTS", 1)

    def begun(builder):
        return begin_study(deck=built(builder), kind="resilience", builder=builder)

    begun(a_guest())
    with pytest.raises(StudyRefused, match="Sign in"):
        begun(a_guest())
    assert begun(Builder(user=ada)).working


def test_a_hand_of_the_whole_deck_is_weighed_as_far_as_it_matters():
    """All of 200 cards in threes are more than a million."""
    contents = Contents.of({"clover": 99, "nettle": 60, "hare": 20, "deer": 20})
    cards = Card.objects.definitions([*contents.cards])
    found = opening(contents, cards, contents.keys)
    assert len(found.steps) == 3
    assert len(found.steps) + len(found.later) + len(found.idle) == contents.size > MOST_WEIGHED
