"""What a deck has been: restoring, noting and copying its versions."""

import pytest

from cards.decks import services
from cards.decks.errors import BadChange, StaleDeck
from cards.decks.models import Deck, DeckVersion
from cards.decks.models.contents import Contents
from cards.decks.services import Change
from cards.models import Builder, Card
from tests.decks.conftest import MEADOW, built
from tests.factories import DeckFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


@pytest.fixture
def deck(ada) -> Deck:
    """In its third version: the meadow, with sage, for V1.3 with sage."""
    deck = built(ada)
    for change in (Change(copies={"sage": 1}), Change(rules="phylo-1.3", starter="pasture")):
        deck = services.change_deck(deck_id=deck.pk, version=deck.version, change=change)
    return deck


def test_restoring_makes_a_version_of_its_own(deck):
    restored = services.restore_version(deck=deck, number=1, read=3)
    assert (restored.version, restored.version) == (4, 4)
    assert restored.contents == Contents.of(MEADOW)
    assert restored.versions.get(number=4).note == "Restored from version 1"
    assert restored.versions.get(number=3).contents.starter == "pasture"


def test_restoring_twice_is_restoring_once(deck):
    for _time in range(2):
        services.restore_version(deck=deck, number=1, read=3)
    assert deck.versions.count() == 4


def test_restoring_what_has_changed_meanwhile(deck):
    with pytest.raises(StaleDeck):
        services.restore_version(deck=deck, number=1, read=2)
    with pytest.raises(DeckVersion.DoesNotExist):
        services.restore_version(deck=deck, number=9, read=3)
    assert deck.versions.count() == 3


def test_restoring_a_card_that_is_gone(ada):
    deck = built(ada, {"clover": 1, "sage": 1})
    deck = services.change_deck(deck_id=deck.pk, version=1, change=Change(copies={"sage": 0}))
    Card.objects.get(key="sage").delete()
    with pytest.raises(BadChange, match="sage"):
        services.restore_version(deck=deck, number=1, read=2)
    assert Deck.objects.get().contents == Contents.of({"clover": 1})


def test_a_note(deck):
    services.note_version(deck=deck, number=2, note="  With \n sage ")
    assert deck.versions.get(number=2).note == "With sage"
    assert Deck.objects.get().version == 3
    services.note_version(deck=deck, number=2, note="")
    assert deck.versions.get(number=2).note == ""


@pytest.mark.parametrize("note", ["x" * 301, "a\0b", "\ud800", "\u202e"])
def test_a_note_that_cannot_be(deck, note):
    with pytest.raises(BadChange) as refused:
        services.note_version(deck=deck, number=2, note=note)
    assert refused.value.field == "note"


def test_a_note_on_no_version(deck):
    with pytest.raises(DeckVersion.DoesNotExist):
        services.note_version(deck=deck, number=9, note="Here")


def test_a_copy_credits_what_it_is_from(deck, ben, guest):
    for builder in (Builder(user=ben), guest):
        copy = services.copy_deck(deck=deck, builder=builder)
        assert copy.contents == deck.contents
        assert (copy.name, copy.origin, copy.origin_version) == (deck.name, deck, 3)
        assert copy.origin_credit == "Meadow of mine (Ada)"
        assert (copy.visibility, copy.version, copy.likes) == ("private", 1, 0)
        assert copy.belongs_to(builder)


def test_a_copy_of_ones_own(deck, ada):
    copy = services.copy_deck(deck=deck, builder=Builder(user=ada))
    assert (copy.name, copy.origin_credit) == ("Meadow of mine, copy", "Meadow of mine")
    assert services.copy_deck(deck=deck, builder=Builder(user=ada), name="Mine").name == "Mine"


def test_a_copy_of_an_earlier_version(deck, ben):
    copy = services.copy_deck(deck=deck, builder=Builder(user=ben), version=1)
    assert (copy.contents, copy.origin_version) == (Contents.of(MEADOW), 1)
    with pytest.raises(DeckVersion.DoesNotExist):
        services.copy_deck(deck=deck, builder=Builder(user=ben), version=9)


def test_a_copy_is_of_the_version_that_it_names(deck, ben):
    """The deck was read, then it went on."""
    read = Deck.objects.get(pk=deck.pk)
    services.change_deck(deck_id=deck.pk, version=3, change=Change(copies={"sage": 9}))
    copy = services.copy_deck(deck=read, builder=Builder(user=ben))
    assert copy.origin_version == 3
    assert copy.contents == deck.versions.get(number=3).contents


def test_a_copy_of_a_ready_deck_credits_its_name(ben):
    copy = services.copy_deck(deck=DeckFactory(name="Wadden Sea"), builder=Builder(user=ben), key="once")
    assert (copy.name, copy.origin_credit) == ("Wadden Sea", "Wadden Sea")
    assert services.copy_deck(deck=copy.origin, builder=Builder(user=ben), key="once") == copy


def test_a_copy_keeps_its_credit_when_the_other_is_gone(deck, ben):
    copy = services.copy_deck(deck=deck, builder=Builder(user=ben))
    services.delete_deck(deck_id=deck.pk)
    copy.refresh_from_db()
    assert (copy.origin, copy.origin_credit, copy.origin_version) == (None, "Meadow of mine (Ada)", 3)


def test_a_copy_with_the_longest_names(ada, ben):
    ada.display_name = "A" * 40
    ada.save()
    deck = built(ada, name="M" * 80)
    copy = services.copy_deck(deck=deck, builder=Builder(user=ben))
    assert copy.origin_credit == f"{'M' * 80} ({'A' * 40})"
    assert services.copy_deck(deck=deck, builder=Builder(user=ada)).name == "M" * 80


def test_a_copy_is_a_deck_of_its_own(deck, ben):
    copy = services.copy_deck(deck=deck, builder=Builder(user=ben))
    services.change_deck(deck_id=copy.pk, version=1, change=Change(copies={"clover": 1}))
    assert Deck.objects.get(pk=deck.pk).contents == deck.contents


def test_versions_stay_as_they_were_when_cards_change(deck):
    Card.objects.filter(key="clover").update(points=9)
    assert deck.versions.get(number=1).contents == Contents.of(MEADOW)
