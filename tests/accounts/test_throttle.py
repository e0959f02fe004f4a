"""Wrong passwords lock a name for the address that they come from."""

import time

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from django.urls import reverse

from phylo import env
from phylo.http.limits import client_address
from tests.members import PASSWORD, link_in, person, sign_in, signed_in, who

LIMIT = 6
HERE, THERE = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}


def fail(name: str, times: int, **where):
    """The last answer."""
    return [sign_in(Client(), name, f"wrong {number}", **where) for number in range(times)][-1]


@pytest.fixture
def locked(ada):
    return fail("Ada", LIMIT, **HERE)


def test_the_last_failure_locks(ada):
    assert fail("Ada", LIMIT, **HERE).status_code == 400
    answer = fail("Ada", 1, **HERE)
    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
    assert "Try again in 15 minutes" in answer.content.decode()


def test_while_locked_the_right_password_does_not_help(locked):
    client = Client()
    assert sign_in(client, "Ada", **HERE).status_code == 429
    assert who(client) is None


@pytest.mark.parametrize("name", ["ada", " ADA", "ada@example.org", "ADA@EXAMPLE.org"])
def test_other_ways_to_write_the_name_are_locked_too(locked, name):
    assert sign_in(Client(), name, **HERE).status_code == 429


def test_tries_by_name_and_by_address_add_up(ada):
    for name in ("Ada", "ADA", "ada@example.org"):
        fail(name, LIMIT // 3, **HERE)
    assert sign_in(Client(), "Ada", **HERE).status_code == 429


def test_other_browsers_of_the_address_are_locked_too(locked):
    assert sign_in(Client(), "Ada", HTTP_USER_AGENT="another", **HERE).status_code == 429


def test_nobody_is_locked_out_by_others(locked, ben):
    assert sign_in(Client(), "Ada", **THERE).status_code == 302
    assert sign_in(Client(), "Ben", **HERE).status_code == 302


def test_names_that_nobody_has_are_locked_alike(db):
    assert fail("Nobody", LIMIT + 1, **HERE).status_code == 429


@pytest.mark.parametrize(
    "header", ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_CLIENT_IP"]
)
def test_a_header_makes_nobody_somebody_else(ada, header):
    for number in range(LIMIT + 1):
        answer = sign_in(Client(), "Ada", "wrong", **HERE, **{header: f"198.51.100.{number}"})
    assert answer.status_code == 429


def test_after_the_wait_it_opens_again(locked, monkeypatch):
    at = time.time() + 15 * 60
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: at)
    assert sign_in(Client(), "Ada", **HERE).status_code == 302


def test_success_is_not_counted(ada):
    for _again in range(LIMIT + 1):
        assert sign_in(Client(), "Ada", **HERE).status_code == 302


def test_an_address_that_tries_many_names_is_locked_for_all(ada):
    for number in range(12):
        fail(f"name{number}", 5, **HERE)
    assert sign_in(Client(), "Ada", **HERE).status_code == 429
    assert sign_in(Client(), "Ada", **THERE).status_code == 302


def test_the_page_that_asks_for_the_password_counts_too(ada):
    client = signed_in(ada)
    for _number in range(LIMIT):
        assert client.post(reverse("account_reauthenticate"), {"password": "wrong"}).status_code == 400
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 429


def test_a_new_password_by_mail_opens_it_at_once(locked, post_office):
    with post_office() as mails:
        Client().post(reverse("account_reset_password"), {"email": "ada@example.org"})
    client = Client(**HERE)
    form = client.get(link_in(mails[0]))["Location"]
    client.post(form, {"password1": "a pod of belugas", "password2": "a pod of belugas"})
    assert sign_in(Client(), "Ada", "a pod of belugas", **HERE).status_code == 302


@pytest.mark.parametrize(
    ("connection", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("", None),
        ("unix:", None),
    ],
)
def test_whom_an_address_stands_for(connection, counted):
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=connection)) == counted


def test_without_an_address_the_name_alone_counts(ada):
    assert fail("Ada", LIMIT + 1, REMOTE_ADDR="").status_code == 429
    assert sign_in(Client(), person("Ben").username, REMOTE_ADDR="").status_code == 302


def test_proxies_are_addresses_or_networks(monkeypatch):
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.0/8, ::1")
    assert env.networks("TRUSTED_PROXIES") == ["10.0.0.0/8", "::1"]
    monkeypatch.setenv("TRUSTED_PROXIES", "*")
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        env.networks("TRUSTED_PROXIES")
