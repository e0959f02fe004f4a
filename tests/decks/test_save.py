"""Saving as one builds: who may, what is refused, that nothing is saved twice or over another's change."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks.models import Deck
from phylo.http.problems import PROBLEM
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory, a_guest, client_of_guest
from tests.matches.test_races import race
from tests.members import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards")]


def body(deck: Deck, key: str = "", version: int | None = None, **change) -> dict:
    return {
        "version": deck.version if version is None else version,
        "settings_version": deck.settings_version,
        "key": key or uuid.uuid4().hex,
        "change": change,
    }


def save(client: Client, deck: Deck, sent: object, **headers):
    data = sent if isinstance(sent, str | bytes) else json.dumps(sent)
    return client.post(
        reverse("deck-save", args=[deck.slug]), data, content_type="application/json", **headers
    )


def problem_of(answer, status: int) -> dict:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == PROBLEM
    return answer.json()


def test_a_change_is_saved_and_the_deck_drawn_anew(ada, ada_client):
    deck = built(ada)
    answer = save(ada_client, deck, body(deck, copies={"sage": 2, "clover": 6}))
    assert answer.status_code == 200
    said = answer.json()
    assert (said["version"], said["settings_version"]) == (2, 1)
    assert said["cards"] == MEADOW | {"clover": 6, "sage": 2}
    assert said["names"]["sage"] == "Sage"
    assert 'data-row="sage"' in said["html"]
    assert "no-store" in answer["Cache-Control"]
    deck.refresh_from_db()
    assert deck.contents.cards == said["cards"]
    assert deck.versions.count() == 2


def test_everything_that_can_be_changed(ada, ada_client):
    deck = built(ada)
    change = {
        "copies": {"pasture": 6}, "rules": "phylo-1.3", "starter": "pasture", "name": " A  new name ",
        "notes": "Grass\r\nfirst. ",
    }  # fmt: skip
    said = save(ada_client, deck, body(deck, **change)).json()
    assert (said["name"], said["notes"], said["settings_version"]) == ("A new name", "Grass\nfirst.", 2)
    assert (said["rules"], said["starter"], said["cards"]["pasture"]) == ("phylo-1.3", "pasture", 6)
    deck.refresh_from_db()
    hand = ["clover", "clover", "nettle"]
    said = save(ada_client, deck, body(deck, rules="phylo-1.4a", starter="", opening_hand=hand)).json()
    assert (said["rules"], said["starter"], said["opening_hand"]) == ("phylo-1.4a", "", hand)


def test_a_name_alone_makes_no_version(ada, ada_client):
    deck = built(ada)
    said = save(ada_client, deck, body(deck, name="Heath")).json()
    assert (said["settings_version"], said["version"], said["name"]) == (2, 1, "Heath")


def test_only_the_owner_saves(ada, ben_client, guest, guest_client):
    stranger = Client()
    for deck, others in (
        (built(ada), [ben_client, guest_client, stranger]),
        (built(ada, visibility="public"), [ben_client, guest_client, stranger]),
        (built(guest), [ben_client, signed_in(ada), stranger]),
    ):
        for client in others:
            for answer in (
                save(client, deck, body(deck, copies={"sage": 1})),
                client.get(reverse("deck-state", args=[deck.slug])),
            ):
                assert problem_of(answer, 404)["code"] == "not-found"
        assert deck.versions.count() == 1
    assert save(guest_client, deck, body(deck, copies={"sage": 1})).status_code == 200


def test_a_session_that_names_nobody_saves_nothing(ada):
    client = client_of_guest("nobody")
    deck = built(ada)
    assert save(client, deck, body(deck, copies={"sage": 1})).status_code == 404


def test_a_save_needs_the_token(ada):
    client = signed_in(ada)
    client.handler.enforce_csrf_checks = True
    deck = built(ada)
    assert problem_of(save(client, deck, body(deck, copies={"sage": 1})), 403)["code"] == "csrf"
    client.get(reverse("deck-build", args=[deck.slug]))
    token = client.cookies["csrftoken"].value
    sent = body(deck, copies={"sage": 1})
    assert save(client, deck, sent, headers={"X-CSRFToken": token}).status_code == 200


def test_a_stale_save_gets_the_present_deck(ada, ada_client):
    deck = built(ada)
    save(ada_client, deck, body(deck, copies={"sage": 1}))
    refused = problem_of(save(ada_client, deck, body(deck, copies={"clover": 1})), 409)
    assert (refused["code"], refused["version"], refused["cards"]["sage"]) == ("stale", 2, 1)
    assert refused["names"]["sage"] == "Sage"
    assert 'data-row="sage"' in refused["html"]
    deck.refresh_from_db()
    assert deck.contents.cards["clover"] == 7


def test_what_is_in_place_is_no_conflict(ada, ada_client):
    deck = built(ada)
    save(ada_client, deck, body(deck, copies={"sage": 1}))
    answer = save(ada_client, deck, body(deck, copies={"sage": 1}))
    assert (answer.status_code, answer.json()["version"]) == (200, 2)


def test_sent_twice_it_is_saved_once(ada, ada_client):
    deck = built(ada)
    sent = body(deck, copies={"sage": 1})
    first, second = save(ada_client, deck, sent).json(), save(ada_client, deck, sent).json()
    for said in (first, second):
        del said["html"]  # it has a new token each time
    assert first == second
    assert deck.versions.count() == 2


def test_a_key_that_saved_something_else(ada, ada_client):
    deck = built(ada)
    save(ada_client, deck, body(deck, "once", copies={"sage": 1}))
    refused = problem_of(save(ada_client, deck, body(deck, "once", version=2, copies={"sage": 3})), 422)
    assert (refused["code"], refused["version"]) == ("key-reused", 2)


MALFORMED = [
    ("key", {}),
    ("", []),
    ("change", {"version": 1, "key": "a"}),
    ("more", {"settings_version": 1, "key": "a", "change": {"name": "b"}, "more": 1}),
    ("settings_version", {"settings_version": "1", "key": "a", "change": {"name": "b"}}),
    ("settings_version", {"settings_version": True, "key": "a", "change": {"name": "b"}}),
    ("settings_version", {"settings_version": -1, "key": "a", "change": {"name": "b"}}),
    ("settings_version", {"settings_version": 2**40, "key": "a", "change": {"name": "b"}}),
    ("key", {"settings_version": 1, "key": "", "change": {"name": "b"}}),
    ("key", {"settings_version": 1, "key": 7, "change": {"name": "b"}}),
    ("change", {"version": 1, "key": "a", "change": None}),
]


@pytest.mark.parametrize(("field", "sent"), MALFORMED)
def test_what_is_no_order(ada, ada_client, field, sent):
    deck = built(ada)
    refused = problem_of(save(ada_client, deck, sent), 400)
    assert (refused["code"], refused["field"]) == ("malformed", field)
    deck.refresh_from_db()
    assert (deck.version, deck.contents.cards, deck.versions.count()) == (1, MEADOW, 1)


BAD = [
    ("key", "", {"settings_version": 1, "key": "a" * 65, "change": {"name": "b"}}),
    ("change", "", {"version": 1, "key": "a", "change": {}}),
    ("change", "visibility", {"version": 1, "key": "a", "change": {"visibility": "public"}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": ["clover"]}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": {"clover": "2"}}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": {"clover": 1.5}}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": {"clover": True}}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": {"clover": -1}}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": {"clover": 100}}}),
    ("copies", "", {"version": 1, "key": "a", "change": {"copies": {f"card-{n}": 0 for n in range(401)}}}),
    ("cards", "nobody", {"version": 1, "key": "a", "change": {"copies": {"nobody": 1}}}),
    ("cards", "", {"version": 1, "key": "a", "change": {"copies": {"a\0b": 1}}}),
    ("cards", "HOME", {"version": 1, "key": "a", "change": {"copies": {"home": 1}}}),
    ("cards", "100", {"version": 1, "key": "a", "change": {"copies": {"clover": 99, "sage": 99}}}),
    ("rules", "", {"version": 1, "key": "a", "change": {"rules": "chess"}}),
    ("rules", "", {"version": 1, "key": "a", "change": {"rules": None}}),
    ("starter", "", {"version": 1, "key": "a", "change": {"starter": "clover"}}),
    ("name", "", {"settings_version": 1, "key": "a", "change": {"name": ""}}),
    ("name", "", {"settings_version": 1, "key": "a", "change": {"name": "n" * 81}}),
    ("notes", "", {"settings_version": 1, "key": "a", "change": {"notes": "n" * 4001}}),
    ("notes", "", {"settings_version": 1, "key": "a", "change": {"notes": "a\0b"}}),
    ("opening_hand", "", {"version": 1, "key": "a", "change": {"opening_hand": "clover"}}),
    ("opening_hand", "", {"version": 1, "key": "a", "change": {"opening_hand": [1]}}),
    ("opening_hand", "", {"version": 1, "key": "a", "change": {"opening_hand": ["sage"]}}),
    ("opening_hand", "5", {"version": 1, "key": "a", "change": {"opening_hand": ["clover"] * 6}}),
]


@pytest.mark.parametrize(("field", "word", "sent"), BAD)
def test_bad_bodies(ada, ada_client, field, word, sent):
    deck = built(ada)
    refused = problem_of(save(ada_client, deck, sent), 400)
    assert (refused["code"], refused["field"]) == ("bad-change", field)
    assert word in refused["detail"]
    assert refused["detail"]
    deck.refresh_from_db()
    assert (deck.version, deck.contents.cards, deck.versions.count()) == (1, MEADOW, 1)


@pytest.mark.parametrize("sent", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b'{"version": 1e999}', b"1" * 5000])
def test_what_is_no_json(ada, ada_client, sent):
    assert problem_of(save(ada_client, built(ada), sent), 400)["code"] == "malformed"


def test_too_large_a_body(ada, ada_client):
    deck = built(ada)
    sent = body(deck, name="n" * 70_000)
    assert problem_of(save(ada_client, deck, sent), 413)["code"] == "too-large"


def test_only_json_by_post(ada, ada_client):
    deck = built(ada)
    address = reverse("deck-save", args=[deck.slug])
    assert problem_of(ada_client.post(address, {"version": 1}), 415)["code"] == "media-type"
    assert problem_of(ada_client.get(address), 405)["code"] == "method"
    assert problem_of(ada_client.post(reverse("deck-state", args=[deck.slug])), 405)["code"] == "method"


def test_the_present_state(ada, ada_client):
    deck = built(ada, opening_hand=["clover"])
    said = ada_client.get(reverse("deck-state", args=[deck.slug])).json()
    assert said.pop("html")
    assert said == {
        "version": 1, "settings_version": 1, "name": "Meadow of mine", "notes": "", "rules": "phylo-1.4a",
        "starter": "", "opening_hand": ["clover"], "cards": MEADOW,
        "names": {key: key.title() for key in MEADOW},
    }  # fmt: skip


def test_a_save_costs_the_same_however_long_the_history(ada, ada_client, django_assert_max_num_queries):
    deck = built(ada)
    for copies in range(1, 9):
        save(ada_client, deck, body(deck, version=copies, copies={"sage": copies}))
    with django_assert_max_num_queries(25):
        save(ada_client, deck, body(deck, version=9, copies={"sage": 9}))


@pytest.mark.django_db(transaction=True)
def test_of_racing_saves_exactly_one_wins(transactional_db):
    for key in ("clover", "sage"):
        CardFactory(key=key)
    guest = a_guest()
    deck = built(guest, {"clover": 1})
    clients = [client_of_guest(guest.guest) for _each in range(6)]
    answers = race(
        *(
            lambda client=client, copies=copies: save(client, deck, body(deck, copies={"sage": copies}))
            for copies, client in enumerate(clients, 1)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    [won] = [answer.json() for answer in answers if answer.status_code == 200]
    stored = Deck.objects.get()
    assert (stored.version, stored.versions.count()) == (2, 2)
    assert stored.contents.cards == won["cards"]
    assert {answer.json()["version"] for answer in answers} == {2}
