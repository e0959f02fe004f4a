"""What the log says of signing in."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from tests.members import PASSWORD, sign_in


@pytest.fixture
def told(caplog):
    """`told()` returns what was logged about accounts, without the facts of the request."""
    caplog.set_level(logging.INFO, "phylo.accounts")
    return lambda: [
        {name: value for name, value in record.msg.items() if name in {"event", "level", "account", "locked"}}
        for record in caplog.records
        if record.name == "phylo.accounts"
    ]


@pytest.mark.parametrize("name", ["ada", "ADA@example.org"])
def test_a_failure_names_the_account_and_nothing_that_was_typed(ada, told, caplog, name):
    sign_in(Client(), name, "not her password")
    assert told() == [{"event": "sign-in failed", "level": "warning", "account": ada.pk, "locked": False}]
    assert [word for word in ("not her", "@", "ada") if word in caplog.text.lower()] == []


@pytest.mark.django_db
def test_a_password_in_the_field_of_the_name_is_not_told(told, caplog):
    sign_in(Client(), PASSWORD, "ada")
    assert [(line["event"], line["account"]) for line in told()] == [("sign-in failed", None)]
    assert PASSWORD not in caplog.text


def test_a_lock_is_told(ada, told):
    for _ in range(7):
        sign_in(Client(), "Ada", "wrong")
    assert told()[-1]["locked"]


def test_signing_in_and_out(ada, told):
    browser = Client()
    sign_in(browser, "Ada")
    browser.post(reverse("account_logout"))
    assert [(line["event"], line["account"]) for line in told()] == [
        ("signed in", ada.pk),
        ("signed out", ada.pk),
    ]
