"""Decks in the API: who sees and changes what, what is refused, and that nothing private is kept anywhere."""

import json

import pytest
from django.test import Client

from cards.decks import services
from cards.decks.exchange.importer import read_anything
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import Change
from cards.models import Builder
from phylo.accounts.models import User
from tests.api.conftest import _allowance, cards  # noqa: F401
from tests.decks.conftest import built, client_of_builder
from tests.factories import DeckFactory, a_guest
from tests.members import person, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cards")]
LIST = "/api/v1/decks/"
COUNTS = {"oak": 3, "horse": 2}


@pytest.fixture
def ada():
    return person("Ada")


@pytest.fixture
def clients(ada) -> dict[str, Client]:
    """Of the maker, of another account, of a guest who builds, of somebody without a session."""
    guest = a_guest()
    built(guest, {"moss": 1}, name="Guest’s")
    return {
        "ada": signed_in(ada), "ben": signed_in(person("Ben")), "guest": client_of_builder(guest),
        "nobody": Client(),
    }  # fmt: skip


@pytest.fixture
def deck(ada) -> Deck:
    return built(ada, COUNTS, name="Wood")


def at(deck: Deck, *rest: str) -> str:
    return LIST + "/".join([deck.slug, *rest]) + "/"


def send(client: Client, method: str, address: str, body: object = None):
    return getattr(client, method)(address, json.dumps(body), content_type="application/json")


def slugs(client: Client, **asked) -> list[str]:
    response = client.get(LIST, asked)
    assert response.status_code == 200, response.content
    return [each["slug"] for each in response.json()["results"]]


def problem(response, status: int, code: str) -> dict:
    assert (response.status_code, response.json().get("code")) == (status, code), response.content
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    return response.json()


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_sees_what(deck, clients, visibility):
    Deck.objects.filter(pk=deck.pk).update(visibility=visibility)
    for name, client in clients.items():
        seen = name == "ada" or visibility != "private"
        for address in (at(deck), at(deck, "versions"), at(deck, "versions", "1"), at(deck, "problems")):
            response = client.get(address)
            assert response.status_code == (200 if seen else 404), (name, address)
            if seen:
                assert response["Cache-Control"] == "private, no-cache"
                assert "Cookie" in response["Vary"]
            else:
                problem(response, 404, "not-found")
        assert (deck.slug in slugs(client)) is (visibility == "public")
        assert (deck.slug in slugs(client, mine="true")) is (name == "ada")


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_changes_what(deck, clients, visibility):
    Deck.objects.filter(pk=deck.pk).update(visibility=visibility)
    for name in ("ben", "guest", "nobody"):
        change = send(clients[name], "patch", at(deck), {"settings_version": 1, "name": "Mine"})
        problem(change, 404, "not-found")
        problem(clients[name].delete(at(deck)), 404, "not-found")
        copied = send(clients[name], "post", at(deck, "copy"), {})
        assert copied.status_code == (404 if visibility == "private" else 201)
    deck.refresh_from_db()
    assert (deck.name, deck.version) == ("Wood", 1)
    changed = send(clients["ada"], "patch", at(deck), {"settings_version": 1, "name": "Forest"})
    assert changed.json()["name"] == "Forest"
    assert clients["ada"].delete(at(deck)).status_code == 204
    assert clients["ada"].get(at(deck)).status_code == 404


def test_ready_decks_are_nobodys(clients):
    for client in clients.values():
        response = client.get(LIST + "meadow/")
        assert (response.json()["ready"], response.json()["maker"]) == (True, None)
        assert response["Cache-Control"] == "public, max-age=60"
        problem(
            send(client, "patch", LIST + "meadow/", {"settings_version": 1, "name": "X"}), 404, "not-found"
        )
        problem(client.delete(LIST + "meadow/"), 404, "not-found")


def test_a_deck_that_is_made_private_is_gone_at_once(deck, clients):
    Deck.objects.filter(pk=deck.pk).update(visibility="public")
    first = {address: clients["nobody"].get(address) for address in (LIST, at(deck))}
    assert [each["Cache-Control"] for each in first.values()] == ["public, no-cache", "private, no-cache"]
    Deck.objects.filter(pk=deck.pk).update(visibility="private")
    again = clients["nobody"].get(LIST, HTTP_IF_NONE_MATCH=first[LIST]["ETag"])
    assert again.status_code == 200
    assert deck.slug not in again.content.decode()
    assert clients["nobody"].get(at(deck), HTTP_IF_NONE_MATCH=first[at(deck)]["ETag"]).status_code == 404
    assert clients["nobody"].get(at(deck), HTTP_IF_NONE_MATCH="*").status_code == 404


def test_the_tag_follows_what_is_said(deck, clients):
    client = clients["ada"]
    tag = client.get(at(deck))["ETag"]
    assert client.get(at(deck), HTTP_IF_NONE_MATCH=tag).status_code == 304
    for change in ({"copies": {"oak": 1}}, {"name": "Forest"}):
        send(client, "patch", at(deck), {"version": 1, "settings_version": 1} | change)
        response = client.get(at(deck), HTTP_IF_NONE_MATCH=tag)
        assert response.status_code == 200
        tag = response["ETag"]
    Deck.objects.filter(pk=deck.pk).update(likes=7)
    assert client.get(at(deck), HTTP_IF_NONE_MATCH=tag).json()["likes"] == 7


def test_a_deck_in_full(deck, clients):
    told = clients["ada"].get(at(deck)).json()
    assert told["cards"] == [
        {"key": "horse", "name": "Horse", "count": 2}, {"key": "oak", "name": "Oak", "count": 3},
    ]  # fmt: skip
    assert (told["size"], told["version"], told["settings_version"], told["starter"]) == (5, 1, 1, "home")
    assert (told["maker"], told["complete"], told["visibility"], told["made_from"]) == (
        "Ada", False, "private", None,
    )  # fmt: skip
    assert read_anything(told["code"]).contents == Contents.of(COUNTS)
    assert clients["ada"].get(told["page"]).status_code == 200


def test_making_a_deck(clients):
    body = {"name": "New", "notes": "Words.", "rules": "phylo-1.3", "starter": "pasture", "cards": COUNTS}
    for name in ("ada", "guest", "nobody"):
        response = send(clients[name], "post", LIST, body | {"key": "once"})
        assert response.status_code == 201
        told = response.json()
        assert response["Location"] == told["api"]
        assert (told["visibility"], told["rules"], told["starter"]) == ("private", "phylo-1.3", "pasture")
        assert clients[name].get(told["api"]).status_code == 200
        again = send(clients[name], "post", LIST, body | {"key": "once"})
        assert again.json()["slug"] == told["slug"]
        for other in ({"name": "Other"}, {"notes": "Other"}, {"cards": {"oak": 1}, "opening_hand": []}):
            problem(send(clients[name], "post", LIST, body | other | {"key": "once"}), 422, "key-reused")
        assert clients["ben"].get(told["api"]).status_code == 404
    assert send(clients["ada"], "post", LIST, {"name": "Empty"}).json()["size"] == 0


def test_changing_a_deck(deck, clients):
    client = clients["ada"]
    mossy = {"version": 1, "copies": {"moss": 1, "oak": 0}, "note": "Moss"}
    told = send(client, "patch", at(deck), mossy).json()
    assert {each["key"]: each["count"] for each in told["cards"]} == {"horse": 2, "moss": 1}
    assert (told["version"], told["settings_version"]) == (2, 1)
    told = send(client, "patch", at(deck), {"version": 2, "cards": {"oak": 1}, "key": "once"}).json()
    assert {each["key"]: each["count"] for each in told["cards"]} == {"oak": 1}
    again = send(client, "patch", at(deck), {"version": 2, "cards": {"oak": 1}, "key": "once"}).json()
    assert again["version"] == 3
    told = send(
        client, "patch", at(deck), {"settings_version": 1, "visibility": "public", "notes": "N"}
    ).json()
    assert (told["visibility"], told["notes"], told["version"], told["settings_version"]) == (
        "public",
        "N",
        3,
        2,
    )
    told = send(client, "patch", at(deck), {"version": 3, "starter": "home", "opening_hand": ["oak"]}).json()
    assert (told["starter"], told["opening_hand"]) == ("home", ["oak"])
    versions = client.get(at(deck, "versions")).json()["results"]
    assert [each["note"] for each in versions] == ["", "", "Moss", ""]


def test_a_stale_version(deck, clients):
    send(clients["ada"], "patch", at(deck), {"version": 1, "copies": {"oak": 8}})
    refused = send(clients["ada"], "patch", at(deck), {"version": 1, "copies": {"oak": 9}})
    assert problem(refused, 409, "stale")["version"] == 2
    send(clients["ada"], "patch", at(deck), {"version": 2, "copies": {"oak": 9}, "key": "k"})
    reused = send(clients["ada"], "patch", at(deck), {"version": 3, "copies": {"oak": 8}, "key": "k"})
    problem(reused, 422, "key-reused")


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ([], "malformed", ""), (None, "malformed", ""),
        ({"version": "1"}, "malformed", "version"), ({"version": True}, "malformed", "version"),
        ({"version": -1}, "malformed", "version"), ({"version": 1, "nam": "x"}, "malformed", "nam"),
        ({"settings_version": 1, "name": 3}, "malformed", "name"),
        ({"version": 1, "cards": []}, "malformed", "cards"),
        ({"version": 1, "cards": {"oak": -1}}, "malformed", "cards"),
        ({"version": 1, "copies": {"oak": 1.5}}, "malformed", "copies"),
        ({"version": 1, "copies": {"oak": 100}}, "malformed", "copies"),
        ({"version": 1, "opening_hand": "oak"}, "malformed", "opening_hand"),
        ({"version": 1, "opening_hand": [1]}, "malformed", "opening_hand"),
        ({"version": 1, "copies": {"nobody": 1}}, "bad-change", "cards"),
        ({"version": 1, "copies": {"\ud800": 1}}, "bad-change", "cards"),
        ({"version": 1, "rules": "phylo-2"}, "malformed", "rules"),
        ({"version": 1, "starter": "oak"}, "bad-change", "starter"),
        ({"version": 1, "opening_hand": ["moss"]}, "bad-change", "opening_hand"),
        ({"settings_version": 1, "name": ""}, "malformed", "name"),
        ({"settings_version": 1, "notes": "\0"}, "malformed", "notes"),
        ({"settings_version": 1, "visibility": "x"}, "malformed", "visibility"),
        ({"settings_version": 1, "key": "x" * 65, "name": "Y"}, "malformed", "key"),
        ({"settings_version": 1, "key": "", "name": "Y"}, "malformed", "key"),
        ({"version": 1, "note": "x" * 301, "copies": {"oak": 1}}, "malformed", "note"),
    ],
)  # fmt: skip
def test_what_cannot_be_sent(deck, clients, body, code, field):
    assert problem(send(clients["ada"], "patch", at(deck), body), 400, code)["field"] == field
    stored = Deck.objects.get(pk=deck.pk)
    assert (stored.version, stored.contents, stored.name) == (1, Contents.of(COUNTS), "Wood")


CODES = {400: "malformed", 413: "too-large", 415: "media-type"}


@pytest.mark.parametrize(
    ("raw", "media", "status"),
    [
        (b"{", "application/json", 400), (b'{"version": 1, "version": 2}', "application/json", 400),
        (b"\xff", "application/json", 400), (b"[" * 60_000, "application/json", 400),
        (b'{"version": ' + b"9" * 5000 + b"}", "application/json", 400),
        (b" " * 65_537, "application/json", 413), (b"version=1", "application/x-www-form-urlencoded", 415),
        (b'{"version": 1}', "text/plain", 415),
    ],
)  # fmt: skip
def test_what_is_no_object(deck, clients, raw, media, status):
    problem(clients["ada"].patch(at(deck), raw, content_type=media), status, CODES[status])


def test_copying(deck, clients):
    Deck.objects.filter(pk=deck.pk).update(visibility="unlisted")
    services.change_deck(deck_id=deck.pk, version=1, change=Change(copies={"moss": 1}))
    response = send(clients["ben"], "post", at(deck, "copy"), {"version": 1, "name": "Mine", "key": "k"})
    told = response.json()
    assert (response.status_code, told["name"], told["visibility"]) == (201, "Mine", "private")
    # The deck that it credits is unlisted: its address is not told.
    assert told["made_from"] == {"credit": "Wood (Ada)", "version": 1, "api": None}
    empty = clients["ben"].post(at(deck, "copy"), b"", content_type="application/json")
    assert empty.status_code == 201
    # The copy of the newest version stays the same one when there is a newer one yet.
    newest = send(clients["ben"], "post", at(deck, "copy"), {"key": "newest"}).json()
    services.change_deck(deck_id=deck.pk, version=2, change=Change(copies={"moss": 2}))
    again = send(clients["ben"], "post", at(deck, "copy"), {"key": "newest"}).json()
    assert (again["slug"], again["cards"]) == (newest["slug"], newest["cards"])
    for sent in ({"name": "Mine", "key": "k"}, {"version": 1, "name": "Ours", "key": "k"}):
        problem(send(clients["ben"], "post", at(deck, "copy"), sent), 422, "key-reused")
    problem(send(clients["ben"], "post", at(deck, "copy"), {"name": "x" * 200}), 400, "malformed")
    problem(send(clients["ben"], "post", at(deck, "copy"), {"version": 9}), 404, "not-found")
    problem(clients["ben"].get(at(deck, "copy")), 405, "method")
    ready = send(clients["ben"], "post", LIST + "meadow/copy/", {}).json()
    assert ready["made_from"]["api"].endswith("/decks/meadow/")


def test_versions_page_by_page(deck, clients):
    client = clients["ada"]
    for version in range(1, 8):
        services.change_deck(deck_id=deck.pk, version=version, change=Change(copies={"oak": version + 10}))
    address, found = at(deck, "versions") + "?size=3", []
    while address:
        page = client.get(address).json()
        assert page["count"] == 8
        found += page["results"]
        address = page["next"]
    assert [each["number"] for each in found] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [each["changes"] for each in found] == [{"oak": 1}] * 6 + [{"oak": 8}, COUNTS]
    assert client.get(at(deck, "versions", "3")).json() == found[5]
    for wrong in ("0", "9", "99999999999999999999"):
        problem(client.get(at(deck, "versions", wrong)), 404, "not-found")
    for wrong in ("x", "٣", "-1"):
        problem(client.get(at(deck, "versions"), {"cursor": wrong}), 400, "cursor")


def test_problems(deck, clients):
    told = clients["ada"].get(at(deck, "problems")).json()
    assert told["complete"] is False
    assert told["count"] == len(told["results"]) > 0
    assert told["results"][0]["severity"] == "error"


def test_filters(ada, clients):
    ben = Builder(user=clients_user(clients["ben"]))
    one = built(ada, {"oak": 2}, name="Oaks", visibility="public")
    other = built(ben, {"horse": 3}, name="Horses", rules="phylo-1.3", visibility="public")
    Deck.objects.filter(pk=one.pk).update(likes=5)
    nobody = clients["nobody"]
    assert set(slugs(nobody, ready="false")) == {one.slug, other.slug}
    assert one.slug not in slugs(nobody, ready="true")
    assert slugs(nobody, card="oak") == slugs(nobody, card="Oak") == [one.slug]
    assert slugs(nobody, rules="phylo-1.3", ready="false") == [other.slug]
    assert slugs(nobody, maker="ada") == [one.slug]
    assert slugs(nobody, q="horses") == [other.slug]
    assert slugs(nobody, complete="false") == sorted([one.slug, other.slug])
    assert slugs(nobody, sort="popular")[0] == one.slug
    assert slugs(nobody, sort="new")[0] == other.slug
    for asked in ({"card": "nobody at all"}, {"maker": "x" * 31}, {"mine": "yes"}, {"sort": "name"}):
        problem(nobody.get(LIST, asked), 400, "parameter")


def clients_user(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


@pytest.mark.parametrize("sort", ["slug", "popular", "new"])
def test_pages_of_a_list(ada, clients, sort):
    for number in range(5):
        deck = built(ada, {"oak": 1}, name=f"Deck {number}", visibility="public")
        Deck.objects.filter(pk=deck.pk).update(likes=number // 2)
    whole = slugs(clients["nobody"], sort=sort, size=200)
    address, found = f"{LIST}?sort={sort}&size=2", []
    while address:
        page = clients["nobody"].get(address).json()
        found += [each["slug"] for each in page["results"]]
        address = page["next"]
    assert found == whole
    following = clients["nobody"].get(f"{LIST}?sort={sort}&size=2").json()["next"]
    cursor = following.split("cursor=")[1].split("&")[0]
    other = "new" if sort == "popular" else "popular"
    problem(clients["nobody"].get(LIST, {"sort": other, "cursor": cursor}), 400, "cursor")


def test_writing_takes_a_token(ada, deck):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    addresses = (("post", LIST), ("patch", at(deck)), ("delete", at(deck)), ("post", at(deck, "copy")))
    for method, address in addresses:
        problem(send(client, method, address, {"settings_version": 1, "name": "X"}), 403, "csrf")
    client.get("/decks/import/")
    token = client.cookies["csrftoken"].value
    made = client.patch(
        at(deck), json.dumps({"settings_version": 1, "name": "X"}), content_type="application/json",
        headers={"X-CSRFToken": token},
    )  # fmt: skip
    assert made.status_code == 200
    assert made["Cache-Control"] == "no-store"


def test_scripts_of_other_sites_only_read():
    asked = Client().options(
        LIST, HTTP_ORIGIN="https://example.org", HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST"
    )
    assert "POST" not in asked["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("method", ["put", "trace", "patch", "delete"])
def test_methods_that_there_are_not(method):
    response = getattr(Client(), method)(LIST)
    problem(response, 405, "method")
    assert response["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert "GET, HEAD, POST" in response.json()["detail"]


def test_as_many_decks_as_one_may_have(clients, monkeypatch):
    monkeypatch.setattr("cards.decks.services.building.MOST_DECKS", 0)
    problem(send(clients["ada"], "post", LIST, {"name": "New"}), 409, "too-many-decks")


def test_a_list_asks_a_fixed_number_of_questions(ada, clients, django_assert_max_num_queries):
    for _number in range(3):
        built(ada, COUNTS, visibility="public")
    with django_assert_max_num_queries(10) as few:
        clients["nobody"].get(LIST)
    for _number in range(9):
        built(ada, COUNTS, visibility="public")
    DeckFactory(slug="another")
    with django_assert_max_num_queries(len(few)):
        clients["nobody"].get(LIST)
