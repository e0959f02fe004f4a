"""The page of a deck, for its owner, a member, a guest and a passer-by; beginning decks; putting cards in."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.decks.errors import MOST_DECKS
from cards.decks.models import Deck
from cards.decks.services import Change as DeckChange
from cards.decks.services import change_deck, copy_deck, talk
from cards.models import Builder, Card
from phylo.accounts.models import User
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory, DeckFactory
from tests.members import sign_up

NEW, PUT = "deck-new", "deck-put"


def page_of(deck: Deck, client: Client | None = None, **query):
    return (client or Client()).get(reverse("deck", args=[deck.slug]), query)


def text(response) -> str:
    return response.content.decode()


@pytest.fixture
def everybody(ada_client, ben_client, guest_client) -> dict[str, Client]:
    return {"owner": ada_client, "member": ben_client, "guest": guest_client, "passer-by": Client()}


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_sees_a_deck_of_an_account(meadow_cards, ada, everybody, visibility):
    deck = built(ada, visibility=visibility)
    answers = {who: page_of(deck, client).status_code for who, client in everybody.items()}
    others = 404 if visibility == "private" else 200
    assert answers == {"owner": 200, "member": others, "guest": others, "passer-by": others}


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_who_sees_a_deck_of_a_guest(meadow_cards, guest, everybody, visibility):
    deck = built(guest, visibility=visibility)
    answers = {who: page_of(deck, client).status_code for who, client in everybody.items()}
    others = 404 if visibility == "private" else 200
    assert answers == {"owner": others, "member": others, "guest": 200, "passer-by": others}


def test_only_the_owner_gets_the_owners_doors(meadow_cards, ada, everybody):
    deck = built(ada, visibility="public")
    address = reverse("deck-settings", args=[deck.slug])
    shown = {who: address in text(page_of(deck, client)) for who, client in everybody.items()}
    assert shown == {"owner": True, "member": False, "guest": False, "passer-by": False}


def test_no_such_deck(db):
    assert Client().get("/decks/nothing-here/").status_code == 404


def test_cards_stand_by_number_then_events_then_habitats(meadow_cards, ada, ada_client):
    cards = {"sage": 1, "clover": 2, "hare": 3, "fire": 1, "pasture": 2}
    groups = page_of(built(ada, cards, rules="phylo-1.3"), ada_client).context["groups"]
    shown = [
        (group.title, group.copies, [(face["key"], copies) for face, copies in group.cards])
        for group in groups
    ]
    assert shown == [
        ("Number 1, the base", 3, [("clover", 2), ("sage", 1)]),
        ("Number 2", 3, [("hare", 3)]),
        ("Events", 1, [("fire", 1)]),
        ("Habitats", 2, [("pasture", 2)]),
    ]


def test_an_event_says_what_it_costs_by_the_rules_of_the_deck(meadow_cards, ada, ada_client):
    cost = "One action"
    assert cost in text(page_of(built(ada, {"fire": 1}, rules="phylo-1.3"), ada_client))
    assert cost not in text(page_of(built(ada, {"fire": 1}), ada_client))


def test_an_empty_deck_has_a_page(meadow_cards, ada, ada_client):
    response = page_of(built(ada, {}), ada_client)
    assert "There are no cards in this deck yet." in text(response)
    assert "og:image" not in text(response)


def test_what_others_are_told(meadow_cards, ada):
    deck = built(ada, visibility="public", name="Clover & co")
    page = text(page_of(deck))
    assert f'<link rel="canonical" href="http://testserver/decks/{deck.slug}/">' in page
    assert '<meta property="og:title" content="Clover &amp; co (Ada)">' in page
    assert 'content="A deck of 24 cards for Phylo V1.4a, 60 points.' in page
    picture = re.search(r'og:image" content="http://testserver(/cards/[a-z]+/preview/\w+\.png)"', page)
    assert picture is not None
    assert Client().get(picture.group(1)).status_code == 200
    assert "noindex" not in page


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_what_is_in_no_list_is_in_no_search_engine(meadow_cards, ada, ada_client, visibility):
    response = page_of(built(ada, visibility=visibility), ada_client)
    assert '<meta name="robots" content="noindex">' in text(response)
    assert response["X-Robots-Tag"] == "noindex"


def test_pages_of_decks_are_nobodys_to_keep(meadow_cards, ada, ada_client):
    for visibility in ("private", "public"):
        response = page_of(built(ada, visibility=visibility), ada_client)
        assert {"private", "no-cache"} <= set(response["Cache-Control"].split(", "))
        assert "Cookie" in response["Vary"]


def test_notes_are_plain_text(meadow_cards, ada):
    deck = built(ada, visibility="public")
    Deck.objects.filter(pk=deck.pk).update(notes="<script>alert(1)</script> https://example.org\n\nSecond")
    page = text(page_of(deck))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; https://example.org" in page
    assert 'href="https://example.org"' not in page
    assert "<p>Second</p>" in page


def test_what_it_was_made_from_is_credited_and_linked_where_it_may_be_seen(
    meadow_cards, ada, ben, ben_client
):
    origin = built(ada, visibility="public", name="Hers")
    copy = copy_deck(deck=origin, builder=Builder(user=ben))
    link = f'href="/decks/{origin.slug}/"'
    page = text(page_of(copy, ben_client))
    assert ("made from Hers (Ada)" in page, link in page) == (True, True)
    Deck.objects.filter(pk=origin.pk).update(visibility="private")
    page = text(page_of(copy, ben_client))
    assert ("made from Hers (Ada)" in page, link in page) == (True, False)
    origin.delete()
    assert "made from Hers (Ada)" in text(page_of(copy, ben_client))


def test_complete_decks_can_be_played(meadow_cards, ada, ada_client):
    whole, part = built(ada), built(ada, {"clover": 3})
    address = "/play/computer/?rules=phylo-1.4a&amp;deck="
    assert f"{address}{whole.slug}#decks-title" in text(page_of(whole, ada_client))
    assert address not in text(page_of(part, ada_client))
    assert "Not complete yet" in text(page_of(part, ada_client))
    over, refused = built(ada, MEADOW | {"clover": 11}), built(ada, opening_hand=["clover"])
    assert "4 cards too many" in text(page_of(over, ada_client))
    assert "Its rules refuse it" in text(page_of(refused, ada_client))


def test_the_size_of_the_cards_is_kept(meadow_cards, ada, ada_client):
    deck = built(ada)
    response = page_of(deck, ada_client, size="large")
    assert (response.url, response.cookies["cards-size"].value) == (f"/decks/{deck.slug}/", "large")
    assert page_of(deck, ada_client).context["size"] == "large"
    assert "cards-size" not in page_of(deck, Client(), size="huge").cookies


def test_a_page_asks_the_database_a_few_times(meadow_cards, ada, ada_client, ben):
    deck = built(ada, {"clover": 1}, visibility="public")
    with CaptureQueriesContext(connection) as few:
        page_of(deck, ada_client)
    for number in range(6):
        talk.comment(deck_id=deck.pk, user=ben, text=f"Comment {number}", key=str(number))
    change_deck(deck_id=deck.pk, version=deck.version, change=DeckChange(copies=MEADOW))
    with CaptureQueriesContext(connection) as many:
        page_of(deck, ada_client)
    assert len(many) <= len(few) + 1


# Beginning a deck


def begun(client: Client, **fields) -> Deck:
    before = set(Deck.objects.values_list("pk", flat=True))
    response = client.post(reverse(NEW), fields)
    assert response.status_code == 302, response.content.decode()
    [deck] = Deck.objects.exclude(pk__in=before)
    assert deck.slug in response.url
    return deck


def test_begin_with_nothing(meadow_cards, ada, ada_client):
    deck = begun(ada_client, name="  A   meadow ", rules="phylo-1.3", start="")
    assert (deck.name, deck.rules, deck.size, deck.owner, deck.visibility) == (
        "A meadow", "phylo-1.3", 0, ada, "private",
    )  # fmt: skip
    assert (begun(ada_client).name, begun(ada_client).rules) == ("Untitled deck", "phylo-1.4a")


def test_begin_with_a_ready_deck(meadow_cards, ada_client):
    ready = DeckFactory(name="Heath", rules="phylo-1.3")
    deck = begun(ada_client, name="", rules="phylo-1.4a", start=ready.slug)
    assert (deck.name, deck.rules, deck.contents.cards) == ("Heath", "phylo-1.3", ready.contents.cards)
    assert (deck.origin, deck.origin_credit, deck.ready) == (ready, "Heath", False)
    assert begun(ada_client, name="Mine", start=ready.slug).name == "Mine"


def test_begin_with_a_card(meadow_cards, ada_client):
    page = ada_client.get(reverse(NEW), {"card": "hare"})
    assert "Hare is its first card." in text(page)
    assert begun(ada_client, card="hare").contents.cards == {"hare": 1}


def test_a_guest_begins_and_signing_up_keeps_the_deck(meadow_cards):
    client = Client()
    assert "sessionid" not in client.get(reverse(NEW)).cookies
    deck = begun(client, name="As a guest")
    assert (deck.owner, page_of(deck, client).status_code, page_of(deck).status_code) == (None, 200, 404)
    sign_up(client, "Dora")
    assert Deck.objects.get(pk=deck.pk).owner == User.objects.get(username="Dora")
    assert page_of(deck, client).status_code == 200


def test_sent_twice_a_form_begins_one_deck(meadow_cards, ada_client, guest_client):
    ready = DeckFactory()
    for client in (ada_client, guest_client):
        for fields in ({"name": "One"}, {"start": ready.slug}):
            page = client.get(reverse(NEW))
            sent = fields | {"key": page.context["form"]["key"].value()}
            assert client.post(reverse(NEW), sent).url == client.post(reverse(NEW), sent).url
            # Back, and something else typed: told, with what was typed and a key that works.
            other = client.post(reverse(NEW), sent | {"name": "Two"})
            assert (other.status_code, other.context["form"]["name"].value()) == (400, "Two")
            assert client.post(reverse(NEW), {"key": other.context["form"]["key"].value()}).status_code == 302
    assert Deck.objects.filter(ready=False).count() == 8


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "x" * 81}, {"name": "a\u202eb"}, {"rules": "chess"}, {"start": "nothing"},
        {"card": "nothing"}, {"card": "home"}, {"card": "no key"},
    ],
)  # fmt: skip
def test_what_cannot_begin_is_told(meadow_cards, ada_client, fields):
    response = ada_client.post(reverse(NEW), {"name": "One"} | fields)
    assert response.status_code == 400
    assert "errorlist" in text(response) or "wrong" in text(response)
    assert not Deck.objects.exists()


def test_ready_decks_are_offered_as_pictures_the_chosen_one_first(meadow_cards, client):
    decks = [DeckFactory(name=f"Place {number}") for number in range(9)]
    older = DeckFactory(name="An older place", rules="phylo-1.3")

    def offered(query: dict[str, str]) -> tuple[str, list[str], int]:
        page = client.get(reverse(NEW), query)
        shown = [tile.deck.slug for tile in page.context["pictured"]]
        checked = re.findall(r'name="start" value="([^"]*)"\s+checked', page.content.decode())
        assert len(checked) == 1
        return checked[0], shown, len(page.context["more_places"])

    slugs = [deck.slug for deck in decks]
    assert offered({}) == (slugs[0], slugs[:7], 3)
    assert offered({"start": slugs[8]}) == (slugs[8], [slugs[8], *slugs[:6]], 3)
    assert offered({"rules": "phylo-1.3"})[:2] == (older.slug, [older.slug, *slugs[:6]])
    assert offered({"start": ""})[0] == ""
    assert offered({"set": "none"})[0] == ""


def test_private_decks_are_none_to_begin_with(meadow_cards, ada, ben_client):
    deck = built(ada)
    assert ben_client.post(reverse(NEW), {"start": deck.slug}).status_code == 400
    assert deck.name not in text(ben_client.get(reverse(NEW)))


def test_as_many_decks_as_one_may_have(meadow_cards, ada, ada_client):
    Deck.objects.bulk_create(
        Deck(slug=f"deck-{number}", name="Deck", owner=ada) for number in range(MOST_DECKS)
    )
    response = ada_client.post(reverse(NEW), {"name": "One more"})
    assert response.status_code == 400
    assert f"You have {MOST_DECKS} decks, the most that are allowed." in text(response)


# Putting a card into a deck


def put(client: Client, deck: Deck, card: str = "hare", **fields):
    return client.post(reverse(PUT), {"card": card, "deck": deck.slug} | fields)


def test_put_a_card_into_a_deck(meadow_cards, ada, ada_client):
    deck, other = built(ada, {"hare": 1}, name="Burrow"), built(ada, {}, name="Empty")
    page = ada_client.get(reverse(PUT), {"card": "hare"})
    assert [(row["deck"], row["copies"]) for row in page.context["rows"]] == [(other, 0), (deck, 1)]
    done = ada_client.post(reverse(PUT), {"card": "hare", "deck": deck.slug}, follow=True)
    assert "Hare: 2 copies in “Burrow”." in text(done)
    deck = Deck.objects.get(pk=deck.pk)
    assert (deck.contents.cards, deck.version) == ({"hare": 2}, 2)


def test_sent_twice_a_card_is_put_in_once(meadow_cards, ada, ada_client):
    deck = built(ada, {})
    key = ada_client.get(reverse(PUT), {"card": "hare"}).context["key"]
    for _time in range(2):
        assert put(ada_client, deck, key=key).status_code == 302
    assert Deck.objects.get(pk=deck.pk).contents.cards == {"hare": 1}


def test_nobody_puts_cards_into_decks_of_others(meadow_cards, ada, ben_client, guest_client):
    deck = built(ada, {}, visibility="public")
    ready = DeckFactory()
    for client in (ben_client, guest_client, Client()):
        assert put(client, deck).status_code == put(client, ready).status_code == 404
        assert client.get(reverse(PUT), {"card": "hare"}).context["rows"] == []
    assert Deck.objects.get(pk=deck.pk).size == 0


def test_cards_that_no_deck_takes(meadow_cards, ada, ada_client):
    deck = built(ada, {"clover": 99})
    for key in ("", "nothing", "home"):
        assert ada_client.get(reverse(PUT), {"card": key}).status_code == 404
        assert put(ada_client, deck, key).status_code == 404
    full = ada_client.post(reverse(PUT), {"card": "clover", "deck": deck.slug}, follow=True)
    assert "At most 99 copies of a card." in text(full)
    assert Deck.objects.get(pk=deck.pk).version == 1


def test_the_page_of_a_card_leads_there(meadow_cards):
    assert Card.objects.filter(key="hare").exists()
    page = text(Client().get(reverse("card", args=["hare"])))
    assert f'href="{reverse(PUT)}?card=hare"' in page
    CardFactory(key="home", kind="home")
    assert reverse(PUT) not in text(Client().get(reverse("card", args=["home"])))
