"""Wrong passwords lock a name for the address that they come from."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from phylo import env
from phylo.http.limits import client_address
from tests.people import PASSWORD, link_in, person, sign_in, signed_in, who

LIMIT = settings.AXES_FAILURE_LIMIT
HERE, THERE = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}


def fail(name: str, times: int, **where):
    """The last answer."""
    return [sign_in(Client(), name, f"wrong {number}", **where) for number in range(times)][-1]


@pytest.fixture
def locked(ada):
    return fail("Ada", LIMIT, **HERE)


def test_the_last_failure_locks(ada):
    assert fail("Ada", LIMIT - 1, **HERE).status_code == 400
    answer = fail("Ada", 1, HTTP_ACCEPT="text/html", **HERE)
    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
    assert "Try again in 15 minutes." in answer.content.decode()


def test_a_program_gets_a_problem(locked):
    assert (locked["Content-Type"], locked.json()["code"]) == ("application/problem+json", "locked")


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
    assert fail("Nobody", LIMIT, **HERE).status_code == 429


@pytest.mark.parametrize(
    "header", ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_CLIENT_IP"]
)
def test_a_header_makes_nobody_somebody_else(ada, header):
    for number in range(LIMIT):
        answer = sign_in(Client(), "Ada", "wrong", **HERE, **{header: f"198.51.100.{number}"})
    assert answer.status_code == 429


def test_trying_on_does_not_make_the_wait_longer(locked):
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=10))
    answer = sign_in(Client(), "Ada", **HERE)
    assert 290 < int(answer["Retry-After"]) <= 300


def test_after_the_wait_it_opens_again(locked):
    AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME)
    assert sign_in(Client(), "Ada", **HERE).status_code == 302
    assert not AccessAttempt.objects.exists()


def test_success_forgets_the_failures(ada):
    for _again in range(3):
        fail("ada@example.org", LIMIT - 1, **HERE)
        assert sign_in(Client(), "Ada", **HERE).status_code == 302


def test_an_address_that_tries_many_names_is_locked_for_all(ada):
    for number in range(LIMIT * 2):
        fail(f"name{number}", LIMIT - 1, **HERE)
    assert sign_in(Client(), "Ada", **HERE).status_code == 429
    assert sign_in(Client(), "Ada", **THERE).status_code == 302


@pytest.mark.parametrize("name", ["account-delete", "account-email", "account-password"])
def test_forms_that_ask_for_the_password_count_too(ada, name):
    client = signed_in(ada)
    fields = {"email": "", "password1": "a pod of belugas", "password2": "a pod of belugas"}
    for _number in range(LIMIT):
        answer = client.post(reverse(name), fields | {"password": "wrong"})
    assert answer.status_code == 429
    assert client.post(reverse(name), fields | {"password": PASSWORD}).status_code == 429
    ada.refresh_from_db()
    assert (ada.email, ada.check_password(PASSWORD)) == ("ada@example.org", True)


def test_a_new_password_by_mail_opens_it_at_once(locked, post_office):
    with post_office() as mails:
        Client().post(reverse("password-reset"), {"email": "ada@example.org"})
    client = Client()
    form = client.get(link_in(mails[0]))["Location"]
    client.post(form, {"password1": "a pod of belugas", "password2": "a pod of belugas"})
    assert sign_in(Client(), "Ada", "a pod of belugas", **HERE).status_code == 302


def test_nothing_that_was_typed_is_kept(ada):
    fail("Ada", 1, **HERE)
    client = signed_in(ada)
    client.post(
        reverse("account-password"),
        {"password": "secret 1", "password1": "secret 2", "password2": "secret 3"},
    )
    kept = " ".join(f"{attempt.post_data} {attempt.get_data}" for attempt in AccessAttempt.objects.all())
    assert ("wrong" in kept, "secret" in kept, "Ada" in kept) == (False, False, False)


def test_signing_in_and_out_is_not_recorded(ada):
    from axes.models import AccessLog

    client = Client()
    sign_in(client, "Ada")
    client.post(reverse("sign-out"))
    assert not AccessLog.objects.exists()


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
    assert fail("Ada", LIMIT, REMOTE_ADDR="").status_code == 429
    assert sign_in(Client(), person("Ben").username, REMOTE_ADDR="").status_code == 302


def test_proxies_are_addresses_or_networks(monkeypatch):
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.0/8, ::1")
    assert env.networks("TRUSTED_PROXIES") == ["10.0.0.0/8", "::1"]
    monkeypatch.setenv("TRUSTED_PROXIES", "*")
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        env.networks("TRUSTED_PROXIES")
