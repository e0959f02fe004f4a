"""Headers and cookies of all responses."""

import http.client
import re
from contextlib import closing

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse

from phylo import settings as of_site
from phylo.http import headers
from tests.members import person, sign_in, signed_in, who

HERE = {"'self'", "'none'", "data:", "blob:", "'unsafe-inline'"}
GIVEN = {name.decode() for name in headers.defaults()}


@pytest.mark.parametrize(
    ("path", "status", "cache"),
    [
        ("/rules/", 200, "private, no-cache"),
        ("/nowhere/", 404, "private, no-cache"),
        ("/sign-in/", 200, "max-age=0, no-cache, no-store, must-revalidate, private"),
        ("/api/v1/nowhere/", 404, "private, no-cache"),
        ("/healthz", 200, "private, no-cache"),
        ("/static/", 404, "private, no-cache"),
        ("/static/…", 200, "max-age=315360000, public, immutable"),
    ],
)
def test_every_response_has_them(site, path, status, cache):
    if path.endswith("…"):
        path = re.search(r'"(/static/[^"#]+\.css)', site.get("/").decode())[1]
    with closing(http.client.HTTPConnection("127.0.0.1", site.port)) as connection:
        connection.request("GET", path, headers={"Accept": "text/html"})
        answer = connection.getresponse()
        answer.read()
    names = [name.lower() for name in answer.headers]
    assert answer.status == status
    assert {name for name in GIVEN if names.count(name) != 1} == set()
    assert answer.headers["Cache-Control"] == cache
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert {source for sources in policy.values() for source in sources.split()} <= HERE
    assert {name: policy[name] for name in ("default-src", "object-src", "base-uri", "frame-ancestors")} == {
        "default-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    assert "script-src" not in policy
    assert "style-src" not in policy


@pytest.mark.once
def test_what_a_response_says_itself_is_kept(settings):
    settings.HTTPS, settings.SECURE_HSTS_SECONDS = True, 365 * 24 * 60 * 60
    headers.defaults.cache_clear()
    said = dict(headers.with_defaults([(b"Cache-Control", b"no-store")]))
    headers.defaults.cache_clear()
    assert said[b"Cache-Control"] == b"no-store"
    assert b"cache-control" not in said
    assert said[b"strict-transport-security"] == b"max-age=31536000"


@pytest.fixture
def host_cookies(settings):
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.COOKIE_PREFIX = "__Host-"
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"


def test_cookies_are_of_this_host_alone(db, host_cookies):
    person("Ada")
    browser = Client()
    assert sign_in(browser, "Ada", secure=True).status_code == 302
    browser.get(reverse("account"), secure=True)
    browser.get("/cards/?size=large", secure=True)
    cookies = {name: cookie for name, cookie in browser.cookies.items() if cookie.value}
    assert {"__Host-sessionid", "__Host-csrftoken", "__Host-cards-size"} <= set(cookies)
    assert {name for name in cookies if not name.startswith("__Host-")} == set()
    for cookie in cookies.values():
        assert (cookie["secure"], cookie["path"], cookie["domain"] or "") == (True, "/", "")
        assert cookie["samesite"] == "Lax"
    assert cookies["__Host-sessionid"]["httponly"]


def old_cookie(**kept) -> Client:
    """A browser whose session has its cookie's name of before."""
    session = SessionStore()
    session.update(kept)
    session.save()
    browser = Client()
    browser.cookies["sessionid"] = session.session_key
    return browser


def test_a_guests_session_comes_along_once(db, host_cookies):
    browser = old_cookie(guest=4711)
    planted = browser.cookies["sessionid"].value
    browser.get("/rules/", secure=True)
    key = browser.cookies["__Host-sessionid"].value
    assert (SessionStore(key).load(), browser.cookies["sessionid"].value) == ({"guest": 4711}, "")
    assert not SessionStore().exists(planted), "whoever knows the old key has nothing of it"
    browser.cookies["sessionid"] = old_cookie(guest=1).cookies["sessionid"].value
    browser.get("/rules/", secure=True)
    assert browser.cookies["__Host-sessionid"].value == key


def test_a_planted_session_signs_nobody_in(db, host_cookies):
    ada = signed_in(person("Ada"))
    browser = Client()
    browser.cookies["sessionid"] = ada.cookies["__Host-sessionid"].value
    browser.get("/rules/", secure=True)
    assert who(browser) is None


@pytest.mark.parametrize("key", ["", "x", "4" * 32])
def test_an_old_cookie_of_nothing_is_thrown_away(db, host_cookies, key):
    browser = Client()
    browser.cookies["sessionid"] = key
    assert browser.get("/rules/", secure=True).status_code == 200
    assert browser.cookies["sessionid"].value == ""


@pytest.mark.once
def test_whom_to_tell_of_a_weakness(settings):
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT, settings.SITE_URL_KNOWN = "mailto:security@phylo.example", True
    settings.SITE_URL = "https://phylo.example"
    answer = Client().get("/.well-known/security.txt")
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert lines["Contact"] == "mailto:security@phylo.example"
    assert lines["Canonical"] == "https://phylo.example/.well-known/security.txt"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", lines["Expires"])


@pytest.mark.once
@pytest.mark.parametrize(
    ("given", "contact"),
    [("", ""), ("a@b.example", "mailto:a@b.example"), ("https://b.example/tell", "https://b.example/tell")],
)
def test_a_contact_is_an_address(monkeypatch, given, contact):
    monkeypatch.setenv("SECURITY_CONTACT", given)
    assert of_site.env.contact("SECURITY_CONTACT") == contact
