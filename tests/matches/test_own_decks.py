"""Beginning a match with one's own deck, and with preselected opening hands."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.decks.models import Deck
from cards.decks.services import copy_deck
from cards.models import Builder, Card, Visibility
from engine.phylo.rules import rule_set
from games.lobby.models import OpenTable
from games.matches.forms.decks import OWN_SHOWN
from games.matches.models import Match, Player
from games.matches.services import positions
from games.matches.services.matches import start_against_bot
from games.matches.services.play import play
from games.matches.services.players import resign
from games.matches.services.records import differences, export_record
from games.matches.services.rematches import rematch
from tests.decks.conftest import MEADOW, built, client_of_builder
from tests.factories import CardFactory, DeckFactory, a_guest, client_of
from tests.matches.test_records import replayed
from tests.members import person, signed_in

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
HAND = ("clover", "clover", "hare", "nettle", "nettle")


@pytest.fixture
def heath(db) -> Deck:
    """A ready deck, and with it the cards of MEADOW."""
    return DeckFactory(slug="heath")


@pytest.fixture
def owner(db):
    return person("Ada")


@pytest.fixture
def guest(db) -> Builder:
    return a_guest()


def send(client: Client, deck: Deck, **fields):
    sent = {"deck": deck.slug, "level": "greedy", **fields}
    return client.post(reverse("match-create"), sent)


def choosing(client: Client, deck: Deck | None = None) -> str:
    """The form in which a deck is chosen under V1.4a."""
    answer = client.get(reverse("play-computer"), {"deck": deck.slug} if deck else {})
    page = " ".join(answer.content.decode().split())
    forms = re.findall("<form.*?</form>", page, re.S)
    return next(form for form in forms if 'type="hidden" name="rules" value="phylo-1.4a"' in form)


def offered(client: Client, deck: Deck | None = None) -> list[str]:
    return re.findall('<input type="radio" name="deck" value="([^"]*)"', choosing(client, deck))


def checked(client: Client, deck: Deck) -> list[str]:
    return re.findall('name="deck" value="([^"]*)" checked', choosing(client, deck))


@pytest.mark.parametrize("visibility", Visibility.values)
def test_who_may_play_a_deck(heath, owner, visibility):
    deck = built(owner, visibility=visibility)
    others = [signed_in(person("Ben")), client_of_builder(a_guest()), Client()]
    assert send(signed_in(owner), deck).status_code == 302
    assert checked(signed_in(owner), deck) == [deck.slug]
    for client in others:
        seen = visibility != Visibility.PRIVATE
        assert send(client, deck).status_code == (302 if seen else 400)
        assert checked(client, deck) == [deck.slug if seen else "heath"]
        assert (deck.name in choosing(client, deck)) is seen
        assert deck.slug not in offered(client)


def test_a_private_deck_of_another_is_refused_as_one_that_is_not_there(heath, owner):
    deck, stranger = built(owner, name="Secret meadow"), signed_in(person("Ben"))
    refused = [
        json.loads(stranger.post(reverse("match-create"), {"deck": slug, "level": "greedy"}).content)
        for slug in (deck.slug, "no-such-deck")
    ]
    assert refused[0] == refused[1]
    assert "Secret" not in json.dumps(refused)
    assert not Match.objects.exists()


def test_a_guest_plays_the_own_deck(heath, guest):
    deck = built(guest)
    client = client_of_builder(guest)
    assert offered(client) == [deck.slug, "heath"]
    assert send(client, deck).status_code == 302
    match = Match.objects.get()
    assert match.decks[0] == deck.card_keys()
    assert match.seats.get(number=0).deck_name == "Meadow of mine"
    assert send(Client(), deck).status_code == 400


def test_a_match_pins_what_the_deck_was(heath, owner):
    deck = built(owner)
    send(signed_in(owner), deck)
    match = Match.objects.get()
    deck.entries.all().delete()
    Card.objects.filter(key="hare").update(points=9)
    positions.forget_all()
    assert match.decks[0].count("hare") == MEADOW["hare"]
    assert match.cards["hare"]["points"] != 9
    assert differences(match) == []


def test_the_computer_takes_a_ready_deck_or_one_of_mine(heath, owner):
    mine, client = built(owner), signed_in(owner)
    theirs = built(person("Ben"), visibility="public")
    assert send(client, heath, opponent_deck=mine.slug).status_code == 302
    assert Match.objects.get().seats.get(number=1).deck_name == mine.name
    assert "opponent_deck" in json.loads(send(client, heath, opponent_deck=theirs.slug).content)["errors"]
    select = re.search('<select name="opponent_deck".*?</select>', choosing(client), re.S).group()
    assert re.findall('optgroup label="([^"]*)"', select) == ["Ready decks", "Your decks"]
    assert mine.slug in select
    assert "optgroup" not in choosing(Client())


def test_any_deck_of_the_computer_is_never_one_of_mine(heath, owner):
    mine, client = built(owner), signed_in(owner)
    for _again in range(6):
        send(client, mine)
    assert {match.seats.get(number=1).deck_name for match in Match.objects.all()} == {heath.name}


@pytest.mark.parametrize(
    ("counts", "more", "words"),
    [
        (MEADOW | {"hare": 2}, {}, "Two cards short"),
        (MEADOW | {"hare": 5}, {}, "One card too many"),
        (MEADOW, {"starter": "pasture"}, "take the place of HOME"),
    ],
)
def test_P6_an_unfinished_deck_says_what_is_missing(heath, owner, counts, more, words):
    CardFactory(key="pasture", habitat=True)
    deck, client = built(owner, counts, **more), signed_in(owner)
    assert deck.slug not in offered(client)
    page = choosing(client, deck)
    assert "cannot be played yet" in page
    assert words in page
    assert checked(client, deck) == ["heath"]
    answer = send(client, deck)
    assert answer.status_code == 400
    assert words in answer.json()["detail"]
    as_page = client.post(reverse("match-create"), {"deck": deck.slug, "level": "greedy"}, headers=BROWSER)
    assert words in as_page.content.decode()
    assert not Match.objects.exists()


def test_own_decks_stand_before_the_ready_ones_and_the_asked_one_first(heath, owner):
    older, newer = built(owner, name="Older"), built(owner, name="Newer")
    moor = DeckFactory(slug="moor")
    client = signed_in(owner)
    assert offered(client) == [newer.slug, older.slug, "heath", "moor"]
    assert offered(client, older) == [older.slug, newer.slug, "heath", "moor"]
    assert offered(client, moor) == ["moor", "heath", newer.slug, older.slug]
    theirs = built(person("Ben"), visibility="unlisted")
    assert offered(client, theirs) == [theirs.slug, newer.slug, older.slug, "heath", "moor"]


def test_the_first_button_takes_a_ready_deck(heath, owner):
    built(owner)
    for address in ("/", "/play/"):
        page = " ".join(signed_in(owner).get(address).content.decode().split())
        assert re.findall('name="deck" value="([^"]*)" data-any="([^"]*)"', page) == [("heath", "heath")]


def test_a_refused_form_offers_the_deck_again_that_it_named(heath, owner):
    deck = built(person("Ben"), visibility="unlisted")
    sent = {"deck": deck.slug, "level": "god"}
    page = signed_in(owner).post(reverse("match-create"), sent, headers=BROWSER).content.decode()
    page = " ".join(page.split())
    assert f'value="{deck.slug}" checked' in page


def test_however_many_decks_somebody_has_the_page_asks_as_often(heath, owner):
    client, counts = signed_in(owner), []
    offered(client)  # what is the same for everybody is drawn once
    for _again in range(2):
        for _deck in range(7):
            built(owner)
        with CaptureQueriesContext(connection) as asked:
            shown = offered(client)
        counts.append(len(asked))
    assert len(shown) == OWN_SHOWN + 1
    assert counts[0] == counts[1]


# Preselected opening hands (P7)


@pytest.mark.once
def test_P7_a_deck_that_names_its_hand_gets_it_and_the_other_side_one_by_chance(heath, owner):
    deck, client = built(owner, opening_hand=HAND), signed_in(owner)
    assert "Names its opening hand" in choosing(client)
    assert 'name="opening_hand"' in choosing(client)
    assert send(client, deck, opponent_deck="heath", opening_hand="preselected").status_code == 302
    match = Match.objects.get()
    mine, bots = match.opening_hands
    assert sorted(mine) == sorted(HAND)
    assert len(bots) == 5
    assert set(bots) <= set(match.decks[1])
    drew = [entry for entry in match.opening_log if entry["event"] == "drew"]
    assert sorted(drew[0]["cards"]) == sorted(HAND)
    record = export_record(match, even_playing=True)
    assert record["opening_hands"] == match.opening_hands
    assert replayed(record).snapshot() == match.snapshot
    assert differences(match) == []


@pytest.mark.once
def test_P7_the_hand_of_the_other_side_is_drawn_anew_each_time(heath, owner):
    deck, client = built(owner, opening_hand=HAND), signed_in(owner)
    for _again in range(12):
        send(client, deck, opponent_deck="heath", opening_hand="preselected")
    assert len({tuple(sorted(match.opening_hands[1])) for match in Match.objects.all()}) > 1


def test_P7_the_computers_deck_may_be_the_one_that_names_a_hand(heath, owner):
    deck = built(owner, opening_hand=HAND)
    send(signed_in(owner), heath, opponent_deck=deck.slug, opening_hand="preselected")
    assert sorted(Match.objects.get().opening_hands[1]) == sorted(HAND)


def test_P7_without_the_option_hands_are_dealt(heath, owner):
    deck = built(owner, opening_hand=HAND)
    send(signed_in(owner), deck)
    assert Match.objects.get().opening_hands is None


@pytest.mark.once
def test_P7_a_hand_that_is_not_whole_matters_only_where_it_is_asked_for(heath, owner):
    deck, client = built(owner, opening_hand=HAND[:3]), signed_in(owner)
    assert 'name="opening_hand"' not in choosing(client)
    refused = send(client, deck, opening_hand="preselected")
    assert "The opening hand has 3 cards" in refused.json()["detail"]
    assert checked(client, deck) == [deck.slug]
    assert send(client, deck).status_code == 302


def test_P7_nobody_names_a_hand(heath, owner):
    deck = built(owner)
    refused = send(signed_in(owner), deck, opening_hand="preselected")
    assert refused.json()["errors"]["opening_hand"][0]["message"] == (
        "None of these decks names its opening hand."
    )


def test_P7_a_rematch_keeps_both_hands(heath, owner):
    deck = built(owner, opening_hand=HAND)
    ada = Player.objects.create(name="Ada")
    match = start_against_bot(
        player=ada, deck=deck, opponent_deck=heath, level="greedy", options={"opening_hand": "preselected"}
    )
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=match.version, key="one")
    match.refresh_from_db()
    again = rematch(match=match, seat=0)
    assert again.opening_hands == match.opening_hands
    assert positions.state_at(again).options.opening_hand == "preselected"
    assert client_of(ada).get(reverse("match-replay", args=[match.pk])).status_code == 200


def test_the_older_rules_know_no_preselected_hands(db):
    steppe = DeckFactory(slug="steppe", rules="phylo-1.3")
    assert "opening_hand" in send(Client(), steppe, opening_hand="preselected").json()["errors"]
    assert not rule_set("phylo-1.3").preselection


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("same_deck", [True, False])
def test_the_name_of_a_deck_is_for_those_who_may_read_it(heath, owner, visibility, same_deck):
    """In the lobby, at the open table, in the API, lists of matches and downloads, now and afterwards."""
    deck, ben = built(owner, name="Quiet pond", visibility=visibility), person("Ben")
    everybody = visibility == Visibility.PUBLIC
    reads = {signed_in(owner): True, signed_in(ben): everybody, Client(): everybody}
    maker, member = list(reads)[:2]
    sent = {"key": "k", "deck": deck.slug, "clock": "none", "listed": "lobby", "public": "on"}
    maker.post("/challenges/", sent | ({"same_deck": "on"} if same_deck else {}))
    code = OpenTable.objects.get().code

    def check(path: str, owner_reads: bool = everybody) -> None:
        for client, may_read in reads.items():
            told = b"Quiet pond" in client.get(path).content
            assert told is (may_read and (owner_reads or everybody)), path

    check("/lobby/", owner_reads=True)
    check(f"/t/{code}/", owner_reads=True)
    told = [client.get("/api/v1/challenges/").json()["results"][0]["deck"] for client in (member, Client())]
    assert told == [deck.name if everybody else None] * 2
    assert ("plays a deck of their own" in Client().get("/lobby/").content.decode()) is not everybody
    assert member.post(f"/t/{code}/", {"deck": "" if same_deck else "heath"}).status_code == 302
    match = Match.objects.get()
    assert match.public
    check("/watch/")
    resign(match_id=match.pk, seat=0, key="over")
    check("/watch/")
    check("/people/Ada/", owner_reads=True)
    check("/people/Ben/", owner_reads=not same_deck)
    record = f"/api/v1/matches/{match.pk}/record/"
    for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/", record):
        assert b"Quiet pond" not in Client().get(path).content, path
    assert ("Quiet pond" in member.get("/account/data/").content.decode()) is everybody
    assert "Quiet pond" in maker.get("/account/data/").content.decode()


def test_a_copy_of_ones_own_private_deck_does_not_tell_others_its_name(heath, owner):
    secret = built(owner, name="Quiet pond")
    copy = copy_deck(deck=secret, builder=Builder(user=owner), name="Loud pond")
    Deck.objects.filter(pk=copy.pk).update(visibility=Visibility.PUBLIC)
    for path in (f"/decks/{copy.slug}/", f"/decks/{copy.slug}/deck.json", f"/api/v1/decks/{copy.slug}/"):
        assert b"Quiet pond" not in Client().get(path).content, path
    assert b"Quiet pond" in signed_in(owner).get(f"/decks/{copy.slug}/").content
