"""Decks made in a set, with its own cards: who sees them, what they are, what becomes of their cards."""

import pytest
from django.urls import reverse

from cards.decks.cards import DeckCards
from cards.decks.errors import BadChange
from cards.decks.exchange.code import code_of
from cards.decks.exchange.importer import read_anything
from cards.decks.exchange.parsed import DeckCodeError
from cards.decks.exchange.text import write_text
from cards.decks.history import missing_cards
from cards.decks.insight.needs import food_of
from cards.decks.insight.reading import Reading
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import Change, change_deck, copy_deck, create_deck
from cards.models.card import own_key
from cards.search.services.search import CardSearch
from cards.sets import services
from cards.sets.models import Collection
from tests.factories import CardFactory, DeckFactory
from tests.sets.conftest import ACTORS, Class

PAGES = (
    "deck", "deck-text", "deck-json", "deck-history", "deck-insight", "deck-print", "deck-pdf", "api-deck",
    "api-deck-problems", "deck-studies",
)  # fmt: skip


def renewed(deck: Deck) -> Deck:
    return Deck.objects.get(pk=deck.pk)


def test_who_sees_a_deck_of_a_set(pond: Class):
    own = pond.make("owner")
    deck = pond.deck("editor", own)
    assert deck.complete
    inside = {"owner", "editor", "member", "guest"}
    seen = {"private": {"editor"}, "unlisted": inside, "public": inside}
    # Who may see a set need not be in it.
    pond.seen_by("public")
    clients = {actor: pond.client(actor) for actor in ACTORS}
    for visibility, readers in seen.items():
        deck = change_deck(
            deck_id=deck.pk,
            settings_version=renewed(deck).settings_version,
            change=Change(visibility=visibility),
        )
        for actor, client in clients.items():
            status = {client.get(reverse("deck", args=[deck.slug])).status_code}
            status.add(client.get(reverse("api-deck", args=[deck.slug])).status_code)
            assert status == {200 if actor in readers else 404}, (visibility, actor)
            listed = client.get(reverse("set", args=[pond.set.slug])).content.decode()
            assert (f"/decks/{deck.slug}/" in listed) == (
                actor == "editor" or (visibility == "public" and actor in readers)
            ), (visibility, actor)
    assert not Deck.objects.listed().filter(pk=deck.pk).exists()
    assert deck.slug not in clients["owner"].get(reverse("decks"), {"unfinished": "on"}).content.decode()
    assert clients["editor"].get(reverse("deck-hand", args=[deck.slug]), {"seed": "3"}).status_code == 200
    for name in PAGES:
        assert clients["member"].get(reverse(name, args=[deck.slug])).status_code == 200, name
    face = reverse("set-card-face", args=[pond.set.slug, own.pk])
    assert face in clients["member"].get(reverse("deck-print", args=[deck.slug])).content.decode()
    # Searches for what helps know no own cards: one that finds no food must be left out of them.
    hungry = pond.make("owner", name="Skater", food_chain=2, diet="herbivore", climates=["cold"])
    change_deck(deck_id=deck.pk, version=1, change=Change(copies={own_key(hungry.pk): 1, "nettle": 6}))
    for query in ({"part": "more"}, {}):
        assert clients["member"].get(reverse("deck-insight", args=[deck.slug]), query).status_code == 200
    cards = DeckCards.of_deck(renewed(deck))
    search = food_of(Reading.of(cards.contents, cards.definitions), own_key(hungry.pk))
    assert search == "kind:species food<2 terrain:forest climate:cold"
    assert CardSearch(search).text == search
    shown = clients["member"].get(reverse("api-deck", args=[deck.slug])).json()
    assert shown["set"] == pond.set.slug
    assert {"key": own_key(own.pk), "name": own.name, "count": 3} in shown["cards"]
    assert shown["code"] is None
    assert clients["member"].get(reverse("api-deck-problems", args=[deck.slug])).json()["complete"]


def test_own_cards_count_in_a_search_for_what_fits_a_deck(pond: Class):
    CardFactory(key="eater", food_chain=2, diet="herbivore", climates=["hot"], terrains=["desert"])
    food = pond.make("owner", name="Cactus", climates=["hot"], terrains=["desert"])
    found = [
        CardSearch("fits:deck", deck=Contents.of({own_key(food.pk): 1}, collection=collection)).card_keys()
        for collection in (None, pond.set.pk)
    ]
    assert ["eater" in keys for keys in found] == [False, True]


def test_only_the_people_of_a_set_make_decks_in_it_and_only_its_shown_cards_go_in(pond: Class):
    shown, waiting = pond.make("editor"), pond.make("member", name="Duckweed")
    contents = Contents.of({own_key(shown.pk): 2})
    for actor in ("outsider", "reviewer"):
        with pytest.raises(BadChange):
            create_deck(builder=pond.builders[actor], name="Ferns", contents=contents, collection=pond.set)
    for actor in ("member", "guest"):
        made = create_deck(builder=pond.builders[actor], name="Ferns", contents=contents, collection=pond.set)
        assert (made.size, made.points) == (2, 2 * 4)
        with pytest.raises(BadChange):
            change_deck(deck_id=made.pk, version=1, change=Change(copies={own_key(waiting.pk): 1}))
    for collection in (None, services.create_set(owner=pond.people["owner"], name="Another")):
        with pytest.raises(BadChange):
            create_deck(
                builder=pond.builders["owner"], name="Ferns", contents=contents, collection=collection
            )
    body = {"name": "By a program", "set": pond.set.slug, "cards": {own_key(shown.pk): 1}, "key": "k"}
    posted = {
        actor: pond.client(actor).post(reverse("api-decks"), body, "application/json").status_code
        for actor in ("guest", "member", "outsider")
    }
    assert posted == {"guest": 201, "member": 201, "outsider": 400}
    form = {"name": "By hand", "rules": "phylo-1.4a", "set": pond.set.slug, "key": "f"}
    assert pond.client("outsider").post(reverse("deck-new"), form).status_code == 400
    assert pond.client("guest").post(reverse("deck-new"), form).status_code == 302
    assert Deck.objects.get(name="By hand").collection == pond.set


def test_what_becomes_of_a_card_is_said_and_the_deck_goes_on(pond: Class):
    own = pond.make("member")
    services.show_card(card_id=own.pk, builder=pond.builders["owner"], shown=True)
    deck = pond.deck("guest", own)
    key = own_key(own.pk)
    assert (deck.complete, deck.own_cards[key]["copies"]) == (True, 3)

    own.refresh_from_db()
    changed = own.contents | {"name": "Spleenwort", "points": 9}
    services.change_card(
        card_id=own.pk, builder=pond.builders["owner"], version=own.version, contents=changed
    )
    assert renewed(deck).points == deck.points + 3 * 5

    Collection.objects.update(hidden=True)
    [told] = missing_cards(deck, DeckCards.of_deck(renewed(deck)).missing)
    assert told.says == "Hart's-tongue is in a set that is hidden for now."
    assert "Spleenwort" not in pond.client("guest").get(reverse("deck", args=[deck.slug])).content.decode()
    Collection.objects.update(hidden=False)

    services.show_card(card_id=own.pk, builder=pond.builders["owner"], shown=False)
    deck = renewed(deck)
    assert not deck.complete
    [told] = missing_cards(deck, DeckCards.of_deck(deck).missing)
    assert told.says == "Hart's-tongue waits until an editor of the set accepts it again."
    build = pond.client("guest").get(reverse("deck-build", args=[deck.slug])).content.decode()
    assert "waits until an editor" in build
    # It may stay or go, but nothing of it may come in.
    change_deck(deck_id=deck.pk, version=1, change=Change(copies={"nettle": 6}))
    change_deck(deck_id=deck.pk, version=2, change=Change(copies={key: 2}))

    services.delete_card(card_id=own.pk, builder=pond.builders["owner"])
    deck = renewed(deck)
    [told] = missing_cards(deck, DeckCards.of_deck(deck).missing)
    assert told.says == "Hart's-tongue has left the set."
    for name in (
        "deck",
        "deck-text",
        "deck-json",
        "deck-build",
        "deck-history",
        "deck-insight",
        "deck-print",
    ):
        assert pond.client("guest").get(reverse(name, args=[deck.slug])).status_code == 200, name
    change_deck(deck_id=deck.pk, version=3, change=Change(copies={key: 0}))
    with pytest.raises(BadChange):
        change_deck(deck_id=deck.pk, version=4, change=Change(copies={key: 1}))


def test_text_and_json_come_back_into_decks_of_the_set_alone(pond: Class):
    own = pond.make("owner")
    deck = pond.deck("owner", own)
    with pytest.raises(DeckCodeError, match="own cards of a set"):
        code_of(deck.contents)
    text = write_text(deck.contents, "Ferns")
    assert f"3 {own.name} [{own_key(own.pk)}]" in text
    json = pond.client("owner").get(reverse("deck-json", args=[deck.slug])).content.decode()
    for form in (text, json):
        assert read_anything(form, pond.set.pk).contents == deck.contents
        elsewhere = read_anything(form)
        assert own_key(own.pk) not in elsewhere.contents.cards
        assert any("own card of a set" in line.reason for line in elsewhere.lines)


def test_copies_stay_in_the_set_and_leaving_takes_its_cards_away(pond: Class):
    own = pond.make("owner")
    deck = pond.deck("member", own)
    Deck.objects.filter(pk=deck.pk).update(visibility="public")
    copy = copy_deck(deck=renewed(deck), builder=pond.builders["guest"], key="one")
    assert copy.collection == pond.set
    assert copy_deck(deck=DeckFactory(slug="meadow"), builder=pond.builders["guest"], collection=pond.set)

    services.leave(collection_id=pond.set.pk, builder=pond.builders["member"])
    left = renewed(deck)
    assert (left.collection, left.visibility, left.complete) == (None, "private", False)
    [told] = missing_cards(left, DeckCards.of_deck(left).missing)
    assert "no longer belongs" in told.says
    assert pond.client("member").get(reverse("deck", args=[deck.slug])).status_code == 200
    assert pond.client("guest").get(reverse("deck", args=[deck.slug])).status_code == 404
    Deck.objects.filter(pk=copy.pk).update(visibility="public")
    services.delete_set(collection_id=pond.set.pk, builder=pond.builders["owner"])
    assert (renewed(copy).collection, renewed(copy).visibility) == (None, "private")
    assert not Deck.objects.listed().filter(pk=copy.pk).exists()
