"""Second factors: codes of an app and recovery codes; passkeys are tried in tests/browser."""

import re
import time
from datetime import timedelta
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from phylo.accounts import tokens
from tests.members import PASSWORD, guest, person, proven, sign_in, signed_in, who


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


@pytest.fixture
def app(ada, ada_client, post_office, monkeypatch):
    """The secret in Ada's app; codes are those of one moment."""
    now = time.time()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: now)
    page = proven(ada_client).get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert f"<code>{secret}</code>" in page.content.decode()
    assert "The code that the app shows" in page.content.decode()
    with post_office() as mails:
        wrong = ada_client.post(reverse("mfa_activate_totp"), {"code": "000000"})
        added = ada_client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert (wrong.status_code, added["Location"]) == (400, reverse("mfa_view_recovery_codes"))
    assert [(mail.to, "new second factor" in mail.body) for mail in mails[:1]] == [
        (["ada@example.org"], True)
    ]
    return secret


def test_the_password_alone_no_longer_signs_in(ada, app):
    client = Client()
    assert sign_in(client, "Ada")["Location"] == reverse("mfa_authenticate")
    assert who(client) is None
    assert client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 400
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(app)}).status_code == 302
    assert who(client) == "Ada"
    # A code that somebody has seen serves nobody.
    again = Client()
    sign_in(again, "Ada")
    assert again.post(reverse("mfa_authenticate"), {"code": code_of(app)}).status_code == 400


def test_the_first_factor_ends_sessions_and_tokens_that_had_none(ada, request):
    """Else a stolen password would have gone on, with all that a factor lets a moderator do."""
    there, here = Client(), request.getfixturevalue("ada_client")
    sign_in(there, "Ada")
    assert who(there) == "Ada"
    tokens.create_token(user=ada, name="bot", scopes=[])
    secret = request.getfixturevalue("app")
    assert (who(there), who(here)) == (None, "Ada")
    assert not ada.api_tokens.exists()
    tokens.create_token(user=ada, name="bot", scopes=[])
    sign_in(there, "Ada")
    there.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    here.post(reverse("mfa_generate_recovery_codes"))
    assert who(there) == "Ada"
    assert ada.api_tokens.exists()


def test_codes_cannot_be_tried_on_and_on(ada, app):
    client = Client()
    sign_in(client, "Ada")
    for _time in range(6):
        assert client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 400
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(app)}).status_code == 429
    assert who(client) is None


def test_a_recovery_code_works_once(ada, app, ada_client):
    page = ada_client.get(reverse("mfa_view_recovery_codes")).content.decode()
    code = re.findall(r"<li><code>(\d+)</code></li>", page)[0]
    for signs_in in (True, False):
        client = Client()
        sign_in(client, "Ada")
        client.post(reverse("mfa_authenticate"), {"code": code})
        assert (who(client) == "Ada") == signs_in


def test_without_the_password_once_more_nothing_changes(ada, app):
    client = signed_in(ada)
    for name in ("mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_view_recovery_codes"):
        asked = client.post(reverse(name)) if name != "mfa_view_recovery_codes" else client.get(reverse(name))
        assert asked["Location"].startswith(reverse("account_reauthenticate")), name
    assert Authenticator.objects.filter(user=ada, type="totp").exists()
    # The code serves as well.
    assert client.post(reverse("mfa_reauthenticate"), {"code": code_of(app)}).status_code == 302
    assert client.post(reverse("mfa_deactivate_totp"))["Location"] == reverse("mfa_index")
    assert not Authenticator.objects.exists()
    assert sign_in(Client(), "Ada")["Location"] == reverse("home")


def test_factors_are_their_owners_alone(ada, app):
    ben = proven(signed_in(person("Ben")))
    key = Authenticator.objects.create(user=ada, type="webauthn", data={})
    assert ben.post(reverse("mfa_remove_webauthn", args=[key.pk])).status_code == 404
    assert ben.get(reverse("mfa_view_recovery_codes")).status_code == 404
    for name in ("mfa_index", "mfa_activate_totp", "mfa_view_recovery_codes"):
        assert Client().get(reverse(name)).status_code in (302, 404)
    assert Authenticator.objects.filter(user=ada, type="webauthn").count() == 1


@pytest.mark.parametrize(
    "sent", ["", "x", "[]", "1", "null", "{}", '{"id": 1}', '{"id": "x", "response": []}', "[" * 9999]
)
def test_what_is_no_passkey_is_refused(ada, ada_client, sent):
    """By the page of signing in, without an account, and by the one that adds a passkey."""
    assert Client().post(reverse("mfa_login_webauthn"), {"credential": sent})["Location"] == reverse(
        "account_login"
    )
    page = reverse("mfa_add_webauthn")
    proven(ada_client).get(page)
    assert ada_client.post(page, {"credential": sent}).status_code == 400
    assert not Authenticator.objects.exists()


def test_one_session_is_ended(ada, ben):
    here, there, phone, others = (Client() for _number in range(4))
    for client, name in ((here, "Ada"), (there, "Ada"), (phone, "Ada"), (others, "Ben")):
        sign_in(client, name)
    proven(here)
    numbers = {each.session_key: each.pk for each in UserSession.objects.all()}

    def end(client, of):
        number = of if isinstance(of, str) else str(numbers[of.session.session_key])
        return client.post(reverse("usersessions_list"), {"session": number})

    for of in (others, here, "", "x", "9" * 30, "0"):
        assert end(here, of)["Location"] == reverse("usersessions_list")
    assert [who(each) for each in (here, there, phone, others)] == ["Ada", "Ada", "Ada", "Ben"]
    for _time in range(2):
        end(here, there)
        assert [who(each) for each in (here, there, phone)] == ["Ada", None, "Ada"]


def test_ending_a_session_takes_the_password_once_more(ada):
    here, there = signed_in(ada), signed_in(ada)
    for fields in ({}, {"session": "1"}):
        answer = here.post(reverse("usersessions_list"), fields)
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert who(there) == "Ada"


def test_a_session_of_an_account_ends_half_a_year_after_signing_in(ada, monkeypatch):
    """However often it is used; that of a guest a year after its last change."""
    begin = timezone.now()
    clients = Client(), guest()[1]
    sign_in(clients[0], "Ada")

    def cookie_after(client, days):
        monkeypatch.setattr(timezone, "now", lambda: begin + timedelta(days=days))
        session = client.session
        session["used"] = days
        session.save()
        return session.get_expiry_age() // 86_400

    assert [cookie_after(client, 170) for client in clients] == [9, 365]
    assert who(clients[0]) == "Ada"
    monkeypatch.setattr(timezone, "now", lambda: begin + timedelta(days=181))
    assert who(clients[0]) is None
    assert Session.objects.filter(expire_date__gt=timezone.now()).count() == 1


def test_sessions_are_listed_and_the_others_ended(ada, ben):
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
    here, there = Client(), Client(headers={"user-agent": firefox})
    for client in (here, there):
        sign_in(client, "Ada")
    others = signed_in(ben)
    page = proven(here).get(reverse("usersessions_list")).content.decode()
    assert (">Firefox on Linux<" in page, page.count("This one")) == (True, 1)
    here.post(reverse("usersessions_list"))
    assert (who(here), who(there), who(others)) == ("Ada", None, "Ben")


def test_the_download_names_factors_without_their_secrets(ada, app, ada_client):
    told = ada_client.get(reverse("account-data"))
    assert {each["type"] for each in told.json()["second_factors"]} == {"totp", "recovery_codes"}
    assert app not in told.content.decode()
    assert PASSWORD not in told.content.decode()


def test_secrets_lie_encrypted_in_the_database(ada, app, settings, capsys):
    """As in a copy of the database without the key."""
    kept = {row.type: row.data for row in Authenticator.objects.all()}
    assert app not in str(kept)
    stored = kept["recovery_codes"]["seed"]
    codes = Authenticator.objects.get(type="recovery_codes").wrap().generate_codes()
    # As an older database has them.
    migration = import_module("phylo.accounts.migrations.0010_encrypted_factors")
    migration.open_again(apps, None)
    assert Authenticator.objects.get(type="totp").data == {"secret": app}
    assert not re.search("[^0-9a-f]", Authenticator.objects.get(type="recovery_codes").data["seed"])
    migration.seal(apps, None)
    assert Authenticator.objects.get(type="recovery_codes").data["seed"] != stored, "never the same twice"
    # Another key: with the former one as a fallback all goes on, and then without it.
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    client = Client()
    sign_in(client, "Ada")
    refused = client.post(reverse("mfa_authenticate"), {"code": code_of(app)})
    assert (refused.status_code, "its key has changed" in refused.content.decode()) == (400, True)
    with pytest.raises(CommandError, match="No key fits the second factors of: Ada"):
        call_command("encrypt_factors")
    settings.SECRET_KEY_FALLBACKS = [former]
    call_command("encrypt_factors")
    settings.SECRET_KEY_FALLBACKS = []
    assert Authenticator.objects.get(type="recovery_codes").wrap().generate_codes() == codes
    sign_in(client, "Ada")
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(app)}).status_code == 302
