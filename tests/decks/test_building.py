"""Making and changing decks: what is stored, what is refused, and that a refusal changes nothing."""

import pytest
from django.db import DatabaseError

from cards.decks import services
from cards.decks.errors import BadChange, StaleDeck, TooManyDecks
from cards.decks.models import Deck, DeckVersion
from cards.decks.models.contents import Contents
from cards.decks.services import Change, building
from cards.models import Builder
from phylo.http.keys import KeyReused
from tests.decks.conftest import MEADOW, built
from tests.factories import DeckFactory, a_guest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


def state(deck: Deck) -> tuple:
    """All that is stored of it."""
    stored = Deck.objects.get(pk=deck.pk)
    columns = (stored.name, stored.notes, stored.visibility, stored.settings_version, stored.version,
               stored.size, stored.points, stored.complete)  # fmt: skip
    return columns, stored.contents, list(stored.versions.values_list("number", "key", "note"))


def change(
    deck: Deck, *, version: int | None = None, settings_version: int | None = None, key: str = "", **what
) -> Deck:
    version = deck.version if version is None else version
    settings_version = deck.settings_version if settings_version is None else settings_version
    return services.change_deck(
        deck_id=deck.pk, version=version, settings_version=settings_version, change=Change(**what), key=key
    )


def test_a_new_deck_is_private_and_has_a_version(ada):
    deck = built(ada, name="  My   meadow ")
    assert (deck.name, deck.visibility, deck.settings_version, deck.version) == ("My meadow", "private", 1, 1)
    assert deck.belongs_to(Builder(user=ada))
    assert deck.contents == Contents.of(MEADOW) == deck.versions.get().contents
    assert (deck.size, deck.points, deck.complete) == (24, 14 * 2 + 8 * 4, True)


def test_an_empty_deck_may_be(guest):
    deck = services.create_deck(builder=guest, name="Empty", contents=Contents())
    assert (deck.size, deck.complete, deck.contents) == (0, False, Contents())
    assert deck.guest_id == guest.guest
    assert deck.owner is None


def test_nobody_has_no_deck():
    with pytest.raises(ValueError, match="nobody"):
        services.create_deck(builder=Builder(), name="Deck", contents=Contents())


def test_the_same_key_makes_one_deck(ada, ben, guest):
    for builder in (Builder(user=ada), Builder(user=ben), guest):
        made = [
            services.create_deck(builder=builder, name="Deck", contents=Contents(), key="once")
            for _time in range(2)
        ]
        assert made[0] == made[1]
    assert Deck.objects.count() == 3


def test_a_changed_list_makes_a_version(ada):
    deck = change(built(ada), copies={"clover": 6, "sage": 1})
    assert (deck.settings_version, deck.version, deck.size) == (1, 2, 24)
    assert deck.contents.cards == {**MEADOW, "clover": 6, "sage": 1}
    assert [version.contents for version in deck.versions.all()] == [Contents.of(MEADOW), deck.contents]


@pytest.mark.parametrize("what", [{"name": "New"}, {"notes": "Words."}, {"visibility": "unlisted"}])
def test_a_changed_name_makes_no_version(ada, what):
    deck = change(built(ada), **what)
    assert (deck.settings_version, deck.version, deck.versions.count()) == (2, 1, 1)
    [(field, value)] = what.items()
    assert getattr(Deck.objects.get(), field) == value


def test_list_and_name_in_one_change(ada):
    deck = change(built(ada), copies={"sage": 1}, name="Sage")
    assert (deck.settings_version, deck.version, deck.name, deck.size) == (2, 2, "Sage", 25)


@pytest.mark.parametrize(
    "what",
    [
        {}, {"name": "Meadow of mine"}, {"copies": {"clover": 7}}, {"copies": {"sage": 0}},
        {"rules": "phylo-1.4a", "starter": "", "opening_hand": ()}, {"contents": Contents.of(MEADOW)},
    ],
)  # fmt: skip
def test_what_is_in_place_changes_nothing_whatever_the_version(ada, what):
    deck = built(ada)
    before = state(deck)
    for version in (0, 1, 99):
        change(deck, version=version, settings_version=version, key="k", **what)
    assert state(deck) == before


def test_a_stale_version(ada):
    deck = built(ada)
    change(deck, name="Another", copies={"sage": 2})
    before = state(deck)
    cards = {"column": "cards", "yours": {"sage": 1}, "theirs": {"sage": 2}}
    name = {"column": "name", "yours": "A third", "theirs": "Another"}
    for what, found in (
        ({"copies": {"sage": 1, "clover": 9}}, [cards]), ({"name": "A third"}, [name]),
        ({"copies": {"sage": 1}, "name": "A third"}, [cards, name]),
        # Nobody else has changed this card: sent with the present version, it takes nothing away.
        ({"copies": {"clover": 9}}, []),
    ):  # fmt: skip
        with pytest.raises(StaleDeck) as refused:
            change(deck, version=1, settings_version=1, **what)
        assert refused.value.details() == {"version": 2, "settings_version": 2, "conflicts": found}
    assert state(deck) == before


def test_contents_and_settings_are_guarded_apart(ada):
    deck = built(ada)
    change(deck, version=1, settings_version=0, copies={"sage": 1})
    deck = change(deck, version=0, settings_version=1, name="Sage")
    assert (deck.name, deck.contents.cards["sage"]) == ("Sage", 1)


@pytest.mark.parametrize(
    ("what", "counter"), [({"copies": {"sage": 1}}, "version"), ({"name": "A"}, "settings_version")]
)
def test_a_change_says_what_was_read(ada, what, counter):
    deck = built(ada)
    with pytest.raises(BadChange) as refused:
        services.change_deck(deck_id=deck.pk, change=Change(**what))
    assert refused.value.field == counter
    assert Deck.objects.get().version == 1


def test_the_same_key_makes_one_version(ada):
    deck = built(ada)
    for _time in range(3):
        again = change(deck, version=1, key="once", copies={"sage": 1})
    assert again.version == 2
    # Also when somebody has gone on meanwhile: then the deck as it is.
    further = change(again, copies={"sage": 2})
    assert change(deck, version=1, key="once", copies={"sage": 1}).contents == further.contents
    assert deck.versions.count() == 3


def test_a_key_for_something_else(ada):
    deck = built(ada)
    change(deck, key="once", copies={"sage": 1})
    before = state(deck)
    with pytest.raises(KeyReused):
        change(deck, version=2, key="once", copies={"sage": 2})
    assert state(deck) == before


def test_a_key_of_other_settings(ada):
    deck = built(ada)
    for _time in range(2):
        again = change(deck, settings_version=1, key="once", name="Heath")
    assert again.settings_version == 2
    for reused in ({"name": "Moor"}, {"name": "Heath", "copies": {"sage": 1}}):
        with pytest.raises(KeyReused):
            change(deck, version=1, settings_version=2, key="once", **reused)
    change(deck, version=1, settings_version=2, key="both", name="Moor", copies={"sage": 1})
    with pytest.raises(KeyReused):
        change(deck, version=2, settings_version=3, key="both", name="Fen", copies={"sage": 1})
    assert (Deck.objects.get().name, Deck.objects.get().version) == ("Moor", 2)


def test_keys_are_of_one_deck(ada):
    one, other = built(ada), built(ada)
    change(one, key="once", copies={"sage": 1})
    assert change(other, key="once", copies={"sage": 2}).version == 2


REFUSED = [
    ("cards", {"copies": {"nobody": 1}}), ("cards", {"copies": {"clo\0ver": 1}}),
    ("cards", {"copies": {"\ud800": 1}}), ("cards", {"copies": {"home": 1}}),
    ("cards", {"copies": {"clover": 100}}), ("cards", {"copies": {"clover": 99, "nettle": 99}}),
    ("rules", {"rules": "phylo-2"}), ("starter", {"starter": "clover"}), ("starter", {"starter": "home"}),
    ("starter", {"starter": "nobody"}), ("starter", {"starter": "\0"}),
    ("opening_hand", {"opening_hand": ("sage",)}), ("opening_hand", {"opening_hand": ("clover",) * 6}),
    ("opening_hand", {"opening_hand": ("fire",) * 3}), ("opening_hand", {"opening_hand": ("\ud800",)}),
    ("name", {"name": ""}), ("name", {"name": " \t "}), ("name", {"name": "x" * 81}),
    ("name", {"name": "a\0b"}), ("name", {"name": "\u202eevil"}), ("name", {"name": "\ud800"}),
    ("notes", {"notes": "x" * 4001}), ("notes", {"notes": "\0"}), ("notes", {"notes": "\ud800"}),
    ("visibility", {"visibility": "secret"}), ("visibility", {"visibility": ""}),
    ("key", {"key": "x" * 65, "copies": {"sage": 1}}), ("key", {"key": "\0", "copies": {"sage": 1}}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "what"), REFUSED)
def test_what_cannot_be_changes_nothing(ada, field, what):
    deck = built(ada)
    before = state(deck)
    with pytest.raises(BadChange) as refused:
        change(deck, **what)
    assert refused.value.field == field
    assert str(refused.value)
    assert state(deck) == before
    # Neither beside something that could be.
    with pytest.raises(BadChange):
        change(deck, **{"name": "Fine", "notes": "Fine.", "visibility": "unlisted"} | what)
    assert state(deck) == before


def test_as_many_as_may_be(ada):
    deck = change(built(ada), copies={"clover": 62, "nettle": 28})
    assert deck.size == 100
    with pytest.raises(BadChange):
        change(deck, copies={"sage": 1})


def test_a_refused_new_deck_is_none(ada):
    for name, contents in (("", Contents()), ("Deck", Contents.of({"nobody": 1}))):
        with pytest.raises(BadChange):
            services.create_deck(builder=Builder(user=ada), name=name, contents=contents)
    assert not Deck.objects.exists()
    assert not DeckVersion.objects.exists()


def test_as_many_decks_as_may_be(ada, guest, monkeypatch):
    monkeypatch.setattr(building, "MOST_DECKS", 2)
    for builder in (Builder(user=ada), guest):
        built(builder)
        deck = services.create_deck(builder=builder, name="Deck", contents=Contents(), key="once")
        with pytest.raises(TooManyDecks):
            built(builder)
        # The second is there already.
        again = services.create_deck(builder=builder, name="Deck", contents=Contents(), key="once")
        assert again == deck
        services.delete_deck(deck_id=deck.pk)
        built(builder)


def test_what_the_rules_take(ada):
    deck = built(ada)
    assert not change(deck, copies={"sage": 1}).complete
    assert Deck.objects.get().complete is False
    deck = change(Deck.objects.get(), copies={"sage": 0})
    assert deck.complete
    # V1.3 wants 30 cards, and takes a habitat among them and in HOME's place.
    deck = change(deck, rules="phylo-1.3", copies={"pasture": 6}, starter="pasture")
    assert deck.complete
    assert not change(deck, rules="phylo-1.4a").complete


def test_P7_an_opening_hand_is_five_cards_of_a_deck_for_v1_4(ada):
    hand = ("clover", "clover", "hare", "hare", "fire")
    deck = change(built(ada), opening_hand=hand)
    assert deck.complete
    assert deck.contents.opening_hand == tuple(sorted(hand))
    assert not change(deck, opening_hand=hand[:4]).complete
    deck = change(Deck.objects.get(), opening_hand=hand)
    # A card less in the deck is one less in the hand, and so the hand is none.
    deck = change(deck, copies={"hare": 1, "sage": 3})
    assert (deck.contents.opening_hand.count("hare"), deck.complete) == (1, False)


def test_P7_v1_3_deals_at_random(ada):
    deck = built(ada, {**MEADOW, "pasture": 6}, rules="phylo-1.3")
    assert deck.complete
    assert not change(deck, opening_hand=("clover",) * 5).complete


def test_public_are_named_decks_of_accounts(ada, guest):
    deck = built(ada, name=str(services.UNNAMED))
    with pytest.raises(BadChange) as refused:
        change(deck, visibility="public")
    assert refused.value.field == "name"
    assert change(deck, visibility="public", name="Meadow").visibility == "public"
    with pytest.raises(BadChange):
        change(Deck.objects.get(), name=str(services.UNNAMED))
    of_guest = built(guest)
    with pytest.raises(BadChange) as refused:
        change(of_guest, visibility="public")
    assert refused.value.field == "visibility"
    assert change(of_guest, visibility="unlisted").visibility == "unlisted"


def test_a_change_tells_when_it_was(ada):
    deck = built(ada)
    before = Deck.objects.get().changed_at
    assert change(deck, copies={"sage": 1}).changed_at > before


def test_deleted_with_all_versions(ada):
    deck = change(built(ada), copies={"sage": 1})
    services.delete_deck(deck_id=deck.pk)
    services.delete_deck(deck_id=deck.pk)
    assert not Deck.objects.exists()
    assert not DeckVersion.objects.exists()
    with pytest.raises(Deck.DoesNotExist):
        change(deck, name="Late")


def test_the_sites_decks_are_not_deleted():
    deck = DeckFactory()
    services.delete_deck(deck_id=deck.pk)
    assert Deck.objects.get() == deck


def test_a_fault_of_the_database_leaves_nothing(ada):
    """The last statement of a save fails; what went before it is taken back."""
    deck = built(ada)
    before = state(deck)
    DeckVersion.objects.create(deck=deck, number=2, contents_json=deck.contents.as_json())
    with pytest.raises(DatabaseError):
        change(deck, copies={"sage": 1}, name="Half")
    DeckVersion.objects.filter(number=2).delete()
    assert state(deck) == before


def test_saving_asks_a_fixed_number_of_questions(ada, django_assert_max_num_queries):
    deck = built(ada)
    with django_assert_max_num_queries(13):
        change(deck, copies={"sage": 1})
    with django_assert_max_num_queries(13):
        change(Deck.objects.get(), copies={"sage": 0, "clover": 6, "nettle": 6, "hare": 5, "deer": 5})


def test_guests_are_told_apart():
    one, other = a_guest(), a_guest()
    deck = built(one)
    assert list(Deck.objects.of(one)) == [deck]
    assert not Deck.objects.of(other).exists()
