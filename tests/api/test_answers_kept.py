"""What may be kept and for how long, who may read, and how often one may ask."""

import pytest
from django.core.cache import cache
from django.test import Client

from cards.decks.models import Deck
from cards.models import CardSet
from cards.sets.models import Collection
from phylo.accounts.models import User
from tests.factories import CardFactory

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ADDRESSES = [
    "/api/v1/", "/api/v1/cards/", "/api/v1/cards/oak/", "/api/v1/cards/horse/eats/", "/api/v1/sets/",
    "/api/v1/decks/", "/api/v1/decks/meadow/", "/api/v1/rule-sets/", "/api/v1/search/explain?q=oak",
    "/api/v1/bulk/", "/api/v1/openapi.json", "/api/v1/openapi.yaml",
]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_nothing_is_sent_twice(cards, address, encoding):
    first = Client().get(address, HTTP_ACCEPT_ENCODING=encoding)
    # What people make public they may make private again.
    usual = "public, no-cache" if address == "/api/v1/decks/" else "public, max-age=60"
    assert first["Cache-Control"] == usual
    again = Client().get(address, HTTP_ACCEPT_ENCODING=encoding, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"].removeprefix("W/") == first["ETag"].removeprefix("W/")
    assert again["Cache-Control"] == first["Cache-Control"]
    assert "Set-Cookie" not in first


@pytest.mark.parametrize("address", ADDRESSES[:9])
@pytest.mark.parametrize("change", ["card", "new card", "deck", "set"])
def test_a_change_is_seen_at_once(cards, address, change):
    tag = Client().get(address)["ETag"]
    if change == "card":
        CardFactory(key="oak").save()
    elif change == "new card":
        CardFactory(key="elm")
    elif change == "deck":
        Deck.objects.get(slug="meadow").save()
    else:
        CardSet.objects.filter(key="core").update(name="Another")
    response = Client().get(address, HTTP_IF_NONE_MATCH=tag)
    # The tag of decks is made of the answer itself, which says nothing of other cards and sets.
    same = "/decks/" in address and change != "deck"
    assert (response.status_code, response["ETag"] == tag) == (304 if same else 200, same)


@pytest.mark.parametrize("gone", ["meadow", "pasture-1-3"])
def test_what_is_withdrawn_is_seen_at_once(cards, gone):
    address = f"/api/v1/cards/?q=fits:{gone}"
    tag = Client().get(address)["ETag"]
    assert Client().get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304
    Deck.objects.filter(slug=gone).update(ready=False)
    assert Client().get(address, HTTP_IF_NONE_MATCH=tag).status_code == 400


def test_a_set_that_is_withdrawn_is_seen_at_once(cards):
    owner = User.objects.create_user("Ada")
    wood, heath = (
        Collection.objects.create(slug=slug, name=slug, owner=owner, visibility="public")
        for slug in ("wood", "heath")
    )
    address = "/api/v1/cards/?q=in:wood"
    tag = Client().get(address)["ETag"]
    Collection.objects.filter(pk=wood.pk).update(visibility="private", changed_at=heath.changed_at)
    answer = Client().get(address, HTTP_IF_NONE_MATCH=tag)
    assert answer.status_code != 304


def test_each_address_has_its_own_tag(cards):
    assert len({Client().get(address)["ETag"] for address in ADDRESSES}) == len(ADDRESSES)
    assert Client().get(ADDRESSES[1])["ETag"] == Client().get(ADDRESSES[1])["ETag"]
    indented = Client().get(ADDRESSES[1], HTTP_ACCEPT="application/json; indent=2")
    assert indented["ETag"] != Client().get(ADDRESSES[1])["ETag"]


def test_a_tag_does_not_excuse_a_bad_request(cards):
    assert Client().get("/api/v1/cards/?q=x:y", HTTP_IF_NONE_MATCH="*").status_code == 400
    assert Client().get("/api/v1/cards/none/", HTTP_IF_NONE_MATCH="*").status_code == 404


def test_answers_are_the_same_with_a_cookie_or_without(cards):
    assert "Cookie" not in Client().get("/api/v1/cards/")["Vary"]
    assert {"Accept", "Accept-Language"} <= set(Client().get("/api/v1/cards/")["Vary"].split(", "))
    client = Client()
    client.get("/learn/?lang=fr")
    assert client.get("/api/v1/cards/?q=x:y").json() == Client().get("/api/v1/cards/?q=x:y").json()
    french = client.get("/api/v1/cards/?q=x:y", headers={"accept-language": "fr"})
    assert french["Content-Language"] == "fr"


def test_scripts_of_any_site_may_read(cards):
    response = Client().get("/api/v1/cards/", HTTP_ORIGIN="https://example.org")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert "ETag" in response["Access-Control-Expose-Headers"]
    asked = Client().options(
        "/api/v1/cards/", HTTP_ORIGIN="https://example.org", HTTP_ACCESS_CONTROL_REQUEST_METHOD="GET",
        HTTP_ACCESS_CONTROL_REQUEST_HEADERS="if-none-match",
    )  # fmt: skip
    assert asked.status_code == 200
    assert "if-none-match" in asked["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("address", ["/", "/cards/", "/matches/"])
def test_pages_are_for_this_site_alone(cards, address):
    assert "Access-Control-Allow-Origin" not in Client().get(address, HTTP_ORIGIN="https://example.org")
    asked = Client().options(address, HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST")
    assert "Access-Control-Allow-Methods" not in asked


def test_how_much_is_left_is_told(cards, settings, clock):
    settings.API_LIMITS = {"visitor": (3, 60), "account": (5, 60)}
    clock.now += 20
    response = Client().get("/api/v1/cards/")
    assert response["RateLimit-Policy"] == '"visitor";q=3;w=60'
    assert response["RateLimit"] == '"visitor";r=2;t=40'


def test_too_many_requests(cards, settings, clock):
    settings.API_LIMITS = {"visitor": (3, 60), "account": (5, 60)}
    clock.now += 15
    assert [Client().get("/api/v1/cards/oak/").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = Client().get("/api/v1/cards/oak/")
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "throttled"
    assert refused.json()["retry_after"] == 45
    assert (refused["Retry-After"], refused["RateLimit"]) == ("45", '"visitor";r=0;t=45')
    clock.now += 45
    assert Client().get("/api/v1/cards/oak/").status_code == 200


def test_refused_requests_and_304_count(cards, settings, clock):
    settings.API_LIMITS = {"visitor": (3, 60), "account": (5, 60)}
    tag = Client().get("/api/v1/cards/oak/")["ETag"]
    assert Client().get("/api/v1/cards/oak/", HTTP_IF_NONE_MATCH=tag).status_code == 304
    assert Client().get("/api/v1/cards/?x=y").status_code == 400
    assert Client().post("/api/v1/cards/").status_code == 429


def test_each_address_counts_for_itself(cards, settings, clock):
    settings.API_LIMITS = {"visitor": (1, 60), "account": (5, 60)}
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8:1::1", "2001:db8:2::1"):
        assert Client(REMOTE_ADDR=address).get("/api/v1/").status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.1").get("/api/v1/").status_code == 429
    # The same network, from which anybody may take any address.
    assert Client(REMOTE_ADDR="2001:db8:1::2").get("/api/v1/").status_code == 429
    assert (
        Client(REMOTE_ADDR="192.0.2.9", HTTP_X_FORWARDED_FOR="192.0.2.8").get("/api/v1/").status_code == 200
    )
    assert (
        Client(REMOTE_ADDR="192.0.2.9", HTTP_X_FORWARDED_FOR="192.0.2.7").get("/api/v1/").status_code == 429
    )


def test_an_account_has_its_own_allowance(cards, settings, clock):
    settings.API_LIMITS = {"visitor": (1, 60), "account": (2, 60)}
    client = Client()
    client.force_login(User.objects.create_user("alice", password="long and secret"))
    assert Client().get("/api/v1/").status_code == 200
    assert Client().get("/api/v1/").status_code == 429
    assert client.get("/api/v1/")["RateLimit"].startswith('"account";r=1')
    assert client.get("/api/v1/", REMOTE_ADDR="192.0.2.5").status_code == 200
    assert client.get("/api/v1/").status_code == 429


def test_a_counter_that_is_away_stops_nobody(cards, settings, caplog, monkeypatch):
    """The cache of a site of several processes is Redis; this one listens nowhere."""
    known = settings.CACHES
    away = {
        "BACKEND": "phylo.http.redis.CountingCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
    settings.CACHES = {**known, "default": away}
    settings.EMBEDDED = False
    monkeypatch.setattr("phylo.http.redis._next_try", None)
    assert Client().get("/api/v1/cards/").status_code == 200
    assert "Redis does not answer" in caplog.text
    settings.CACHES = known


def test_a_counter_that_was_dropped_begins_anew(cards, settings, clock):
    settings.API_LIMITS = {"visitor": (1, 60), "account": (2, 60)}
    Client().get("/api/v1/")
    cache.clear()
    assert Client().get("/api/v1/").status_code == 200
